"""The engine against a second one that shares nothing with it, in matches that chance plays."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.engines.egyptos import ENGINE
from adjudicator.engines.egyptos.position.coordinates import names_of
from adjudicator.engines.egyptos.position.position import Position, Word
from testkit.engines.egyptos import begin, written
from tests.engines.egyptos.slow import Table, name_of

OPTIONS = st.fixed_dictionaries(
    {
        "isolation": st.sampled_from(["forbidden", "allowed"]),
        "isolation_test": st.sampled_from(["removal", "after_move"]),
        "overline": st.sampled_from(["wins", "not"]),
        "contact": st.sampled_from(["corner", "side"]),
    }
)
# Each number chooses among the legal steps; small ones make slim tables, large ones wide ones.
CHOICES = st.lists(st.integers(0, 10**4), min_size=26, max_size=36)


def match_of(options: dict[str, str], choices: list[int]) -> Iterator[tuple[Position, Table]]:
    """Play the same match on both."""
    position, table = begin(**options), Table(**options)  # type: ignore[arg-type]
    yield position, table
    for choice in choices:
        legal = ENGINE.legal_steps(position)
        if not legal:
            return
        step = legal[choice % len(legal)]
        position, table = ENGINE.apply(position, step).position, table.play(ENGINE.format(step))
        yield position, table


@settings(max_examples=25, deadline=None)
@given(options=OPTIONS, choices=CHOICES)
def test_both_list_the_same_steps_and_see_the_same_end(options: dict[str, str], choices: list[int]) -> None:
    for position, table in match_of(options, choices):
        mover = "gold" if table.colour == "black" else "black"
        assert (position.ending == "five") == table.has_won(mover)
        if not position.ending:
            assert set(written(position)) == table.steps()


@pytest.mark.rule("Y-E3")
@settings(max_examples=25, deadline=None)
@given(options=OPTIONS, choices=CHOICES)
def test_nobody_makes_a_row_for_the_other(options: dict[str, str], choices: list[int]) -> None:
    for (_, before), (_, after) in pairwise(match_of(options, choices)):
        other = after.colour
        assert before.colour != other
        assert not after.has_won(other)


@pytest.mark.rule("Y-E6")
@settings(max_examples=25, deadline=None)
@given(choices=CHOICES, contact=st.sampled_from(["corner", "side"]))
def test_both_are_never_stuck(choices: list[int], contact: str) -> None:
    for position, _ in match_of({"contact": contact}, choices):
        if not position.laying and written(position) == ["pass"]:
            assert written(ENGINE.apply(position, Word.PASS).position) != ["pass"]


@settings(max_examples=25, deadline=None)
@given(options=OPTIONS, choices=CHOICES)
def test_every_cell_has_one_owner_and_the_view_shows_all(options: dict[str, str], choices: list[int]) -> None:
    for position, table in match_of(options, choices):
        view = ENGINE.view(position, None)
        assert not set(view.black) & set(view.gold)
        assert not set(view.touching) & {*view.black, *view.gold}
        shown = dict.fromkeys(view.black, "black") | dict.fromkeys(view.gold, "gold")
        assert shown == {name_of(spot): colour for spot, colour in table.stones.items()}
        assert view.touching == names_of(view.frontier)


# The ways to lay so many pyramids, one after the other.
COUNTS = [1, 8, 88, 1200, 19280]
BY_SIDES = [1, 4, 24, 176, 1504]


def count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count(ENGINE.apply(position, step).position, depth - 1) for step in ENGINE.legal_steps(position))


def slow_count(table: Table, depth: int) -> int:
    return 1 if depth == 0 else sum(slow_count(table.play(step), depth - 1) for step in table.steps())


@pytest.mark.parametrize(("contact", "counts"), [("corner", COUNTS), ("side", BY_SIDES)])
def test_the_ways_to_begin_are_counted(contact: str, counts: list[int]) -> None:
    assert [count(begin(contact=contact), depth) for depth in range(1, 6)] == counts
    assert [slow_count(Table(contact=contact), depth) for depth in range(1, 5)] == counts[:4]
