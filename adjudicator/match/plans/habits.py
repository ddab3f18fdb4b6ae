"""Habits: steps that a seat wants done for it whenever they come up. They never choose where to play.

They act behind the steps of a letter or an answer that stands, and never behind a refusal. A plan comes before them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from adjudicator.engines.abilities import offers
from adjudicator.engines.contract import AnyPosition, AnyStep, Seat
from adjudicator.engines.planning import HasHabits
from adjudicator.match.plans.events import make_events
from adjudicator.match.plans.plan import Game
from adjudicator.match.rulings.table import AnyTable, Played, play_forced, play_step

MOST_HABITS: Final = 20
MOST_STEPS: Final = 24
"""Steps by habits in one turn."""

Habits: TypeAlias = tuple[str, ...]
"""The habits of a seat, in canonical words."""
NO_HABITS: Final[Habits] = ()


def habits_of(game: Game) -> HasHabits[AnyPosition, AnyStep] | None:
    """Return the engine, if its game has habits."""
    engine = game.engine
    return engine if offers(engine, HasHabits[AnyPosition, AnyStep]) else None


def add_habit(game: Game, habits: Habits, habit: str) -> Habits:
    """Add a habit in the place of the one that it replaces. Raises `ValueError` for too many."""
    engine = habits_of(game)
    kept = tuple(one for one in habits if engine is not None and not engine.replaces(habit, one))
    if len(kept) == MOST_HABITS:
        raise ValueError(f"a seat has {MOST_HABITS} habits at most")
    return (*kept, habit)


def complete_step(game: Game, position: AnyPosition, step: str, habits: Habits) -> str:
    """Complete a planned step that leaves out a choice that a habit decides; return it as it is if none does."""
    engine = habits_of(game)
    return (engine.complete(position, step, habits) if engine is not None and habits else None) or step


def play_habits(
    game: Game, table: AnyTable, seat: Seat, habits: Habits, before: Sequence[Played] = ()
) -> tuple[AnyTable, tuple[Played, ...]]:
    """Play what habits want in the turn of a seat, and what is then forced. `before` was played in the same turn."""
    engine, turn = habits_of(game), table.turn
    played: list[Played] = []
    while engine is not None and habits and table.to_move == seat and table.turn == turn and len(played) < MOST_STEPS:
        peeked = any(event.great for event in make_events(game, (*before, *played), 0))
        step = engine.habit_step(table.position, habits, peeked=peeked)
        if step is None or step not in table.legal_steps:
            break
        table, entry = play_step(table, step, forced=table.only_step() is not None)
        table, forced = play_forced(table)
        played += [entry, *forced]
    return table, tuple(played)
