"""What a seat may see of a position, laid out for the boards. Templates draw it and decide nothing."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.engines.contract import Seat, View
from adjudicator.engines.svg_layout import Placed, place_down

from adjudicator_nim.play import written
from adjudicator_nim.position import RULES, Position, Step, heap_name

CELL = 40


@dataclass(frozen=True, slots=True)
class Heap:
    """One heap of a board."""

    name: str
    left: int

    @property
    def stones(self) -> str:
        """Draw its stones in a line of text."""
        return " ".join("o" * self.left)


@dataclass(frozen=True, slots=True)
class Stone:
    """One stone of the picture, and the order that a click on it stands for."""

    x: int
    y: int
    order: str


@dataclass(frozen=True, slots=True)
class NimView(View):
    """The heaps, which everybody sees."""

    heaps: tuple[Heap, ...]
    last: str
    """The last step as an order; empty before the first."""
    labels: tuple[Placed[str], ...]
    """The names of the heaps, where the picture shows them."""
    stones: tuple[Stone, ...]
    width: int
    height: int


def view_of(position: Position, seat: Seat | None) -> NimView:
    """Show a position to a seat (None: to a spectator). A game with secrets leaves out what the seat may not see."""
    return NimView(
        rules=RULES.key,
        seat=seat,
        to_move=position.turn if any(position.heaps) else None,
        sides=("", ""),
        heaps=tuple(Heap(heap_name(heap), left) for heap, left in enumerate(position.heaps)),
        last=written(position.last) if position.last else "",
        labels=place_down(map(heap_name, range(len(position.heaps))), CELL // 2, CELL, CELL),
        stones=_stones(position),
        width=CELL * 9,
        height=CELL * (len(position.heaps) + 1),
    )


def _stones(position: Position) -> tuple[Stone, ...]:
    """Place the stones; a click on one takes it and those to the right of it."""
    return tuple(
        Stone(CELL * (number + 2), CELL * (heap + 1), written(Step(heap, left - number)))
        for heap, left in enumerate(position.heaps)
        for number in range(left)
    )
