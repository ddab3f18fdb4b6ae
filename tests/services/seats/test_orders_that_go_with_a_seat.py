"""Whose seat changes hands while they have a plan, or orders that wait, is told so, with the lines; nobody else is.

Who lends a seat finds their wishes for the match again.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator.services.host.deeds import seat_player, vacate_seat_of
from adjudicator.services.matches.rows.match_rows import load_match
from testkit.club import Club, address_of, prose_of, text_of
from testkit.host_at_table import do
from testkit.seats_at_table import begin_table, seat_of

XAVER = "Xaver <xaver@xaver.example>"
TOLD = "Your orders were still waiting when the seat changed hands"


def agree(club: Club, *people: str) -> None:
    for person in people:
        club.answer(club.last(person, "do you agree?"), "yes", sender=person)


def hand_over(club: Club, first: str, second: str, third: str) -> None:
    club.answer(club.last(first), f"hand over to {address_of(XAVER)}")
    club.answer(club.last(XAVER), "yes", sender=XAVER)
    agree(club, second, third)


def lend(club: Club, first: str, second: str, third: str) -> None:
    club.answer(club.last(first), f"substitute until 10 January by {address_of(XAVER)}")
    club.answer(club.last(XAVER), "yes", sender=XAVER)
    agree(club, second, third)


def seat_another(club: Club, first: str, second: str, third: str) -> None:
    name = first.partition(" ")[0]
    do(club, lambda work, match: seat_player(work, match, name, address_of(XAVER), "as they asked"))


def put_out(club: Club, first: str, second: str, third: str) -> None:
    do(club, lambda work, match: vacate_seat_of(work, match, first.partition(" ")[0], "as they asked", excused=True))


def keep_waiting(club: Club, person: str) -> list[str]:
    """Write orders that wait; return the lines."""
    club.answer(club.last(person), "confirm orders on", sender=person)
    lines = [load_match(club.match()).orders[0], "press Look at this!"]
    club.answer(club.last(person, club.match().code), "\n".join(lines), sender=person)
    return lines


def check_told(club: Club, person: str, lines: list[str]) -> None:
    (letter,) = (one for one in club.transport.letters if TOLD in prose_of(one))
    assert address_of(letter["To"]) == address_of(person)
    written = [line.strip() for line in text_of(letter).splitlines()]
    assert [line for line in written if line in lines] == lines
    assert not any("wait for your yes" in prose_of(one) for one in club.transport.letters[-4:])


@pytest.mark.parametrize("change", [hand_over, lend, seat_another, put_out])
def test_who_loses_a_seat_is_told_of_their_orders(club: Club, change: Callable[[Club, str, str, str], None]) -> None:
    first, second, third = begin_table(club, days=9)
    lines = keep_waiting(club, first)
    change(club, first, second, third)
    check_told(club, first, lines)


@pytest.mark.parametrize("change", [hand_over, lend, seat_another, put_out])
def test_who_loses_a_seat_is_told_of_their_plan(club: Club, change: Callable[[Club, str, str, str], None]) -> None:
    first, second, third = begin_table(club, days=9)
    club.answer(club.last(second), "if law 4 lies then end", sender=second)
    club.answer(club.last(second), "language fr", sender=second)
    change(club, second, first, third)
    (letter,) = (one for one in club.transport.letters if "Votre plan est parti avec la place" in prose_of(one))
    assert address_of(letter["To"]) == address_of(second)
    assert "  si loi 4 en jeu alors fin" in text_of(letter)


def test_a_substitute_whose_time_is_over_is_told_of_their_orders(club: Club) -> None:
    first, second, third = begin_table(club, days=9)
    lend(club, first, second, third)
    assert not any(TOLD in prose_of(letter) for letter in club.transport.letters)
    lines = keep_waiting(club, XAVER)
    club.write(first, club.context.addresses.service, f"takeover {club.match().code}")
    club.answer(club.last(first), "yes", sender=first)
    check_told(club, XAVER, lines)


WISHES = ("confirm orders on", "habit end", "remind 1d 4h", "letters all")


def test_who_lends_a_seat_finds_their_wishes_again(club: Club) -> None:
    first, second, third = begin_table(club, days=9)
    for line in WISHES:
        club.answer(club.last(first, club.match().code), line, sender=first)
    before = wishes(club, first)
    assert None not in before
    lend(club, first, second, third)
    assert wishes(club, XAVER) == (None, None, None, None), "the substitute has wishes of their own"
    club.answer(club.last(XAVER), "habit draw 1", sender=XAVER)
    club.write(first, club.context.addresses.service, f"takeover {club.match().code}")
    club.answer(club.last(first), "yes", sender=first)
    assert wishes(club, first) == before
    assert club.match().seats[seat_of(club, first)].lent_wishes is None


def wishes(club: Club, person: str) -> tuple[object, ...]:
    seat = club.match().seats[seat_of(club, person)]
    return seat.second_look, seat.habits, seat.reminders, seat.letters
