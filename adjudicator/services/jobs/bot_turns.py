"""The turns of the house player (the bot): it thinks without a lock, and plays if the match is unchanged by then."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import select

from adjudicator.engines.contract import Level
from adjudicator.match.house.levels import FILLING_IN
from adjudicator.match.rulings.table import AnyTable, Played, play_forced, play_step
from adjudicator.services.context import Context
from adjudicator.services.jobs.house_questions import make_question
from adjudicator.services.matches.deadlines import clock_falls
from adjudicator.services.matches.letters import turn_letters
from adjudicator.services.matches.plans.plan_turns import answer_by_plans, note_own_steps
from adjudicator.services.matches.rows.match_rows import LoadedMatch, load_match, save_steps
from adjudicator.services.matches.rows.record_rows import Arrival
from adjudicator.services.matches.seats import proposals
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Match


def play_bot_turn(context: Context, number: int, now: datetime) -> None:
    """Play the turn of the house player in a match, if it is to move."""
    with context.store.reading() as session:
        match = session.get(Match, number)
        if match is None or not match.house_to_move:
            return
        loaded, seen = load_match(match), match.chain
        question = make_question(context, loaded, level_to_move(match))
    following, played = _play(loaded.table, context.think(question))
    with unit_of_work(context, now) as work:
        match = work.session.scalars(select(Match).where(Match.id == number).with_for_update(of=Match)).one()
        # There was no lock while it thought: a player may have resigned, or another worker played the same turn.
        if match.chain == seen and match.house_to_move:
            seat = match.seats[match.to_move] if match.to_move is not None else None
            steps = save_steps(work, match, following, played, Arrival("house", now))
            note_own_steps(work, match, played[0].seat)
            loaded = answer_by_plans(work, LoadedMatch(match, following.engine, following, steps))
            proposals.note_planned_moves(work, match, loaded.fresh)
            work.session.flush()
            turn_letters.notify_changed(work, loaded)
            if seat is not None:
                clock_falls.count_strike(work, match, seat)


def level_to_move(match: Match) -> Level:
    """Tell how the house player plays the running turn: at its own seat as was chosen, at a person's as it fills in."""
    seat = match.seats[match.to_move] if match.to_move is not None else None
    return FILLING_IN if seat is None or not seat.house or seat.level is None else seat.level


def _play(table: AnyTable, steps: Iterable[str]) -> tuple[AnyTable, list[Played]]:
    """Play the steps of a turn, and those that are forced behind each."""
    played: list[Played] = []
    for step in steps:
        table, entry = play_step(table, table.engine.parse(table.position, step).step)
        table, forced = play_forced(table)
        played += [entry, *forced]
    return table, played
