"""A position of Egyptos: the pyramids, the player to move, and the history that draws depend on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from adjudicator.engines.contract import Seat
from adjudicator.engines.egyptos.position.coordinates import Cell
from adjudicator.engines.egyptos.position.rules import Variant

Colour: TypeAlias = int
BLACK: Colour = 0
GOLD: Colour = 1
COLOURS = ("black", "gold")

PYRAMIDS = 12
"""The pyramids of each colour."""

Stones: TypeAlias = tuple[tuple[Cell, ...], tuple[Cell, ...]]
"""Black's cells and gold's, each in their order."""


class Word(StrEnum):
    """A step that names no cell."""

    PASS = "pass"  # noqa: S105 - no password
    SWAP = "swap"


# Steps with cells are bare tuples: of the hundreds that are listed a turn, a class would take eight times as long.
Lay: TypeAlias = tuple[Cell]
"""The cell to lay a pyramid on."""
Move: TypeAlias = tuple[Cell, Cell]
"""The cell that a pyramid leaves, and the one that it goes to."""
Step: TypeAlias = Lay | Move | Word


def cells_of(step: tuple[Cell, ...] | Word) -> tuple[Cell, ...]:
    """List the cells that a step names."""
    return () if isinstance(step, Word) else step


Ending: TypeAlias = Literal["", "five", "repetition", "cap"]


@dataclass(frozen=True, slots=True)
class Position:
    """The complete state of a match."""

    variant: Variant
    black: Seat
    """Who plays black: the seat that began, until a swap."""
    stones: Stones = ((), ())
    moves: int = 0
    """Steps of the moving phase, passes included."""
    last: tuple[Cell, ...] | Word = ()
    """The last step; no cells before the first one."""
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
        return self.variant.opening == "swap" and self.laid == 3 and self.last != Word.SWAP and not self.ending

    def seat_of(self, colour: Colour) -> Seat:
        """Name the seat that plays a colour."""
        return self.black ^ colour
