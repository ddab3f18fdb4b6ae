"""The rules of this game, which no general suite can know."""

from __future__ import annotations

import pytest
from adjudicator.engines.contract import AmbiguousStep, IllegalStep, StepError, UnreadableStep

from adjudicator_nim import ENGINE
from adjudicator_nim.position import Position, Step

START = ENGINE.setup({}, 2, {"first": 0})


def after(*written: str, position: Position = START) -> Position:
    """Play some orders."""
    for order in written:
        position = ENGINE.apply(position, ENGINE.parse(position, order).step).position
    return position


@pytest.mark.parametrize(
    "order", ["B2", "b2", "2 from B", "take 2 stones from heap B please", "2 von B", "prends 2 de B"]
)
def test_an_order_is_read_in_many_ways(order: str) -> None:
    assert ENGINE.parse(START, order).step == Step(1, 2)


@pytest.mark.parametrize(
    ("order", "error", "reason", "nearest"),
    [
        ("B", AmbiguousStep, "nim.how_many", ("B1", "B2", "B3", "B4")),
        ("5", AmbiguousStep, "nim.which_heap", ("C5",)),
        ("A4", IllegalStep, "nim.too_many", ("A3", "A2", "A1")),
        ("A0", IllegalStep, "nim.nothing", ("A1", "A2", "A3")),
        ("D1", IllegalStep, "nim.empty", ("A1", "B1", "C1")),
        ("castle", UnreadableStep, "nim.unreadable", ("A1", "A2", "A3")),
    ],
)
def test_a_refusal_has_a_reason_and_suggestions(
    order: str, error: type[StepError], reason: str, nearest: tuple[str, ...]
) -> None:
    with pytest.raises(error) as raised:
        ENGINE.parse(START, order)
    assert (raised.value.reason.key, raised.value.nearest) == (reason, nearest)


def test_whoever_takes_the_last_stone_has_won() -> None:
    end = ENGINE.outcome(after("A3", "B4", "C5"))
    assert end is not None
    assert (end.places, end.reason) == ((1, 2), "last_wins")


def test_in_misere_they_have_lost() -> None:
    start = ENGINE.setup({"last": "loses"}, 2, {"first": 0})
    end = ENGINE.outcome(after("A3", "B4", "C5", position=start))
    assert end is not None
    assert (end.places, end.reason) == ((2, 1), "last_loses")
