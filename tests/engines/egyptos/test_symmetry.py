"""Positions that are the same in play have one key, and others have not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.engines.contract import Options
from adjudicator.engines.egyptos import ENGINE
from adjudicator.engines.egyptos.position.coordinates import Cell, cell_at, offsets
from adjudicator.engines.egyptos.position.position import Position, Step, Stones, Word
from adjudicator.engines.egyptos.position.rules import Variant

Way = Callable[[int, int], tuple[int, int]]
WAYS: tuple[Way, ...] = (
    lambda x, y: (x, y),
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (-x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, x),
    lambda x, y: (y, -x),
    lambda x, y: (-y, -x),
)
RULES: tuple[Options, ...] = ({}, {"opening": "swap"}, {"contact": "side", "isolation": "allowed"})
choices = st.lists(st.integers(0, 10_000), max_size=34)


def seen(way: Way, cell: Cell) -> Cell:
    return cell_at(*way(*offsets(cell)))


def mapped(way: Way, step: Step) -> Step:
    if isinstance(step, Word):
        return step
    return (seen(way, step[0]),) if len(step) == 1 else (seen(way, step[0]), seen(way, step[1]))


def play(options: Options, chosen: list[int]) -> Iterator[tuple[Step, Position]]:
    position = ENGINE.first_position(options, 2)
    for number in chosen:
        legal = ENGINE.legal_steps(position)
        if not legal:
            return
        step = legal[number % len(legal)]
        position = ENGINE.apply(position, step).position
        yield step, position


@settings(max_examples=30)
@given(st.sampled_from(RULES), choices)
def test_a_match_and_its_image_under_each_symmetry_have_the_same_keys(options: Options, chosen: list[int]) -> None:
    images = [ENGINE.setup(options, 2, {"first": 1}) for _ in WAYS]
    for step, position in play(options, chosen):
        images = [ENGINE.apply(image, mapped(way, step)).position for way, image in zip(WAYS, images, strict=True)]
        assert {ENGINE.opening(image, ()) for image in images} == {ENGINE.opening(position, ())}
    assert {ENGINE.to_move(image) for image in images} <= {0, 1, None}


def same(one: Position, other: Position) -> bool:
    """Say slowly whether two positions are the same in play: by trying every way to lay one upon the other."""
    if one.may_swap != other.may_swap or one.laid != other.laid:
        return False
    mine, theirs = cells(one.stones, one.colour), cells(one.stones, 1 - one.colour)
    wanted = cells(other.stones, other.colour), cells(other.stones, 1 - other.colour)
    if not one.laid:
        return True
    for way, (x, y) in product(WAYS, wanted[0] | wanted[1]):
        turned = [{way(*spot) for spot in some} for some in (mine, theirs)]
        first = min(turned[0] | turned[1])
        shifted = tuple({(a - first[0] + x, b - first[1] + y) for a, b in some} for some in turned)
        if shifted == wanted:
            return True
    return False


def cells(stones: Stones, colour: int) -> set[tuple[int, int]]:
    return {offsets(cell) for cell in stones[colour]}


@settings(max_examples=60)
@given(st.sampled_from(RULES[:2]), *[st.lists(st.integers(0, 40), max_size=6)] * 2)
def test_positions_have_one_key_if_and_only_if_one_can_be_laid_upon_the_other(
    options: Options, chosen: list[int], others: list[int]
) -> None:
    some = [position for _, position in play(options, chosen)]
    rest = [position for _, position in play(options, others)]
    for one, other in product(some, rest):
        assert (ENGINE.opening(one, ()) == ENGINE.opening(other, ())) is same(one, other)


@settings(max_examples=20)
@given(st.lists(st.integers(0, 10_000), min_size=26, max_size=30), st.integers(-99, 99), st.integers(-99, 99))
def test_while_pyramids_are_moved_the_colours_may_be_exchanged(chosen: list[int], x: int, y: int) -> None:
    for _, position in list(play({}, chosen))[24:]:
        black, gold = (tuple(sorted(Cell(cell + cell_at(x, y)) for cell in some)) for some in position.stones)
        exchanged = replace(position, stones=(gold, black), moves=position.moves + 1)
        assert ENGINE.opening(position, ()) == ENGINE.opening(exchanged, ())
        other = replace(exchanged, moves=position.moves)
        assert (ENGINE.opening(position, ()) == ENGINE.opening(other, ())) is same(position, other)


def test_who_may_still_swap_stands_elsewhere_than_who_may_not() -> None:
    before = [position for _, position in play({"opening": "swap"}, [0, 0, 0])][-1]
    behind = ENGINE.apply(before, Word.SWAP).position
    usual = replace(before, variant=Variant.of({}))
    assert ENGINE.opening(before, ()) != ENGINE.opening(behind, ()) == ENGINE.opening(usual, ())


@pytest.mark.parametrize("options", RULES)
def test_whoever_begins_the_first_position_is_the_same(options: Options) -> None:
    keys = {ENGINE.opening(ENGINE.setup(options, 2, {"first": first}), ()) for first in (0, 1)}
    assert keys == {ENGINE.opening(ENGINE.first_position(options, 2), ())}
