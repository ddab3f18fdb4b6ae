"""The end of a match: its entry in the record, the result, and nothing more to do for anybody.

A record of version 1 has the ends of `record.v1.match_end`; version 2 computes places and people from its entries
(`match.course.places`). Letters are the caller's next step.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from adjudicator.match.course.places import Ending, end_values
from adjudicator.match.match_result import MATCH_RESULT, EndKind, MatchResult
from adjudicator.match.record.record import By
from adjudicator.match.record.v1 import match_end
from adjudicator.match.record.v1.chain import record_end
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.matches.rows.archive_rows import archive_match
from adjudicator.services.matches.rows.proposal_rows import close_proposals
from adjudicator.services.matches.rows.record_rows import VERSION_1, Act, add_act, course_of
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, PlanReview, Seat


def finish_match(work: UnitOfWork, match: Match, ending: Ending, by: By, at: datetime | None = None) -> None:
    """End a match by a deed of `by`, accepted at `at` (None: now), and clear all that belongs to a running turn."""
    if match.state is not MatchState.RUNNING and ending.cause not in ("awarded", "annulled"):
        raise ValueError(f"match {match.code} is over already")
    over = max(work.now, match.since or work.now)
    match.state = MatchState.FINISHED
    match.finished_at = over
    match.replayed_by = ""
    match.end = (
        _end_v1(match, ending, over) if match.record_version == VERSION_1 else _end_v2(work, match, ending, by, at)
    )
    close_proposals(work, match)
    match_clock.clear_clock(match)
    match.to_move = match.awaited_id = match.overdue_at = None
    match.house_to_move = False
    for seat in match.seats:
        _drop_plan(work, seat)
    match.letters_gone_at = None  # if a ruling had opened it again
    archive_match(work, match)


def _drop_plan(work: UnitOfWork, seat: Seat) -> None:
    """Drop the plan of a seat, and keep it for its player, sealed as it is: they are told what was never asked."""
    if seat.plan is not None and seat.by_person and seat.player_id is not None:
        work.session.add(PlanReview(match_id=seat.match_id, player_id=seat.player_id, sealed=seat.plan))
    seat.plan = None


def _end_v2(work: UnitOfWork, match: Match, ending: Ending, by: By, at: datetime | None) -> MatchResult:
    # It fails in a draft (`inbound.optimistic`): a match cannot end there, as the entries would not be complete.
    work.session.flush()
    work.session.refresh(match, ["entries"])
    course = course_of(match)
    turns = {row.n: row.turn for row in match.entries} | {course.n + 1: match.turn}
    values = end_values(course, ending, turns)
    row = add_act(work, match, Act(by, values, at))
    return MatchResult(
        EndKind(values.cause), values.reason, values.places, values.scores, row.at, row.digest, values.seat
    )


def _end_v1(match: Match, ending: Ending, over: datetime) -> MatchResult:
    entry = record_end(match.chain, _ending_v1(match, ending), over)
    match.chain = entry.digest
    return MATCH_RESULT.convert(msgspec.to_builtins(entry))


def _ending_v1(match: Match, ending: Ending) -> match_end.Ending:
    """Say an end as version 1 does. Its places are not those of R30: its records replay as they did (R46)."""
    seats = len(match.seats)
    match ending.cause, ending.seat:
        case "rules", _ if ending.outcome is not None:
            return match_end.end_by_rules(ending.outcome)
        case "resigned", int(seat) if not any(other.vacant_at for other in match.seats):
            return match_end.end_by_resignation(seat, seats)
        case "resigned", _:
            return match_end.end_by_cancelling("all_resigned")
        case "time", int(seat):
            return match_end.end_by_claim(seat, seats)
        case "agreed", _:
            return match_end.end_by_agreement(seats)
    return match_end.end_by_cancelling()
