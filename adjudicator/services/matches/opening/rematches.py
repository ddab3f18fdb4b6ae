"""Rematches: when a match is over, its players may begin another one like it.

It begins as soon as all people who still sat at the table have asked for it, with the same rules and time; who had the
first seat has the last one. Two weeks after the end nobody can ask any more. Whoever does not want to costs the others
nothing but an open seat: `rematch open` begins the match with those who asked, and anybody may take the other seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import msgspec

from adjudicator.engines.contract import Level, Note
from adjudicator.match.house.levels import usual_level
from adjudicator.match.record.given_salt import give_word
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.matches.letters import opening_letters
from adjudicator.services.matches.opening.lobby import MatchSetup, build_match, start_when_full
from adjudicator.services.matches.opening.tied_seed import draw_seed, give_salt, seed_digest
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState, SeatState
from adjudicator.store.tables import Match, Seat

LASTS: Final = timedelta(days=14)
LONGEST_WORD = 200


@dataclass(frozen=True, slots=True)
class Wish:
    """A player's request for a rematch."""

    opened: bool = False
    """Whether it begins at once, with open seats for those who have not asked."""
    word: str = ""
    """For the deal. The seed is drawn when the first of them asks, so it is fixed before the others say a word."""
    level: Level | None = None
    """How the house player plays; None: as before. It counts if the match begins with this wish."""


def ask_rematch(work: UnitOfWork, match: Match, seat: Seat, wish: Wish) -> Note:
    """Ask for another match, and begin it if all have. Return the note for the receipt. Raises `RefusedError`."""
    _refuse(match, seat, work.now)
    if wish.level is not None and not any(one.house for one in match.seats):
        raise RefusedError.of(RefusalKey.NO_HOUSE_SEAT)
    waiting = [one for one in _people(match) if one is not seat and one.rematch_at is None]
    if waiting and wish.opened and match.private:
        raise RefusedError.of(RefusalKey.PRIVATE_MATCH)
    first = seat.rematch_at is None
    seat.rematch_at = work.now
    seat.rematch_word = wish.word[:LONGEST_WORD] or seat.rematch_word
    if not match.rematch_drawn:
        match.rematch_drawn = draw_seed(work).code
    if wish.opened or not waiting:
        return Note.of("match.rematch_opened", match=_open(work, match, wish.level).code, waits=bool(waiting))
    until = (match.finished_at or work.now) + LASTS
    if first:
        digest = seed_digest(work, match.rematch_drawn)
        opening_letters.notify_rematch(work, match, seat, waiting, opening_letters.RematchTerms(until, digest))
    return Note.of("match.rematch_asked", names=tuple(one.name for one in waiting), day=f"{until:%Y-%m-%d}")


def may_ask(match: Match, seat: Seat | None, now: datetime) -> bool:
    """May the player of a seat ask for a rematch, and have they not yet?"""
    if seat is None or seat.rematch_at is not None:
        return False
    try:
        _refuse(match, seat, now)
    except RefusedError:
        return False
    return True


def is_rematch_asked(match: Match, seat: Seat) -> bool:
    """Did others ask for a rematch of a match that is over, and the player of this seat not?"""
    return seat.rematch_at is None and any(one.rematch_at is not None for one in match.seats)


def _refuse(match: Match, seat: Seat, now: datetime) -> None:
    if match.state is not MatchState.FINISHED:
        raise RefusedError.of(RefusalKey.NOT_OVER)
    if match.rematch:
        raise RefusedError.of(RefusalKey.REMATCHED, match=match.rematch)
    if not seat.by_person:
        raise RefusedError.of(RefusalKey.LEFT_BEFORE)
    if match.finished_at is None or now >= match.finished_at + LASTS:
        raise RefusedError.of(RefusalKey.REMATCH_OVER)


def _people(match: Match) -> Sequence[Seat]:
    """List the seats whose players are asked: those who left the match are not."""
    return [seat for seat in match.seats if seat.by_person]


def _open(work: UnitOfWork, match: Match, level: Level | None) -> Match:
    terms = match_clock.terms_of(match)
    chosen = level or terms.house or usual_level(alone=sum(not seat.house for seat in match.seats) == 1)
    terms = msgspec.structs.replace(terms, house=chosen)
    wish = MatchSetup(
        match.rules, match.options, match.days, (), match.rematch_drawn, agreed=terms, private=match.private
    )
    again = build_match(work, wish)
    turned = [*match.seats[1:], match.seats[0]]
    # The player who asked comes first where a seat stays open: the first seat decides about the others.
    start = next((at for at, seat in enumerate(turned) if seat.by_person and seat.rematch_at is not None), 0)
    turned = [*turned[start:], *turned[:start]]
    again.seats = [_again(number, seat, level or seat.level or chosen) for number, seat in enumerate(turned)]
    words = {seat.player_id: seat.rematch_word for seat in match.seats}
    for seat in again.seats:
        if seat.player is not None:
            give_salt(work, seat, again.code, give_word(words.get(seat.player.id, "")))
    match.rematch = again.code
    work.session.add(again)
    work.session.flush()
    if not start_when_full(work, again):
        opening_letters.notify_waiting(work, again, again.seats[0])
    return again


def _again(number: int, seat: Seat, level: Level) -> Seat:
    """Seat the same player, or the house player again; leave the seat of somebody who did not ask open."""
    if seat.by_person and seat.rematch_at is not None:
        return Seat(number=number, player=seat.player, state=SeatState.JOINED)
    if seat.by_person:
        return Seat(number=number, state=SeatState.INVITED, guest="")
    return Seat(number=number, house=True, level=level, state=SeatState.JOINED)
