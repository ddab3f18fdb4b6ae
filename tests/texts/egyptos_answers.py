"""What a board of Egyptos says to the questions of `testkit.engines.egyptos_questions`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from testkit.engines.questions import told
from tests.engines.egyptos.board_reader import Told, read_board

__all__ = ["FIND", "deed", "read_board"]


def _turn(board: Told) -> str:
    return board.turn


def _colour(board: Told) -> str:
    return next(colour for colour, name in board.players.items() if name == "you")


def _left(board: Told, colour: str) -> str:
    return str(12 - len(board.stones[colour]))


def _cell(board: Told, cell: str) -> str:
    return told(colour for colour, cells in board.stones.items() if cell in cells)


def _last(board: Told) -> str:
    return board.last


def _count(board: Told, colour: str) -> str:
    return str(len(board.stones[colour]))


def _touches(board: Told, cell: str) -> str:
    return "yes" if cell in board.touching else "no"


def _row(board: Told, colour: str, row: str) -> str:
    return told(cell for cell in board.stones[colour] if cell[1:] == row)


def _highest(board: Told, colour: str) -> str:
    return str(max((int(cell[1:]) for cell in board.stones[colour]), default="none"))


FIND: Mapping[str, Callable[..., str]] = {
    "turn": _turn,
    "colour": _colour,
    "left": _left,
    "cell": _cell,
    "last": _last,
    "count": _count,
    "touches": _touches,
    "row": _row,
    "highest": _highest,
}


def deed(order: str) -> str:
    """Give the pattern of the words that say that an order can be given now."""
    if order == "swap":
        return r"You may exchange the colours instead\."
    origin, _, goal = order.partition(" ")
    return rf"You are to move .*Pyramids that can move: [^.]*\b{origin}\b" if goal else r"You are to lay a"
