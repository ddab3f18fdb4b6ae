"""The legend of the text boards: which signs are there to be explained."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.engines.pharao.board import Board
from adjudicator.engines.pharao.card_view import CardView, StandingFigure
from adjudicator.engines.pharao.position import BUST, FIGURES, NO_TREASURE, Figure, Trap, Treasure


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign and what its explanation needs. `key` names the macro that explains it."""

    key: str
    mark: str = ""
    worth: Treasure = NO_TREASURE
    letters: tuple[str, ...] = ()


def list_signs(
    squares: Sequence[CardView], board: Board, sides: Sequence[str], lost: Sequence[Figure], trap: Trap | None
) -> Iterator[Sign]:
    """List the signs of a board. `lost` are the figures that the list of players shows by their letters."""
    states, standing = {square.state for square in squares}, [square for square in squares if square.standing]
    drawn = {sign for line in board.lines for sign in line}
    figures = [figure for square in standing for figure in square.figures]
    shown = {
        "edge": True,
        "walls": bool(drawn & {"-", "|"}),
        "chamber_walls": bool(drawn & {"=", "["}),
        "start": True,
        "hidden": "hidden" in states,
        "flipped": "flipped" in states,
        "fallen": "fallen" in states,
        "falls": any(square.falls for square in squares),
        # A card that falls next is marked as such even where the trap came over it.
        f"way_of_{trap}": any(square.struck and not square.falls for square in standing),
    }
    yield from (Sign(key) for key, there in shown.items() if there)
    yield from (Sign(kind.value) for kind in FIGURES if kind in lost or any(one.figure == kind for one in figures))
    yield from _example_of_carrier(figures)
    if lanterns := sorted({seat for square in squares for seat in square.lanterns}):
        yield Sign("lanterns", letters=tuple(sides[seat][0] for seat in lanterns))
    for worth in sorted({treasure for square in squares for treasure in square.treasures}):
        yield Sign("bust" if worth == BUST else "treasure", worth=worth)
    if board.crowded:
        yield Sign("more")


def _example_of_carrier(figures: Sequence[StandingFigure]) -> Iterator[Sign]:
    for figure in figures:
        if figure.carries:
            yield Sign("bust_carried" if figure.carries == BUST else "carried", figure.mark, figure.carries)
            return
