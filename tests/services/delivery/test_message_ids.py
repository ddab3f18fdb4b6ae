"""A Message-ID is no identity: programs use one twice, relays replace it, and some letters have none."""

from __future__ import annotations

import pytest

from testkit.club import Club, address_of, offered, other, to_move


def bring(club: Club, person: str, text: str, name: str, to: str = "") -> str:
    """Bring a letter with a name of its own, or with none; return the verdict."""
    to = to or address_of(club.last(person)["Reply-To"])
    line = f"Message-ID: {name}\r\n" if name else ""
    number = club.bring(f"From: {person}\r\nTo: {to}\r\n{line}\r\n{text}\r\n".encode(), to, person)
    club.work()
    return club.inbox(number).verdict


@pytest.mark.parametrize("name", ["<same@client.example>", ""])
def test_two_orders_with_one_message_id_days_apart_are_both_judged(club: Club, name: str) -> None:
    club.begin("days=20")
    mover = to_move(club)
    assert bring(club, mover, offered(club.last(mover))[0], name) == "played"
    waiting = to_move(club)
    club.answer(club.last(waiting), offered(club.last(waiting))[0])
    club.pass_time(days=8)
    assert bring(club, mover, offered(club.last(mover))[0], name) == "played"
    assert club.match().entry_count == 4


def test_a_letter_delivered_twice_is_judged_and_answered_once(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    to, step = address_of(club.last(mover)["Reply-To"]), offered(club.last(mover))[0]
    assert bring(club, mover, step, "<once@client.example>", to) == "played"
    before = len(club.transport.letters)
    club.pass_time(days=1)
    assert bring(club, mover, step, "<once@client.example>", to) == "played"
    assert (club.match().entry_count, len(club.transport.letters)) == (2, before)


def test_two_players_with_the_same_message_id_are_both_judged(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    name = "<1@localhost>"
    assert bring(club, mover, offered(club.last(mover))[0], name) == "played"
    assert bring(club, other(mover), offered(club.last(other(mover)))[0], name) == "played"
