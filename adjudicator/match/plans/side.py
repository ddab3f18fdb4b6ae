"""One seat at a table, as plans see it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.engines.contract import Seat, View
from adjudicator.match.plans.habits import Habits
from adjudicator.match.plans.plan import Game
from adjudicator.match.rulings.table import AnyTable


@dataclass(frozen=True, slots=True)
class Side:
    """A seat, the match as it is, and the seat's habits, which complete its answers and end its turns."""

    game: Game
    table: AnyTable
    seat: Seat
    habits: Habits = ()

    @property
    def may_play(self) -> bool:
        """Tell whether it is the seat's turn."""
        return self.table.to_move == self.seat

    @property
    def view(self) -> View:
        """Everything that the seat may know."""
        return self.table.engine.view(self.table.position, self.seat)

    def at(self, table: AnyTable) -> Side:
        """Return the same seat at another table."""
        return replace(self, table=table)
