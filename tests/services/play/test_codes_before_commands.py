"""A letter to the service may name a match by its code and a command: it is asked back, and answered in the match."""

from __future__ import annotations

import pytest

from adjudicator.store.states import MatchState
from testkit.club import ANNA, BOB, Club, address_of, prose_of, text_of, to_move

EVE = "Eve <eve@eve.example>"


@pytest.mark.parametrize("line", ["resign", "aufgeben", "grant 3", "status", "claim"])
def test_a_command_behind_a_code_is_asked_back_in_the_match(club: Club, line: str) -> None:
    code = club.begin().code
    number = club.write(ANNA, club.context.addresses.service, f"{code.lower()} {line}")
    assert club.inbox(number).verdict == "asked back"
    assert club.match().state is MatchState.RUNNING
    asked = club.last(ANNA)
    assert "Nothing happens until you answer this letter with the same line" in prose_of(asked)
    assert f"\n  {line}" in text_of(asked).replace("\r", "")
    assert code.lower() in address_of(asked["Reply-To"])


def test_the_answer_carries_it_out(club: Club) -> None:
    code = club.begin().code
    club.write(ANNA, club.context.addresses.service, f"{code} resign")
    club.answer(club.last(ANNA), "resign")
    assert club.match().state is MatchState.FINISHED


def test_a_match_that_waits_is_called_off_like_this(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    club.answer(club.last(ANNA), "yes")
    club.write(ANNA, club.context.addresses.service, f"{club.match().code} cancel")
    club.answer(club.last(ANNA), "cancel")
    assert club.match().state is MatchState.CANCELLED


@pytest.mark.parametrize("sender", [BOB, EVE])
def test_nobody_else_is_written_to(club: Club, sender: str) -> None:
    """Bob may be asked about his own seat, and Eve, who has none, learns nothing."""
    code = club.begin().code
    before = len(club.letters(ANNA))
    number = club.write(sender, club.context.addresses.service, f"{code} resign")
    assert len(club.letters(ANNA)) == before
    assert club.inbox(number).verdict == ("asked back" if sender == BOB else "answered")


@pytest.mark.parametrize("line", ["press buy at https://spam.example", "? M14", "M14", "hello"])
def test_words_and_moves_are_not_taken_behind_a_code(club: Club, line: str) -> None:
    match = club.begin()
    mover = to_move(club)
    number = club.write(mover, club.context.addresses.service, f"{match.code} {line}")
    assert club.inbox(number).verdict == "answered"
    assert club.match().turn == match.turn


def test_few_are_asked_of_one_letter(club: Club) -> None:
    code = club.begin().code
    before = len(club.letters(ANNA))
    club.write(ANNA, club.context.addresses.service, "\n".join(f"{code} grant {days}" for days in range(1, 9)))
    assert len(club.letters(ANNA)) <= before + 4
    assert "Not carried out" in text_of(club.last(ANNA))
