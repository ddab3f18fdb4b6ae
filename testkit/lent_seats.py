"""Seats that change hands at once, without the letters that ask about it."""

from __future__ import annotations

from datetime import timedelta

from adjudicator.match.record.record import Why
from adjudicator.services.matches.rows.match_rows import lock_match, seat_of
from adjudicator.services.matches.seats import seat_arrivals
from adjudicator.services.matches.seats.seat_changes import SeatChange
from adjudicator.services.players.players import find_player, get_or_create_player
from adjudicator.services.unit_of_work import unit_of_work
from testkit.club import Club, address_of


def lend_seat(club: Club, code: str, owner: str, substitute: str) -> None:
    """Let a substitute play for somebody for a fortnight."""
    _pass_on(club, code, (owner, substitute), "substitute")


def hand_over(club: Club, code: str, owner: str, successor: str) -> None:
    """Give somebody's seat to another person for good."""
    _pass_on(club, code, (owner, successor), "handed")


def _pass_on(club: Club, code: str, people: tuple[str, str], why: Why) -> None:
    before, after = map(address_of, people)
    with unit_of_work(club.context, club.now) as work:
        match, player = lock_match(work.session, code), find_player(work.session, before)
        assert match is not None
        assert player is not None
        seat = seat_of(match, player.id)
        assert seat is not None
        change = SeatChange(why, seat.number, until=club.now + timedelta(days=14) if why == "substitute" else None)
        sit = seat_arrivals.seat_stand_in if why == "substitute" else seat_arrivals.seat_player
        sit(work, match, seat, get_or_create_player(work, after, after.partition("@")[0], "en"), change)
    club.work()
