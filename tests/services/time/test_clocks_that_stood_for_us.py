"""A clock that stood for a fault of ours runs again without a word: nobody was told that it stood.

Nobody is "back" then, and nobody gets the turn a second time.
"""

from __future__ import annotations

from datetime import timedelta

from adjudicator.mail.incoming.delivery_status import Undelivered
from adjudicator.match.timekeeping.stops import StopKind
from adjudicator.services.jobs import letter_sender
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.matches.deadlines import clock_falls
from adjudicator.services.matches.rows.match_rows import lock_match
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Match, Player
from testkit.automatic_mail import player_of, sweep
from testkit.club import ANNA, BOB, Club, other, to_move


def settle(club: Club, *, outage: bool = False) -> Match:
    """Look at the clock as the sweep does, after an outage that reaches an hour further, if asked for."""
    with unit_of_work(club.context, club.now) as work:
        match = lock_match(work.session, club.match().code)
        assert match
        if outage:
            match_clock.add_outage(match, club.now - timedelta(hours=2), club.now + timedelta(hours=1))
        clock_falls.settle_match(work, match)
    club.work()
    return club.match()


def count_letters(club: Club) -> dict[str, int]:
    return {person: len(club.letters(person)) for person in (ANNA, BOB)}


def test_an_outage_that_is_over_is_told_to_nobody_as_somebody_who_is_back(club: Club) -> None:
    club.begin("days=3")
    before = count_letters(club)
    assert settle(club, outage=True).stopped_at == club.now
    club.pass_time(hours=2)
    match = settle(club)
    assert (match.stopped_at, match_clock.is_standing(match, club.now)) == (None, False)
    assert count_letters(club) == before


def test_a_letter_of_ours_that_left_late_is_told_to_nobody_as_somebody_who_is_back(club: Club) -> None:
    club.begin("days=3")
    mover, waiting = to_move(club), other(to_move(club))
    club.pass_time(minutes=1)
    club.transport.fault = Undelivered("relay is down", permanent=False)
    club.answer(club.last(mover), "M14")  # the other one's turn begins, and their letter does not leave
    club.pass_time(minutes=20)
    sweep(club)
    assert settle(club).stopped_at == club.now
    assert match_clock.standing_because(club.match(), club.now) is StopKind.MAIL
    club.transport.fault = None
    club.pass_time(hours=1)
    sweep(club)
    before = count_letters(club)
    assert "turn" in str(club.last(waiting)["Subject"])
    sweep(club)
    match = settle(club)
    assert (match.stopped_at, match_clock.is_standing(match, club.now)) == (None, False)
    assert count_letters(club) == before


def test_a_change_of_somebodys_time_behind_their_late_letter_is_no_return(club: Club) -> None:
    """The sweep looks at players before it sees that a letter has left for which a clock stands."""
    club.begin("days=3")
    mover, waiting = to_move(club), other(to_move(club))
    club.pass_time(minutes=1)
    club.transport.fault = Undelivered("relay is down", permanent=False)
    club.answer(club.last(mover), "M14")
    club.pass_time(minutes=20)
    sweep(club)
    assert club.match().letter_held
    club.transport.fault = None
    club.pass_time(minutes=30)
    letter_sender.send_due(club.context, club.transport, lambda: club.now)
    with unit_of_work(club.context, club.now) as work:
        work.session.get_one(Player, player_of(club, waiting).id).time_changed_at = club.now
    before = count_letters(club)
    sweep(club)
    assert club.match().stopped_at is None
    assert count_letters(club) == before


def test_a_turn_of_which_no_letter_told_loses_nothing_by_a_later_one_that_is_late(club: Club) -> None:
    club.begin("days=9")
    mover, waiting = to_move(club), other(to_move(club))
    old = club.last(waiting, "Egyptos")
    with unit_of_work(club.context, club.now) as work:
        work.session.get_one(Player, player_of(club, waiting).id).bounced_at = club.now
    club.pass_time(minutes=1)
    club.answer(club.last(mover), "M14")
    club.pass_time(days=2)
    club.transport.fault = Undelivered("relay is down", permanent=False)
    club.answer(old, "board", sender=waiting)  # letters reach them again, but this answer does not leave
    sweep(club)
    due = club.match().due_at
    assert due is not None
    club.pass_time(minutes=20)
    sweep(club)
    assert club.match().due_at == due
    club.transport.fault = None
    club.pass_time(hours=1)
    sweep(club)
    assert club.match().due_at == due
