"""Lets plans answer plans: one turn after the other in one ruling, up to a bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from adjudicator.engines.contract import Seat
from adjudicator.match.plans.events import Event, make_events
from adjudicator.match.plans.firing import Firing, Status, fire_plan
from adjudicator.match.plans.habits import Habits
from adjudicator.match.plans.plan import Game, Plan
from adjudicator.match.plans.side import Side
from adjudicator.match.rulings.table import AnyTable

MOST_TURNS: Final = 40
"""Turns that plans play in one ruling; forced ones do not count."""
NOBODYS_HABITS: Final[Mapping[Seat, Habits]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Cascade:
    """All that plans did. `goes_on`: the bound was reached, and the next ruling asks on."""

    table: AnyTable
    firings: tuple[tuple[Seat, Firing], ...]
    plans: Mapping[Seat, Plan]
    """Remainder of each plan."""
    events: tuple[Event, ...]
    goes_on: bool = False


def run_cascade(
    game: Game,
    table: AnyTable,
    plans: Mapping[Seat, Plan],
    events: Sequence[Event],
    habits: Mapping[Seat, Habits] = NOBODYS_HABITS,
) -> Cascade:
    """Ask the plan of the seat to move, then that of the next one, while each ends its turn, by its habits too."""
    left, firings, seen = dict(plans), list[tuple[Seat, Firing]](), tuple(events)
    while (seat := table.to_move) is not None and left.get(seat):
        if len(firings) == MOST_TURNS:
            return Cascade(table, tuple(firings), left, seen, goes_on=True)
        firing = fire_plan(Side(game, table, seat, habits.get(seat, ())), left[seat], seen)
        firings.append((seat, firing))
        left[seat] = firing.rest
        table = firing.table
        seen += make_events(game, firing.played, seen[-1].n if seen else 0)
        if firing.status is not Status.PLAYED:
            break
    return Cascade(table, tuple(firings), left, seen)
