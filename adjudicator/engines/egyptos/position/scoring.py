"""The result of a match: the places, and the row that won."""

from __future__ import annotations

from adjudicator.engines.contract import Outcome
from adjudicator.engines.egyptos.position.bitboard import bitboard_of, winning_row
from adjudicator.engines.egyptos.position.coordinates import Cell
from adjudicator.engines.egyptos.position.position import BLACK, Position


def outcome_of(position: Position) -> Outcome | None:
    """Give places 1 and 2 after a five, 1 and 1 after a draw."""
    if not position.ending:
        return None
    if position.ending != "five":
        return Outcome((1, 1), position.ending)
    winner = position.seat_of(1 - position.colour)
    return Outcome((1, 2) if winner == 0 else (2, 1), position.ending)


def winning_cells(position: Position) -> tuple[Cell, ...]:
    """List the cells of the row that won; none while nobody has."""
    if position.ending != "five":
        return ()
    board = bitboard_of(position.stones)
    bits = board.gold if position.colour == BLACK else board.black
    return tuple(board.cells(winning_row(bits, position.variant.overline)))
