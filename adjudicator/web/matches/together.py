"""Decisions that the visitor can take together with the others at a match: proposals, pauses, seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from adjudicator.match.consent import ProposalKind
from adjudicator.match.match_terms import TWO
from adjudicator.services.matches.rows.proposal_rows import is_alone, is_open, pending_proposals, told_proposals
from adjudicator.services.matches.rows.record_rows import VERSION_1
from adjudicator.services.matches.seats.draws import find_objection
from adjudicator.services.matches.seats.undos import find_possible_undo
from adjudicator.services.matches.view.own_undo import may_undo
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Seat
from adjudicator.texts.facts.letter_facts import Proposal
from adjudicator.web.matches.match_view import MatchView


@dataclass(frozen=True, slots=True)
class Together:
    """The choices of a player at a running match."""

    proposals: Sequence[Proposal]
    may_draw: bool
    undo: Sequence[str]
    """The steps of turns that are over which the visitor may take back, or ask to."""
    undo_asks: bool
    """Whether the others are asked about that."""
    paused: bool
    may_pause: bool
    others: Sequence[tuple[int, str]]
    """The players who can be put out, with the number that the command takes; empty where nobody can."""
    may_hand_over: bool
    may_finish: bool


def find_choices(session: Session, view: MatchView) -> Together | None:
    """List what the visitor may decide with the others; None for a spectator, or where nothing can be decided."""
    match = view.match
    if view.seat is None or view.resigned or match.state is not MatchState.RUNNING:
        return None
    if match.record_version == VERSION_1:
        return None
    rows = pending_proposals(session, match)
    own = any(row.kind is ProposalKind.UNDO and is_open(row) and row.seat == view.number for row in rows)
    wanted = None if own or may_undo(match, view.seat) else find_possible_undo(match, view.seat)
    return Together(
        proposals=view.scene.proposals(told_proposals(session, match)),
        may_draw=find_objection(session, match, view.seat) is None,
        undo=[view.write(step) for step in wanted.steps] if wanted else (),
        undo_asks=bool(wanted and wanted.asked),
        paused=any(not is_open(row) for row in rows),
        may_pause=not any(row.kind is ProposalKind.PAUSE for row in rows),
        others=_others(match, view.seat),
        may_hand_over=view.seat.owner_id is None,
        may_finish=is_alone(match, view.number),
    )


def _others(match: Match, own: Seat) -> list[tuple[int, str]]:
    """List whom the others may put out: at three or more, where two persons are left to want it."""
    others = [seat for seat in match.seats if seat is not own and seat.by_person]
    if len(match.seats) == TWO or len(others) < TWO:
        return []
    return [(seat.number + 1, seat.name) for seat in others]
