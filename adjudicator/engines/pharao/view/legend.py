"""The legend of the text map: which signs are there to be explained."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao.position.position import BUST, FIGURES, Figure
from adjudicator.engines.pharao.view.board import Board
from adjudicator.engines.pharao.view.card_view import CardView, StandingFigure


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign. `key` names the macro that explains it, `letters` are the signs of its kind that are there."""

    key: str
    letters: tuple[str, ...] = ()


def list_signs(
    squares: Sequence[CardView], board: Board, sides: Sequence[str], lost: Sequence[tuple[Seat, Figure]]
) -> Iterator[Sign]:
    """List the signs of a board. `lost` are the figures that the list of players shows by their signs."""
    states = {square.state for square in squares}
    figures = [figure for square in squares for figure in square.figures]
    treasures = {treasure for square in squares for treasure in square.treasures}
    shown = {
        "ways": any(square.ways for square in squares),
        "openings": any(square.stubs for square in squares),
        "start": True,
        "corridor": any(square.state == "corridor" and not square.inside for square in squares),
        "occupied": any(square.state == "corridor" and square.inside for square in squares),
        "chamber": any(square.chamber for square in squares),
        "hidden": "hidden" in states,
        "flipped": "flipped" in states,
        "fallen": "fallen" in states,
        "falls": any(square.falls for square in squares),
    }
    yield from (Sign(key) for key, there in shown.items() if there)
    for kind in FIGURES:
        there = sorted(
            {figure.seat for figure in figures if figure.figure is kind} | {seat for seat, one in lost if one is kind}
        )
        if there:
            yield Sign(kind.value, tuple(StandingFigure(seat, kind).mark for seat in there))
    if lanterns := sorted({seat for square in squares for seat in square.lanterns}):
        yield Sign("lanterns", tuple(sides[seat][0] for seat in lanterns))
    if treasures - {BUST}:
        yield Sign("treasures")
    if BUST in treasures:
        yield Sign("bust")
    if board.crowded:
        yield Sign("more")
    if board.has_signs_below:
        yield Sign("below")
    yield Sign("edge")
