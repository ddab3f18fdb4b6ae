"""Positions drawn as boards, and matches played in orders."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from adjudicator.engines.contract import Note, Outcome, StepError
from adjudicator.engines.egyptos import ENGINE
from adjudicator.engines.egyptos.position.coordinates import Cell, cell_at
from adjudicator.engines.egyptos.position.position import Position
from adjudicator.engines.egyptos.position.repetition import fingerprint
from adjudicator.engines.egyptos.position.rules import Variant


def begin(**options: str | int) -> Position:
    """Clear the table for a match that seat 0 begins."""
    return ENGINE.setup(options, 2, {"first": 0})


def play(position: Position, orders: str) -> Position:
    """Play orders, divided by commas."""
    for order in orders.split(","):
        position = ENGINE.apply(position, ENGINE.parse(position, order).step).position
    return position


def notes_of(position: Position, order: str) -> dict[str, Note]:
    """Play an order and give what is told of it, by key."""
    result = ENGINE.apply(position, ENGINE.parse(position, order).step)
    return {note.key.removeprefix("egyptos."): note for note in result.notes}


def refused(position: Position, order: str, kind: type[StepError] = StepError) -> Note:
    """Give the reason for which an order is refused, which the step behind it is refused for too."""
    with pytest.raises(kind) as raised:
        ENGINE.parse(position, order)
    assert set(raised.value.nearest) <= set(written(position))
    return raised.value.reason


def written(position: Position) -> list[str]:
    """Write all the legal steps."""
    return [ENGINE.format(step) for step in ENGINE.legal_steps(position)]


def result(position: Position) -> Outcome:
    """Give the outcome of a match that is over."""
    outcome = ENGINE.outcome(position)
    assert outcome is not None
    return outcome


def drawn(board: str, turn: str = "", **options: str | int) -> Position:
    """Read a board with letters above it and numbers before it; of a full one, `turn` says who moves, or black."""
    header, *lines = [line.split() for line in board.strip().splitlines()]
    columns = [ord(letter) - ord("M") for letter in header]
    stones: dict[str, list[Cell]] = {"X": [], "O": []}
    for number, *signs in lines:
        for column, sign in zip(columns, signs, strict=True):
            if sign in stones:
                stones[sign].append(cell_at(column, int(number) - 13))
    assert len(stones["X"]) - len(stones["O"]) in (0, 1)
    return standing(stones["X"], stones["O"], turn, **options)


def standing(black: Iterable[Cell], gold: Iterable[Cell], turn: str = "", **options: str | int) -> Position:
    """Put pyramids on cells."""
    stones = (tuple(sorted(black)), tuple(sorted(gold)))
    full = len(stones[1]) == 12
    moves = 1 if turn == "gold" and full else 0
    seen = fingerprint(stones, moves) if full and options.get("repetition_draw", 3) else ""
    position = Position(Variant.of(options), black=0, stones=stones, moves=moves, seen=seen)
    assert not turn or turn == ("black", "gold")[position.colour]
    return position
