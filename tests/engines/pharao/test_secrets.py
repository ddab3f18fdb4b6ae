"""Secrets: what lies face down and what is still to be drawn leaves in no view, no list, no note and no reason."""

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

from adjudicator.engines.contract import StepError
from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.position.cards import Shape
from adjudicator.engines.pharao.position.grid import ALL_CELLS, NAMES
from adjudicator.engines.pharao.position.position import Photo, Position, Trap, Treasure
from adjudicator.engines.suite.chance import Chance
from testkit.engines.pharao import begin

ORDERS = [
    *(f"{word} {name}" for word in ("A", "P", "flip") for name in NAMES),
    "take",
    "rotate C3 90",
    "turn NS",
    "lamp",
]


def positions(seed: int) -> Iterator[Position]:
    """Walk through a match, and stop now and then."""
    position, chance = begin(f"deal {seed}", 3), Chance(f"walk {seed}")
    for number in range(400):
        steps = ENGINE.legal_steps(position)
        if not steps:
            return
        if number % 25 == 0:
            yield position
        position = ENGINE.apply(position, steps[chance.below(len(steps))]).position


def told(position: Position) -> bytes:
    """Collect all that anybody is shown, told and answered before the next secret comes to light."""
    notes = list[object]()
    for step in ENGINE.legal_steps(position):
        result = ENGINE.apply(position, step)
        if not result.revealed:
            notes.append((step, result.notes))
    reasons = list[object]()
    for order in ORDERS:
        try:
            reasons.append(ENGINE.parse(position, order).step)
        except StepError as error:
            reasons.append((error.reason, error.nearest))
    views = [ENGINE.view(position, seat) for seat in (None, 0, 1, 2)]
    return msgspec.json.encode([views, ENGINE.legal_steps(position), notes, reasons])


@pytest.mark.parametrize("seed", range(3))
def test_whatever_lies_hidden_everybody_is_told_the_same(seed: int) -> None:
    changed = 0
    for position in positions(seed):
        others = [ENGINE.resample(position, 0, Chance(f"other {number}")) for number in range(3)]
        changed += sum(other != position for other in others)
        assert {told(other) for other in others} == {told(position)}
    assert changed


def test_a_planted_secret_is_nowhere() -> None:
    position = begin()
    secret = next(cell for cell in ALL_CELLS if position.secret >> cell & 1 and not position.chamber(cell))
    marked = tuple(Shape("MARK") if cell == secret else shape for cell, shape in enumerate(position.shapes))
    planted = replace(
        position,
        shapes=marked,
        photos=(Photo(7777, Trap.MUMMY),),
        stack=(Treasure(8888),),
        chambers=((secret, "MARKED"),),
    )
    assert not [mark for mark in (b"MARK", b"7777", b"8888") if mark in told(planted)]


def test_imagining_deals_the_same_cards_anew() -> None:
    position = list(positions(1))[-1]
    other = ENGINE.resample(position, 0, Chance("other"))
    assert sorted(other.shapes) == sorted(position.shapes)
    assert sorted(other.photos) == sorted(position.photos)
    assert sorted(other.stack) == sorted(position.stack)
    assert sorted(name for _, name in other.chambers) == sorted(name for _, name in position.chambers)
    for cell in ALL_CELLS:
        if not position.secret >> cell & 1:
            assert (other.shapes[cell], other.chamber(cell)) == (position.shapes[cell], position.chamber(cell))


def test_what_is_imagined_does_not_depend_on_the_truth() -> None:
    for position in positions(2):
        other = ENGINE.resample(position, 0, Chance("another truth"))
        assert ENGINE.resample(other, 0, Chance("the same")) == ENGINE.resample(position, 0, Chance("the same"))
