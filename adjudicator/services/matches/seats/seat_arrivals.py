"""Somebody sits down at a seat of a running match, or goes: the change itself and all letters about it.

Whether they may is asked before: see `seat_takers` and `proposals`. Every function expects the match under its lock.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import or_, select

from adjudicator.engines.contract import Note
from adjudicator.match.record.record import By, Why
from adjudicator.match.timekeeping.zone_offsets import find_zone
from adjudicator.services.context import Context
from adjudicator.services.matches.letters.seat_letters import (
    find_gone,
    lost_note,
    notify_seat_news,
    notify_welcome,
    write_to_outsider,
)
from adjudicator.services.matches.seats.seat_changes import (
    NOTES,
    SeatChange,
    come_back,
    return_seat,
    seat_house,
    seat_substitute,
    sit_down,
    vacate_seat,
    waits_on,
)
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.operation_tables import is_put_off
from adjudicator.store.states import MatchState, SweepTask
from adjudicator.store.tables import Match, Player, Seat

AT_A_TIME = 500


def seat_player(work: UnitOfWork, match: Match, seat: Seat, player: Player, change: SeatChange) -> None:
    """Let a person sit down for good: welcome them, and tell the others."""
    before, former, gone = seat.own_name, seat.player, find_gone(work, match, seat)
    sit_down(work, match, seat, player, change)
    note = _note(change.why, seat.name, before)
    _tell(work, match, seat, note)
    notify_welcome(work, match, seat, before)
    if former is not None and change.why == "handed":
        write_to_outsider(work, match, former, Note.of("match.seat_handed_on", name=seat.name), gone)


def seat_stand_in(work: UnitOfWork, match: Match, seat: Seat, player: Player, change: SeatChange) -> None:
    """Let a substitute sit down for a time: welcome them, and tell the others and whom they stand in for."""
    owner, gone = seat.player, find_gone(work, match, seat)
    seat_substitute(work, match, seat, player, change)
    note = _note("substitute", player.name, seat.name)
    _tell(work, match, seat, note)
    notify_welcome(work, match, seat, seat.name)
    if owner is not None and change.until is not None:
        day = (change.until - timedelta(seconds=1)).astimezone(find_zone(owner.zone)).date().isoformat()
        own = Note.of("match.seat_lent", name=player.name, day=day, match=match.code)
        write_to_outsider(work, match, owner, own, gone)


def bring_back(work: UnitOfWork, match: Match, seat: Seat, at: datetime | None) -> None:
    """Let the player who left a seat come back to it."""
    come_back(work, match, seat, SeatChange("back", seat.number, at))
    _tell(work, match, seat, _note("back", seat.name, seat.name))
    notify_welcome(work, match, seat, seat.name)


def bring_owner_back(work: UnitOfWork, match: Match, seat: Seat, by: By, at: datetime | None = None) -> None:
    """Let the owner of a seat play again; the substitute goes."""
    substitute, gone = seat.player, find_gone(work, match, seat)
    return_seat(work, match, seat, by, at)
    note = _note("returned", seat.name, seat.name)
    _tell(work, match, seat, note)
    notify_welcome(work, match, seat, seat.name)
    if substitute is not None:
        write_to_outsider(work, match, substitute, Note.of("match.seat_given_back", name=seat.name), gone)


def take_seat_away(work: UnitOfWork, match: Match, seat: Seat, change: SeatChange) -> None:
    """Take a seat from its player, because of the others' vote, of strikes or of a dead mailbox, and tell everybody."""
    former, gone = seat.player, find_gone(work, match, seat)
    vacate_seat(work, match, seat, change)
    note = Note.of(NOTES[change.why], name=seat.name, before=seat.name, house=seat.by_house)
    _tell(work, match, seat, note)
    if former is not None:
        write_to_outsider(work, match, former, lost_note(match, change.why, house=seat.by_house), gone)


def seats_to_settle(context: Context, now: datetime) -> list[int]:
    """List the matches with a substitute whose time is over, or a vacant seat that nobody wanted."""
    over = or_(Seat.substitute_until <= now, Seat.waits_until <= now)
    query = select(Seat.match_id).where(over, ~is_put_off(SweepTask.SEATS, Seat.match_id, now))
    with context.store.reading() as session:
        return list(dict.fromkeys(session.scalars(query.limit(AT_A_TIME))))


def settle_seats_and_tell(work: UnitOfWork, match: Match) -> None:
    """Let substitutes go whose time is over, and let the house player sit down where nobody came."""
    for seat in match.seats:
        if match.state is not MatchState.RUNNING:
            seat.substitute_until = seat.waits_until = None
        elif seat.substitute_until is not None and seat.substitute_until <= work.now:
            bring_owner_back(work, match, seat, "server")
        elif seat.waits_until is not None and seat.waits_until <= work.now and not waits_on(work, match, seat):
            seat_house(work, match, seat)
            note = Note.of(NOTES["waited"], name=seat.name, before=seat.name, house=True)
            _tell(work, match, seat, note)


def _note(why: Why, name: str, before: str) -> Note:
    return Note.of(NOTES[why], name=name, before=before, house=False)


def _tell(work: UnitOfWork, match: Match, seat: Seat, note: Note) -> None:
    work.session.flush()
    notify_seat_news(work, match, seat, note)
