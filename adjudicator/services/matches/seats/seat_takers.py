"""Leaving a seat, taking a vacant one over, and coming back: requests of a player, and whether they are allowed.

`seat_changes` writes the rows and the entries of the record. Every function expects the match under its lock.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy.orm import Session

from adjudicator.match.consent import ProposalKind
from adjudicator.match.course.course import PUT_OUT
from adjudicator.match.course.places import Ending
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.matches.letters import clock_letters
from adjudicator.services.matches.rows.match_ending import finish_match
from adjudicator.services.matches.rows.match_rows import others_play_on
from adjudicator.services.matches.rows.proposal_rows import is_alone, open_proposals
from adjudicator.services.matches.rows.record_rows import VERSION_1
from adjudicator.services.matches.rows.seat_holders import was_here
from adjudicator.services.matches.seats import proposals
from adjudicator.services.matches.seats.proposals import Wish
from adjudicator.services.matches.seats.seat_arrivals import bring_back, bring_owner_back, seat_player
from adjudicator.services.matches.seats.seat_changes import SeatChange, people_at, vacate_seat
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.request_wishes import SeatWish
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Player, Seat


class Taken(StrEnum):
    """Result of asking for a seat."""

    SEATED = "seated"
    BACK = "back"
    ASKED = "asked"
    """The others may object first."""


@dataclass(frozen=True, slots=True)
class SeatWanted:
    """The seat that somebody may take, and whether it was theirs."""

    seat: Seat
    own: bool = False


def resign_seat(work: UnitOfWork, match: Match, seat: Seat, at: datetime | None = None) -> bool:
    """Let a player leave for good; return whether the others play on. Else the match ends."""
    if not others_play_on(match, seat):
        finish_match(work, match, Ending("resigned", seat.number), seat.number, at)
        return False
    vacate_seat(work, match, seat, SeatChange("resigned", seat.number, at))
    work.session.flush()
    clock_letters.notify_bot_plays(work, match, seat)
    if match.record_version != VERSION_1:
        proposals.settle_seats(work, match, seat)
    return True


def find_seat_to_take(session: Session, match: Match, player: Player | None) -> SeatWanted:
    """Find the seat of a match that a person may take over, or come back to. Raises `RefusedError`."""
    if match.state is MatchState.INVITING:
        raise RefusedError.of(RefusalKey.NOT_VACANT, match=match.code, begun=False)
    if match.state is not MatchState.RUNNING:
        raise RefusedError.of(RefusalKey.MATCH_OVER)
    if match.record_version == VERSION_1:
        raise RefusedError.of(RefusalKey.NO_ACTS)
    if player is not None:
        own = _own_seat(session, match, player)
        if own is not None:
            return SeatWanted(own, own=True)
    if match.private:
        raise RefusedError.of(RefusalKey.NO_MATCH, match=match.code)
    vacant = [seat for seat in match.seats if seat.vacant_at is not None]
    if not vacant:
        raise RefusedError.of(RefusalKey.NOT_VACANT, match=match.code, begun=True)
    wanted = {row.seat for row in open_proposals(session, match) if row.kind is ProposalKind.TAKEOVER}
    free = [seat for seat in vacant if seat.number not in wanted]
    if not free:
        raise RefusedError.of(RefusalKey.SEAT_WANTED, match=match.code)
    return SeatWanted(free[0])


def take_seat(work: UnitOfWork, match: Match, player: Player, at: datetime | None = None) -> Taken:
    """Let a person take over a vacant seat, or come back to their own. Raises `RefusedError`.

    In a match among invited people the others may object for three days.
    """
    wanted = find_seat_to_take(work.session, match, player)
    seat = wanted.seat
    if wanted.own:
        _come_back(work, match, seat, at)
        return Taken.BACK
    if is_among_invited(match) and people_at(match):
        values = {"player": player.id, "name": player.name}
        proposals.open_proposal(work, match, Wish(ProposalKind.TAKEOVER, seat.number, values))
        return Taken.ASKED
    seat_player(work, match, seat, player, SeatChange("takeover", "server"))
    proposals.settle_seats(work, match, seat, newcomer=True)
    return Taken.SEATED


def accept_seat(work: UnitOfWork, match: Match, seat: Seat, player: Player, wish: SeatWish) -> None:
    """Let a person whom a player named take their seat, for good or for a while. The others may object first.

    Raises `RefusedError`.
    """
    refuse_known(work, match, player)
    kind = ProposalKind.SUBSTITUTE if wish.until else ProposalKind.HAND_OVER
    values = {"player": player.id, "name": player.name}
    if wish.until:
        values |= {"until": wish.until, "day": wish.day}
    proposals.open_proposal(work, match, Wish(kind, seat.number, values))


def refuse_known(work: UnitOfWork, match: Match, player: Player) -> None:
    """Refuse a person who has, or had, a seat in the match. Raises `RefusedError`."""
    if was_here(work.session, match, player):
        raise RefusedError.of(RefusalKey.WAS_HERE, match=match.code)


def finish_alone(work: UnitOfWork, match: Match, seat: Seat, at: datetime | None = None) -> None:
    """End the match for the only one who stayed. Raises `RefusedError`."""
    proposals.refuse_without_acts(match)
    if not is_alone(match, seat.number):
        raise RefusedError.of(RefusalKey.NOT_ALONE)
    finish_match(work, match, Ending("alone", seat.number), seat.number, at)


def seat_offered(session: Session, match: Match, player: Player | None) -> SeatWanted | None:
    """Find the seat that a person may take over, or come back to; None if there is none for them."""
    try:
        return find_seat_to_take(session, match, player)
    except RefusedError:
        return None


def is_among_invited(match: Match) -> bool:
    """Was every player of the match invited by name? Then nobody else sits down without their leave."""
    return all(seat.house or seat.guest for seat in match.seats if seat.number)


def _own_seat(session: Session, match: Match, player: Player) -> Seat | None:
    """Find the seat that a player left, or for which somebody stands in; None for a newcomer. Raises `RefusedError`."""
    for seat in match.seats:
        if seat.owner_id == player.id:
            return seat
        if seat.player_id != player.id:
            continue
        if seat.vacant_at is None:
            raise RefusedError.of(RefusalKey.SEATED_ALREADY, match=match.code)
        if seat.vacant_why in PUT_OUT:
            raise RefusedError.of(RefusalKey.PUT_OUT, match=match.code)
        return seat
    if was_here(session, match, player):
        raise RefusedError.of(RefusalKey.WAS_HERE, match=match.code)
    return None


def _come_back(work: UnitOfWork, match: Match, seat: Seat, at: datetime | None) -> None:
    if seat.owner_id is not None:
        bring_owner_back(work, match, seat, seat.number, at)
    else:
        bring_back(work, match, seat, at)
    proposals.settle_seats(work, match, seat, newcomer=True)
