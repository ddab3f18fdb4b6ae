"""The host acts by answering a letter of ours; a fresh letter is asked back, and nobody else can do either."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage

import pytest

from adjudicator.mail.address import HostReplyAddress
from adjudicator.services.host import deeds
from adjudicator.services.matches.rows.match_rows import lock_match
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Match
from testkit.club import ANNA, BOB, Club, address_of, prose_of, to_move

HOST = "host@club.example"
WHY = "our relay was down"


def letter_for_host(club: Club) -> EmailMessage:
    """Let the host have a letter that can be answered: the answer to an answer with nothing in it."""
    club.write(HOST, club.context.addresses.host_alone(), "Hello?")
    return club.last(HOST)


def entries(club: Club) -> list[tuple[str, object]]:
    with club.context.store.reading() as session:
        rows = session.get_one(Match, club.match().id).entries
        return [(row.kind.value, {**(row.values or {}), "because": ""}) for row in rows if row.role == "host"]


def test_the_letters_for_the_host_have_an_address_for_the_answer(club: Club) -> None:
    letter = letter_for_host(club)
    assert club.context.addresses.read(address_of(letter["Reply-To"])) == HostReplyAddress(0)
    assert "extend 3 because our relay was down" in prose_of(letter)


def test_an_answer_and_the_command_line_do_the_same(club: Club) -> None:
    match = club.begin("days=3 absence=0")
    club.answer(letter_for_host(club), f"{match.code} extend 3 because {WHY}")
    by_letter = club.last(to_move(club))
    assert club.last(HOST)["Subject"] == f"[Adjudicator] Done: {match.code} extend 3 because {WHY}"
    with unit_of_work(club.context, club.now) as work:
        locked = lock_match(work.session, match.code)
        assert locked is not None
        deeds.extend_deadline(work, locked, timedelta(days=3), WHY)
    club.work()
    assert club.last(to_move(club))["Subject"] == by_letter["Subject"]
    first, second = entries(club)
    assert first == second
    assert f"The reason: {WHY}" in prose_of(by_letter)


def test_the_answer_to_an_answer_needs_no_code(club: Club) -> None:
    match = club.begin("days=3 absence=0")
    club.answer(letter_for_host(club), f"{match.code} pause until 10 December because {WHY}")
    club.answer(club.last(HOST), "resume because all is well")
    assert [kind for kind, _ in entries(club)] == ["pause", "resume"]


def test_going_back_is_shown_first_and_done_with_a_yes(club: Club) -> None:
    match = club.begin()
    club.answer(letter_for_host(club), f"{match.code} rewind 0 because of a fault of ours")
    asked = club.last(HOST)
    assert "Entries that no longer stand: 1 M13" in prose_of(asked)
    assert entries(club) == []
    club.answer(asked, "yes")
    assert [kind for kind, _ in entries(club)] == ["ruling"]
    for person in (ANNA, BOB):
        assert "The host has taken the match back to the opening position." in prose_of(club.last(person))
    club.answer(asked, "yes")
    assert len(entries(club)) == 1


def test_what_was_played_since_it_was_shown_is_not_undone(club: Club) -> None:
    match = club.begin()
    club.answer(letter_for_host(club), f"{match.code} rewind 0 because of a fault of ours")
    asked = club.last(HOST)
    club.answer(club.last(to_move(club)), "M14")
    club.answer(asked, "yes")
    assert "something has been played meanwhile" in prose_of(club.last(HOST))
    assert entries(club) == []


def test_a_fresh_letter_is_always_asked_back(club: Club) -> None:
    match = club.begin("days=3 absence=0")
    club.write(HOST, club.context.addresses.service, f"{match.code} extend 3 because {WHY}")
    assert entries(club) == []
    club.answer(club.last(HOST), "yes")
    assert [kind for kind, _ in entries(club)] == ["extend"]


def test_nobody_else_can_act_for_the_host(club: Club) -> None:
    match = club.begin("days=3 absence=0")
    letter = letter_for_host(club)
    club.answer(letter, f"{match.code} extend 3 because {WHY}", sender=BOB)
    club.write(BOB, club.context.addresses.service, f"{match.code} extend 3 because {WHY}")
    assert entries(club) == []
    assert club.letters(HOST) == [letter]


def test_a_host_who_plays_there_has_no_power(club: Club) -> None:
    match = club.begin("days=3", second=f"Host <{HOST}>")
    for line in ("extend 3", "rewind 0", "broadcast Hello"):
        club.answer(letter_for_host(club), f"{match.code} {line} because {WHY}")
        assert "the host plays in this match" in prose_of(club.last(HOST))
    assert entries(club) == []


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("CODE extend 3", "every deed needs a reason"),
        ("CODE extend much because I can", "extend needs days or hours"),
        ("CODE rewind far because I can", "rewind needs the number of an entry"),
        ("CODE rewind 99 because I can", "there is no entry 99; the last one is"),
        ("CODE pause until never because I can", "never names no day"),
        ("CODE vacate Zoe because I can", "Zoe is no player here; they are Anna, Bob"),
        ("CODE seat Anna nowhere because I can", "seat needs a player and an address"),
        ("ZZZZ extend 3 because I can", "there is no match ZZZZ"),
        ("extend 3 because I can", "name the match"),
    ],
)
def test_what_cannot_be_done_is_answered_with_what_would_be_right(club: Club, line: str, sentence: str) -> None:
    match = club.begin("days=3")
    club.answer(letter_for_host(club), line.replace("CODE", match.code))
    assert sentence in " ".join(prose_of(club.last(HOST)).split())
    assert entries(club) == []


def test_a_broadcast_by_letter_reaches_all(club: Club) -> None:
    club.begin()
    club.answer(letter_for_host(club), "broadcast We move house on Sunday")
    for person in (ANNA, BOB):
        assert "We move house on Sunday" in prose_of(club.last(person))


def test_the_list_of_moves_says_which_were_taken_back_and_why(club: Club) -> None:
    match = club.begin()
    club.answer(letter_for_host(club), f"{match.code} rewind 0 because of a fault of ours")
    club.answer(club.last(HOST), "yes")
    club.answer(club.last(ANNA), "history")
    listed = prose_of(club.last(ANNA))
    assert "M13" in listed
    assert "(taken back)" in listed
    assert "The reason: a fault of ours" in listed
