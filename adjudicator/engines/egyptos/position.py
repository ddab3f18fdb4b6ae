"""A position of Egyptos: where the pyramids stand, whose turn it is, and what the draws must remember."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.engines.contract import Seat
from adjudicator.engines.egyptos.plane import Cell
from adjudicator.engines.egyptos.variant import Variant

Colour = int
BLACK: Colour = 0
GOLD: Colour = 1
COLOURS = ("black", "gold")

PYRAMIDS = 12
"""So many each."""

Stones = tuple[tuple[Cell, ...], tuple[Cell, ...]]
"""Black's cells and gold's, each in their order."""

Step = tuple[Cell, ...] | Literal["pass", "swap"]
"""``(cell,)`` lays a pyramid, ``(origin, cell)`` moves one, and there are two words."""

PASS: Literal["pass"] = "pass"  # noqa: S105 - no password
SWAP: Literal["swap"] = "swap"


def cells_of(step: Step) -> tuple[Cell, ...]:
    """List the cells that a step names."""
    return () if isinstance(step, str) else step


Ending = Literal["", "five", "repetition", "cap"]


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that decides how a match may go on."""

    variant: Variant
    black: Seat
    """Who plays black: the seat that began, until a swap."""
    stones: Stones = ((), ())
    moves: int = 0
    """Steps of the moving phase, passes included."""
    last: Step = ()
    seen: str = ""
    """The fingerprints of the positions since the last pyramid was laid."""
    ending: Ending = ""

    @property
    def laid(self) -> int:
        """Count the pyramids on the table, of both colours."""
        return len(self.stones[BLACK]) + len(self.stones[GOLD])

    @property
    def laying(self) -> bool:
        """Tell whether pyramids are still being laid."""
        return len(self.stones[GOLD]) < PYRAMIDS

    @property
    def colour(self) -> Colour:
        """Name the colour that is to move: they alternate, black first, through both phases."""
        return (len(self.stones[BLACK]) + len(self.stones[GOLD]) + self.moves) % 2

    @property
    def may_swap(self) -> bool:
        """Tell whether the second player may take over black now."""
        return self.variant.opening == "swap" and self.laid == 3 and self.last != SWAP and not self.ending

    def seat_of(self, colour: Colour) -> Seat:
        """Name the seat that plays a colour."""
        return self.black ^ colour
