"""Positions drawn as rows of the pyramid, and matches played in orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engines.cheops import ENGINE
from adjudicator.engines.cheops.position.laws import Law
from adjudicator.engines.cheops.position.pieces import COLOURS, FACE_DOWN_LAW, Board, put_piece
from adjudicator.engines.cheops.position.position import LawsInPlay, Player, Position, Turn
from adjudicator.engines.cheops.position.pyramid import CELL_BY_NAME, CELL_NAMES, CELLS
from adjudicator.engines.contract import Note, Outcome, Result, Seat, StepError

LAW_CELLS = ("C3", "C5", "C7", "E3", "E5", "G3")
TABLES: dict[str, list[list[int | str]]] = {
    "R": [[10], [10], [5, 15], [15], ["x", 5]],
    "G": [[5], [10], [15], [20], [25]],
    "B": [[0], [0], [0], [10], [40]],
    "O": [[10, 20], [10, 20], [5, 15], [10, 25], [15, 30]],
    "N": [[5], [5], [5], [5], [15]],
    "M": [[25], [20], [15], [10], [5]],
}


def plain_deal(seats: int = 2, laws: Sequence[int] = (1, 2, 3, 4, 5, 6), first: int = 0) -> dict[str, Any]:
    """Deal without chance: colours in turn along the rows, families in turn down the stacks."""
    cells = [name for name in CELL_NAMES if name not in LAW_CELLS]
    tiles = [number % 4 + 1 for number in range(64 - 4 * seats)]
    return {
        "first": first,
        "tables": {colour: [list(entry) for entry in table] for colour, table in TABLES.items()},
        "treasures": {name: COLOURS[number % 6] for number, name in enumerate(cells)},
        "laws": dict(zip(LAW_CELLS, laws, strict=True)),
        "stacks": [tiles[number::3] for number in range(3)],
        "law7": 20,
    }


def begin(seats: int = 2, laws: Sequence[int] = (1, 2, 3, 4, 5, 6), first: int = 0, **options: Any) -> Position:
    """Lay out a match from the plain deal."""
    return ENGINE.setup(options, seats, plain_deal(seats, laws, first))


def drawn(
    rows: str = "",
    *,
    seats: int = 2,
    seat: Seat = 0,
    hands: Sequence[str] = (),
    cash: Sequence[int] = (),
    kept: Sequence[str] = (),
    held: Sequence[Sequence[int]] = (),
    covered: Mapping[str, int] | None = None,
    under: Mapping[str, int] | None = None,
    laws: LawsInPlay | None = None,
    hidden: Mapping[str, int] | None = None,
    turn: Mapping[str, Any] | None = None,
    put: Mapping[str, Any] | None = None,
    **options: Any,
) -> Position:
    """Draw a position: rows from the left (``A 1 2 . V``, a dot for what the plain deal has there, the rest too), and
    what lies before the seats, one after the other; `kept` are texts like ``RRG``. `put` replaces anything else.
    """
    position = begin(seats, **options)
    board = _board(position.board, rows)
    face_down = {cell: law for cell, law in position.hidden if board[cell] == FACE_DOWN_LAW}
    face_down |= {CELL_BY_NAME[name]: Law(law) for name, law in (hidden or {}).items()}
    for cell in face_down:
        board = put_piece(board, cell, FACE_DOWN_LAW)
    laws = laws or LawsInPlay()
    course: dict[str, Any] = dict(turn or {})
    course |= {name: Law(course[name]) for name in ("law", "waiting") if name in course}
    return replace(
        position,
        board=board,
        hidden=tuple(sorted(face_down.items())),
        players=tuple(_players(seats, hands, cash, kept, held)),
        covered=_by_colour(covered),
        laws=laws._replace(under=tuple(map(Law, _by_colour(under)))) if under else laws,
        turn=Turn(seat, **course),
        **(put or {}),
    )


def laid_laws(
    market: Sequence[int] = (), *, third: bool = False, over: tuple[int, int] | None = None, box: Sequence[int] = ()
) -> LawsInPlay:
    """Lay laws by their numbers, besides those under the price tables."""
    return LawsInPlay(market=tuple(map(Law, market)), third=third, over=over, box=tuple(map(Law, box)))


def taking(law: int, **drawing: Any) -> Position:
    """Draw a position where seat 0 has just turned a law over with its normal tile."""
    turn = {"law": law, "taken": True, "laid": True} | drawing.pop("turn", {})
    rows = drawing.pop("rows", "A . . 1 2 3\nB . . 4 1\nC . . 2")
    return drawn(rows, turn=turn, hands=drawing.pop("hands", ("134", "1234")), **drawing)


def cleared(rest: str = "", **drawing: Any) -> Position:
    """Draw a position where families and neighbours hold the whole pyramid but for some cells (``K1=R J2=G``)."""
    position = drawn(hidden={}, **drawing)
    board = Board("V" * len(position.board))
    for name, piece in (pair.split("=") for pair in rest.split()):
        board = put_piece(board, CELL_BY_NAME[name], piece)
    hidden = tuple((cell, Law(4)) for cell in CELLS if board[cell] == FACE_DOWN_LAW)
    return replace(position, board=board, hidden=hidden)


def _board(board: Board, rows: str) -> Board:
    for line in rows.strip().splitlines():
        row, *pieces = line.split()
        for place, piece in enumerate(pieces, 1):
            if piece != ".":
                board = put_piece(board, CELL_BY_NAME[f"{row}{place}"], piece)
    return board


def _players(
    seats: int, hands: Sequence[str], cash: Sequence[int], kept: Sequence[str], held: Sequence[Sequence[int]]
) -> list[Player]:
    def nth(values: Sequence[Any], seat: Seat, default: Any) -> Any:
        return values[seat] if seat < len(values) else default

    return [
        Player(
            cash=nth(cash, seat, 0),
            hand=nth(hands, seat, "1234"),
            kept=tuple(nth(kept, seat, "").count(colour) for colour in COLOURS),
            laws=tuple(map(Law, nth(held, seat, ()))),
        )
        for seat in range(seats)
    ]


def _by_colour(numbers: Mapping[str, int] | None) -> tuple[int, ...]:
    return tuple((numbers or {}).get(colour, 0) for colour in COLOURS)


def step(position: Position, order: str) -> Result[Position]:
    """Play an order."""
    return ENGINE.apply(position, ENGINE.parse(position, order).step)


def play(position: Position, orders: str) -> Position:
    """Play orders, divided by semicolons."""
    for order in orders.split(";"):
        position = step(position, order.strip()).position
    return position


def notes_of(position: Position, order: str) -> dict[str, Note]:
    """Play an order and give what is told of it, by key."""
    return {note.key.removeprefix("cheops."): note for note in step(position, order).notes}


def written(position: Position, beginning: str = "") -> list[str]:
    """Write the legal steps, all or those with the same beginning."""
    return [order for order in map(ENGINE.format, ENGINE.legal_steps(position)) if order.startswith(beginning)]


def refused(position: Position, order: str, kind: type[StepError] = StepError) -> Note:
    """Give the reason for which an order is refused."""
    with pytest.raises(kind) as raised:
        ENGINE.parse(position, order)
    assert set(raised.value.nearest) <= set(written(position))
    return raised.value.reason


def reason(position: Position, order: str) -> str:
    """Give the key of the reason for which an order is refused."""
    return refused(position, order).key.removeprefix("cheops.")


def result(position: Position) -> Outcome:
    """Give the outcome of a match that is over."""
    outcome = ENGINE.outcome(position)
    assert outcome is not None
    return outcome


def kept(position: Position, seat: Seat = 0) -> str:
    """Write the treasures that a seat has kept."""
    return "".join(colour * number for colour, number in zip(COLOURS, position.players[seat].kept, strict=True))
