"""The rows of proposals: those that wait for consent, who is asked, and how a proposal is said."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, or_, select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import Note
from adjudicator.match.consent import RULES, ProposalKind, ProposalOutcome
from adjudicator.match.match_terms import TWO
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match, Player, ProposalRow

ARRIVALS = frozenset({ProposalKind.TAKEOVER, ProposalKind.HAND_OVER, ProposalKind.SUBSTITUTE})
"""Proposals that a person sit down, whom their values name."""
GIVEN_UP = "given_up"
"""Among the values of such a proposal: that person does not want the seat any more."""

# Built once, as every letter to a seat executes it (see `inbound.intake`).
_PENDING = (
    select(ProposalRow)
    .where(
        ProposalRow.match_id == bindparam("match"),
        or_(ProposalRow.decides_at.is_not(None), ProposalRow.outcome == ProposalOutcome.OPEN),
    )
    .order_by(ProposalRow.number)
)
_LAST = (
    select(ProposalRow)
    .where(ProposalRow.match_id == bindparam("match"), ProposalRow.kind == bindparam("kind"))
    .order_by(ProposalRow.number.desc())
    .limit(1)
)
DECLINED = "declined"
"""Value of a draw that was refused by a move: the turn of that move."""


def pending_proposals(session: Session, match: Match) -> Sequence[ProposalRow]:
    """List the open proposals of a match, and the pause that runs."""
    return session.scalars(_PENDING, {"match": match.id}).all() if match.proposal_count else ()


def open_proposals(session: Session, match: Match) -> list[ProposalRow]:
    """List the proposals of a match that are not decided."""
    return [row for row in pending_proposals(session, match) if is_open(row)]


def told_proposals(session: Session, match: Match) -> Sequence[ProposalRow]:
    """List what letters of the running turn tell: what is pending, and a draw that a move has just refused."""
    pending = pending_proposals(session, match)
    last = last_proposal(session, match, ProposalKind.DRAW)
    declined = last.values.get(DECLINED) if last is not None else None
    if last is None or not isinstance(declined, int) or match.turn > declined + 1 or last in pending:
        return pending
    return (*pending, last)


def last_proposal(session: Session, match: Match, kind: ProposalKind) -> ProposalRow | None:
    """Find the newest proposal of a kind."""
    if not match.proposal_count:
        return None
    return session.scalars(_LAST, {"match": match.id, "kind": kind}).first()


def find_arrival(session: Session, match: Match, player: Player) -> ProposalRow | None:
    """Find the open proposal to let a person sit down who has asked for that, or has agreed to it."""
    arrivals = (row for row in open_proposals(session, match) if row.kind in ARRIVALS)
    return next((row for row in arrivals if row.values["player"] == player.id), None)


def running_pause(session: Session, match: Match, now: datetime) -> ProposalRow | None:
    """Find the pause that runs; `decides_at` is its end. One that is over may be pending until the sweep tells it."""
    pending = pending_proposals(session, match)
    return next((row for row in pending if not is_open(row) and row.decides_at and row.decides_at > now), None)


def count_pauses(session: Session, match: Match) -> int:
    """Count the pauses that were agreed to. One that a player ended early does not count."""
    query = select(ProposalRow).where(ProposalRow.match_id == match.id, ProposalRow.kind == ProposalKind.PAUSE)
    agreed = session.scalars(query.where(ProposalRow.outcome == ProposalOutcome.AGREED))
    return sum("resumed" not in row.values for row in agreed)


def close_proposals(work: UnitOfWork, match: Match) -> None:
    """Close the open proposals: the match is over."""
    for row in pending_proposals(work.session, match):
        if is_open(row):
            row.outcome, row.closed_at = ProposalOutcome.OVERTAKEN, work.now
        row.decides_at = None


def is_alone(match: Match, seat: int | None) -> bool:
    """Have all others left a match of three or more? Then who stayed may end it."""
    others = [other for other in match.seats if other.number != seat]
    mine = seat is not None and match.seats[seat].by_person
    return mine and len(match.seats) > TWO and all(other.vacant_at is not None for other in others)


def is_open(row: ProposalRow) -> bool:
    """Is a proposal not decided yet?"""
    return row.outcome is ProposalOutcome.OPEN


def stands(match: Match, row: ProposalRow) -> bool:
    """Is it an offer of a draw between two, which stands until it is answered or the other one moves?"""
    return row.kind is ProposalKind.DRAW and len(match.seats) == TWO


def may_draw(match: Match) -> bool:
    """May people agree on a draw here? At least two play, and nobody for another (R24): it is not theirs to give up."""
    stand_ins = any(seat.owner_id is not None for seat in match.seats)
    return sum(seat.by_person for seat in match.seats) >= TWO and not stand_ins


def vote_ends(row: ProposalRow) -> datetime:
    """Return when a vote that needs everybody's yes lapses."""
    return row.opened_at + RULES[row.kind].lapses_after


def about_seat(row: ProposalRow) -> int | None:
    """Return the seat that a proposal is about, if it is another one than its asker's."""
    seat = row.values.get("seat")
    return seat if isinstance(seat, int) else None


def seats_asked(match: Match, row: ProposalRow) -> tuple[int, ...]:
    """List the seats whose consent a proposal needs: the persons who are neither its asker nor whom it is about."""
    left_out = {row.seat, about_seat(row)}
    return tuple(seat.number for seat in match.seats if seat.by_person and seat.number not in left_out)


def seats_to_answer(match: Match, row: ProposalRow) -> tuple[int, ...]:
    """List the seats that are asked and have not answered."""
    answered = {answer.seat for answer in row.answers}
    return tuple(seat for seat in seats_asked(match, row) if seat not in answered) if is_open(row) else ()


def proposal_note(match: Match, row: ProposalRow) -> Note:
    """Say a proposal, or the pause that runs."""
    if not is_open(row) and row.decides_at is not None:
        resumed = "resumed" in row.values
        day = row.decides_at.date().isoformat() if resumed else str(row.values["day"])
        return Note.of("match.paused", day=day, resumed=resumed)
    if DECLINED in row.values:
        return Note.of("match.draw_declined", seat=row.seat)
    return said_note(match, row)


def said_note(match: Match, row: ProposalRow) -> Note:
    """Describe a proposal, decided or not."""
    values, late = row.values, about_seat(row)
    name, day = str(values.get("name", "")), str(values.get("day", ""))
    match row.kind:
        case ProposalKind.PAUSE:
            return Note.of("match.asks_pause", seat=row.seat, day=day)
        case ProposalKind.DRAW | ProposalKind.UNDO:
            return _board_note(match, row)
        case ProposalKind.EXPEL if late is not None:
            return Note.of("match.asks_expel", seat=row.seat, late_seat=late)
        case ProposalKind.TAKEOVER:
            return Note.of("match.asks_takeover", seat=row.seat, name=name)
        case ProposalKind.SUBSTITUTE:
            return Note.of("match.asks_substitute", seat=row.seat, name=name, day=day)
    return Note.of("match.asks_hand_over", seat=row.seat, name=name)


def steps_asked(row: ProposalRow) -> tuple[str, ...]:
    """List the steps that a player wants to take back."""
    steps = row.values["steps"]
    return tuple(map(str, steps)) if isinstance(steps, list) else ()


def _board_note(match: Match, row: ProposalRow) -> Note:
    """Describe steps to be taken back; or a draw: who agrees on it, who shares the first place, or stands behind."""
    if row.kind is ProposalKind.UNDO:
        return Note.of("match.asks_undo", seat=row.seat, steps=steps_asked(row))
    by_others = [seat for seat in match.seats if not seat.by_person]
    left = any(seat.vacant_at is not None for seat in by_others)
    house = any(seat.vacant_at is None for seat in by_others)
    two, day = stands(match, row), vote_ends(row).date().isoformat()
    return Note.of("match.asks_draw", seat=row.seat, two=two, day=day, house=house, left=left)
