"""A player with fewer letters never loses a match without a warning."""

from __future__ import annotations

import pytest

from adjudicator.services.matches.letters.unsubscribe import set_subscription
from adjudicator.services.players.players import find_player
from adjudicator.services.unit_of_work import unit_of_work
from testkit.automatic_mail import player_of, sweep
from testkit.club import ANNA, BOB, Club, address_of, other, prose_of, to_move, want_all_letters


def unsubscribe(club: Club, person: str) -> None:
    """Use the one-click link of a letter."""
    with unit_of_work(club.context, club.now) as work:
        player = find_player(work.session, address_of(person))
        assert player is not None
        set_subscription(work, player, "none")
    club.work()


def test_an_unsubscribed_player_still_gets_the_reminder_and_the_late_letter(club: Club) -> None:
    """Case f06: one click, the opponent moves, and nothing is done until the deadline has passed."""
    club.begin("days=3", "grace=0", "absence=0")
    want_all_letters(club)
    mover, quiet = to_move(club), other(to_move(club))
    unsubscribe(club, quiet)
    told = club.last(quiet)
    assert "You get fewer letters" in str(told["Subject"])
    assert "reminder before your time runs out" in prose_of(told)
    assert "/l/" in prose_of(told)
    assert "gets no letters about moves" in str(club.last(mover)["Subject"])
    count = len(club.letters(quiet))
    club.answer(club.last(mover), "M14")
    for _ in range(8):
        club.pass_time(hours=12)
        sweep(club)
    reminder, late = club.letters(quiet)[count:]
    assert "M13" in prose_of(reminder)
    assert "has passed" in str(late["Subject"])
    club.answer(club.last(mover), "claim")
    assert len(club.letters(quiet)) == count + 3


def test_turned_off_means_fewer_letters(club: Club) -> None:
    club.begin("days=3")
    mover, quiet = to_move(club), other(to_move(club))
    unsubscribe(club, quiet)
    count = len(club.letters(quiet))
    club.answer(club.last(mover), "M14\npress Hello")
    club.answer(club.last(mover), "grant 2")
    assert len(club.letters(quiet)) == count


@pytest.mark.parametrize("how", ["in a match", "to the service"])
def test_the_command_tells_the_same_and_the_letter_itself_turns_them_on_again(club: Club, how: str) -> None:
    club.begin()
    want_all_letters(club)
    if how == "in a match":
        club.answer(club.last(ANNA), "stop")
        assert "reminders before your time runs out" in prose_of(club.last(ANNA, "You get no more letters"))
    else:
        club.write(ANNA, club.context.addresses.service, "stop")
        club.answer(club.last(ANNA), "yes")
    assert "gets no letters about moves" in str(club.last(BOB)["Subject"])
    club.answer(club.last(ANNA, "fewer letters"), "start")
    club.answer(club.last(ANNA, "confirm"), "yes")
    assert player_of(club, ANNA).letters == "turns"


def test_off_and_on_again_and_again_writes_to_nobody_more_than_once_a_day(club: Club) -> None:
    club.begin()
    want_all_letters(club)
    count = len(club.letters(BOB))
    for line in ("stop", "start") * 3:
        club.answer(club.last(ANNA, "Egyptos"), line)
    assert len(club.letters(BOB)) == count + 1
    assert len(club.letters(ANNA, "fewer letters")) == 1
