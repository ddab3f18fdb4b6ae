"""Lines that their writer may not see as they read: asked about, and never acted on."""

from __future__ import annotations

import pytest

from tests.desk.club import ANNA, BOB, Club, address_of, prose_of, text_of, to_move


@pytest.mark.parametrize(
    "text", ["~~M14~~\nN15", "N15\n~~M14~~", "~~M14~~ N15", "~~resign~~\nN15", "press\nI ~~hate~~ it\n\nN15"]
)
def test_a_letter_with_an_unsure_order_plays_nothing_and_shows_what_it_read(club: Club, text: str) -> None:
    steps = club.begin().step_count
    mover = to_move(club)
    number = club.answer(club.last(mover), text)
    assert club.inbox(number).verdict == "refused: unsure"
    assert club.match().step_count == steps
    said = prose_of(club.last(mover))
    assert "struck out, hidden or damaged" in said
    assert "Perhaps you meant this:" in said
    assert "N15" in said


def test_small_talk_that_is_unsure_keeps_no_order_from_being_played(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    number = club.answer(club.last(mover), "M14\n\nIt is ~~cold~~ hot here.")
    assert club.inbox(number).verdict == "played"
    assert 'Ignored: "It is ~~cold~~ hot here."' in prose_of(club.last(mover))


def test_an_unsure_command_to_the_service_is_asked_about(club: Club) -> None:
    number = club.write(ANNA, club.desk.addresses.service, "~~new egyptos with bob@bob.example~~\nhelp")
    assert club.inbox(number).verdict == "refused: unsure"
    assert [letter["Subject"] for letter in club.letters(BOB)] == []
    assert "struck out" in text_of(club.last(ANNA))


@pytest.mark.parametrize("text", ["~~no~~\nyes", "~~no~~", "~~yes~~", "yes\n~~no, thanks~~"])
def test_an_unsure_answer_to_a_question_leaves_it_open(club: Club, text: str) -> None:
    club.write(ANNA, club.desk.addresses.service, f"new egyptos with {address_of(BOB)}")
    asked = club.last(ANNA)
    number = club.answer(asked, text)
    assert club.inbox(number).verdict == "refused: unsure"
    assert club.letters(BOB) == []
    club.answer(asked, "yes")
    assert club.letters(BOB) != []
