"""The turn of a seat that the house player plays: its steps, as orders, until another seat decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.engines.contract import Level, P, S
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.house.bot import Spent, choose_step
from adjudicator.match.rulings.table import Table, play_forced, play_step


def choose_turn(
    table: Table[P, S],
    seed: bytes,
    level: Level,
    budget: Callable[[], Spent],
    most: int | None = None,
    past: Sequence[P] = (),
) -> tuple[str, ...]:
    """Choose the steps of the seat to move, in canonical notation; not those that are forced.

    `budget` makes a new budget for each step, and `most` ends the turn early. What chance decides follows from the
    `seed`, so that a repeat with the same work is the same. `past` has the positions with which the latest turns began.
    """
    seat, chosen, dealer = table.to_move, list[str](), SeededDealer(seed)
    while seat is not None and table.to_move == seat and (most is None or len(chosen) < most):
        step = choose_step(table.engine, table.position, seat, dealer=dealer, until=budget(), level=level, past=past)
        chosen.append(table.engine.format(step))
        table, _ = play_step(table, step)
        table, _ = play_forced(table)
    return tuple(chosen)
