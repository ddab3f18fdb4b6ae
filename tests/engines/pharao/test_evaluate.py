"""What a position is worth before its end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.position.position import Position
from adjudicator.engines.suite.chance import Chance
from testkit.engines.pharao import begin, drawn

ROW = "  A B C D\n 1 @NESW EW EW EW"
WALLED = "  A B C D\n 1 @NESW EW NS EW"


def worth(*seats: str, board: str = ROW, **drawing: Any) -> float:
    return ENGINE.evaluate(drawn(board, *seats, "A:A1 P:A1", **drawing), 0)


BETTER = {
    "a treasure nearer home": (worth("A:B1+3 P:A1"), worth("A:C1+3 P:A1")),
    "a treasure in hand": (worth("A:C1+3 P:A1"), worth("A:C1 P:A1", lying="C1=3")),
    "a treasure in sight": (worth("A:B1 P:A1", lying="C1=3"), worth("A:A1 P:A1", lying="C1=3")),
    "a way without a wall": (worth("A:D1+3 P:A1"), worth("A:D1+3 P:A1", board=WALLED)),
    "a hidden card at hand": (worth("A:D1 P:D1"), worth("A:C1 P:D1")),
    "the porter at hand": (worth("A:D1 P:D1"), worth("A:D1 P:A1")),
    "nearer the exit when it falls": (
        worth("A:B1 P:B1", clock=("D1", 0)),
        worth("A:C1 P:C1", clock=("D1", 0)),
    ),
    "both figures": (worth("A:A1 P:A1"), worth("A:A1")),
}


def quiet(position: Position, turns: int, **options: Any) -> float:
    """Value a position after so many quiet turns."""
    return ENGINE.evaluate(replace(position, quiet=turns, variant=replace(position.variant, **options)), 0)


def test_patience_ends_when_nobody_finds_or_banks_anything() -> None:
    searching = drawn(ROW, "A:D1 P:D1", "A:A1 P:A1")
    assert quiet(searching, 0) > quiet(searching, 10)
    assert quiet(searching, 0, stall_rounds=0) == quiet(searching, 10, stall_rounds=0)
    free, barred = (drawn(board, "P:A1", "A:D1+3", photos=()) for board in (ROW, WALLED))
    assert quiet(free, 0) < quiet(barred, 0)
    assert quiet(free, 15) == quiet(barred, 15)


@pytest.mark.parametrize("case", BETTER)
def test_what_is_better_is_worth_more(case: str) -> None:
    better, worse = BETTER[case]
    assert 0 < worse < better < 1


def test_it_is_told_from_what_lies_open_alone() -> None:
    position = begin()
    for seed in range(5):
        other = ENGINE.resample(position, 0, Chance(f"{seed}"))
        assert other != position
        assert ENGINE.evaluate(other, 0) == ENGINE.evaluate(position, 0)
