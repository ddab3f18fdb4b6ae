"""A vote to put somebody out of a match who missed their time (C3.8 and record rule R32)."""

from __future__ import annotations

from sqlalchemy import func, select

from adjudicator.match.consent import ProposalKind
from adjudicator.match.course.course import BY_NOBODY, BY_OTHERS
from adjudicator.match.match_terms import TWO
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.matches.clock.match_clock import is_late
from adjudicator.services.matches.rows.proposal_rows import about_seat, open_proposals
from adjudicator.services.matches.seats import proposals
from adjudicator.services.matches.seats.proposals import Wish
from adjudicator.services.matches.seats.seat_changes import people_at
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import EntryKind
from adjudicator.store.tables import EntryRow, Match, Participant, ProposalRow, Seat


def propose_to_expel(work: UnitOfWork, match: Match, seat: Seat, target: Seat) -> ProposalRow:
    """Ask the others to put a player out. Raises `RefusedError`.

    Two persons must want it besides the one whom it is about: the last but one cannot be put out by who then wins.
    """
    if len(match.seats) == TWO or len(people_at(match, without=(seat, target))) == 0:
        raise RefusedError.of(RefusalKey.EXPELS_ALONE)
    if not target.by_person or target.owner_id is not None or not has_missed_time(work, match, target):
        raise RefusedError.of(RefusalKey.NOT_LATE, name=target.name)
    votes = (row for row in open_proposals(work.session, match) if row.kind is ProposalKind.EXPEL)
    if any(about_seat(row) == target.number for row in votes):
        raise RefusedError.of(RefusalKey.EXPEL_OPEN)
    return proposals.open_proposal(
        work, match, Wish(ProposalKind.EXPEL, seat.number, {"seat": target.number}), told=seat
    )


def has_missed_time(work: UnitOfWork, match: Match, seat: Seat) -> bool:
    """Has a player missed the time of their last turn? The running one counts as soon as its time is over."""
    if match.to_move == seat.number and is_late(match):
        return True
    sat_down = select(func.max(Participant.since_entry)).where(
        Participant.match_id == match.id, Participant.seat == seat.number
    )
    since = work.session.scalar(sat_down) or 0
    own_steps = (
        select(EntryRow.how)
        .where(
            EntryRow.match_id == match.id,
            EntryRow.n > since,
            EntryRow.kind == EntryKind.STEP,
            EntryRow.seat == seat.number,
            EntryRow.how.not_in(BY_NOBODY),
        )
        .order_by(EntryRow.n.desc())
        .limit(1)
    )
    return work.session.scalar(own_steps) in BY_OTHERS
