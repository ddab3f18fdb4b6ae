"""Asks the plans of a match when a turn begins, in the transaction of the ruling that ended the one before."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engines.contract import Seat as SeatNumber
from adjudicator.match.plans.cascade import run_cascade
from adjudicator.match.plans.firing import PLAYING, Firing, Status
from adjudicator.match.plans.habits import play_habits
from adjudicator.match.plans.plan import NO_PLAN, Game
from adjudicator.match.rulings.ruling import AnyRuling
from adjudicator.match.rulings.table import AnyTable, Played
from adjudicator.services.matches.plans.plan_reviews import keep_review
from adjudicator.services.matches.plans.played_steps import list_events
from adjudicator.services.matches.plans.sealed_plans import KeptPlan, Outcome, keep_plan, read_habits, read_plan
from adjudicator.services.matches.rows.match_rows import LoadedMatch, save_steps
from adjudicator.services.matches.rows.record_rows import Arrival
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Seat


def answer_by_plans(work: UnitOfWork, loaded: LoadedMatch) -> LoadedMatch:
    """Let the seat to move play its plan, and then the next one; return the match behind that.

    The caller writes the letters. The steps are stored as if letters had come, save for how they came (R9).
    """
    match = loaded.match
    seat = match.seats[match.to_move] if match.to_move is not None else None
    game = Game.of(loaded.engine)
    if seat is None or seat.plan is None or match.state is not MatchState.RUNNING or game is None:
        return loaded
    secret = work.context.secret
    kept = {one.number: read_plan(secret, one) for one in match.seats if one.plan is not None}
    plans = {number: one.plan for number, one in kept.items() if one.plan}
    if not plans.get(seat.number):
        return loaded
    habits = {number: read_habits(secret, match.seats[number]) for number in plans}
    fresh = loaded.fresh
    table, events = loaded.table, list_events(work.session, match, game, plans, fresh)
    while True:
        cascade = run_cascade(game, table, plans, events, habits)
        turn = table.turn
        for number, firing in cascade.firings:
            keep_review(work, match.seats[number], turn, plans[number], firing)
            turn, plans[number] = firing.table.turn, firing.rest
            _keep_rest(secret, match.seats[number], firing, kept[number])  # first: a step may end the match
            if firing.played:
                fresh += save_steps(work, match, firing.table, firing.played, Arrival("plan", work.now))
        table, plans, events = cascade.table, dict(cascade.plans), cascade.events
        if not cascade.goes_on:
            return LoadedMatch(match, loaded.engine, table, fresh)


def act_by_habit(
    work: UnitOfWork, loaded: LoadedMatch, seat: Seat, ruling: AnyRuling
) -> tuple[AnyTable, tuple[Played, ...]]:
    """Play the steps that the habits of a seat want behind those of its letter, and the forced steps after them."""
    game = Game.of(loaded.engine) if seat.habits is not None else None
    if game is None or ruling.table.turn != loaded.table.turn:
        return ruling.table, ()
    return play_habits(game, ruling.table, seat.number, read_habits(work.context.secret, seat), ruling.played)


def _keep_rest(secret: bytes, seat: Seat, firing: Firing, before: KeptPlan) -> None:
    """Keep the rest of a plan, and tell the part that is gone, until its player plays again.

    An answer that is held goes on waiting for its writer while nothing is played.
    """
    held = before.outcome is not None and before.outcome.status is Status.HELD
    if held and firing.status not in PLAYING:
        keep_plan(secret, seat, KeptPlan(NO_PLAN, before.outcome))
        return
    told = firing.status is not Status.PLAYED
    reason = firing.refusal.note if firing.refusal is not None else None
    outcome = Outcome(firing.status, firing.answer, firing.step, reason, firing.not_played, firing.lost)
    keep_plan(secret, seat, KeptPlan(firing.rest, outcome if told else None, before.shown))


def note_own_steps(work: UnitOfWork, match: Match, number: SeatNumber) -> None:
    """Forget the result of the plan of a seat, now that somebody has played for it."""
    seat = match.seats[number]
    if seat.plan is not None:
        kept = read_plan(work.context.secret, seat)
        keep_plan(work.context.secret, seat, replace(kept, outcome=None))


def drop_plans(work: UnitOfWork, match: Match) -> None:
    """Drop the plans of all seats, since steps were taken back; their next letters tell it, with the lines."""
    for seat in match.seats:
        kept = read_plan(work.context.secret, seat)
        if kept.plan:
            keep_review(work, seat, match.turn, kept.plan, None)
            keep_plan(work.context.secret, seat, KeptPlan(NO_PLAN, Outcome(None, lost=kept.plan)))
        elif seat.plan is not None:
            seat.plan = None
