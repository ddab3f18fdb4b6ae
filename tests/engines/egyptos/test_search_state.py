"""The table of the search against the rules: the same legal steps, the same rows, in matches with all options."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.engines.contract import Level
from adjudicator.engines.egyptos import ENGINE
from adjudicator.engines.egyptos.house.lines import places_of
from adjudicator.engines.egyptos.house.search_state import NOWHERE, Move, SearchState, lay_out
from adjudicator.engines.egyptos.house.threats import find_win, winning_moves, winning_spots
from adjudicator.engines.egyptos.position.coordinates import cell_at
from adjudicator.engines.egyptos.position.position import Position, Word
from adjudicator.engines.egyptos.position.rules import Variant
from adjudicator.engines.suite.chance import Chance
from testkit.engines.egyptos import begin, play
from tests.engines.egyptos.forced_wins import Puzzle, read_puzzles

OPTIONS = st.fixed_dictionaries(
    {
        "isolation": st.sampled_from(["forbidden", "allowed"]),
        "isolation_test": st.sampled_from(["removal", "after_move"]),
        "overline": st.sampled_from(["wins", "not"]),
        "contact": st.sampled_from(["corner", "side"]),
    }
)


def some_positions(options: dict[str, str], seed: int, every: int = 7) -> Iterator[Position]:
    """Let two easy house players play, who overlook rows now and then, and yield some of the positions."""
    chance, position = Chance(f"search {seed}"), begin(**options)
    while not position.ending and position.moves < 8:
        if not chance.below(every):
            yield position
        legal = ENGINE.legal_steps(position)
        step = legal[chance.below(len(legal))]
        if chance.below(6):
            step = ENGINE.choose(position, 0, dealer=chance, until=lambda: True, level=Level.EASY)
        position = ENGINE.apply(position, step).position


def as_rules_have_it(position: Position) -> tuple[set[Move], set[Move], SearchState]:
    """List the legal steps and those that win, as the engine finds them."""
    table = lay_out(position)
    assert table
    state, layout = table
    steps = [step for step in ENGINE.legal_steps(position) if not isinstance(step, Word)]
    won = [step for step in steps if ENGINE.apply(position, step).position.ending == "five"]
    return set(map(layout.move, steps)), set(map(layout.move, won)), state


@settings(max_examples=8, deadline=None)
@given(options=OPTIONS, seed=st.integers(0, 10**6))
def test_the_same_steps_are_legal_and_the_same_win(options: dict[str, str], seed: int) -> None:
    for position in some_positions(options, seed):
        check_against_rules(position)


@pytest.mark.parametrize("puzzle", read_puzzles()[60::2], ids=lambda puzzle: f"{puzzle.options} {puzzle.solutions[0]}")
def test_the_same_steps_win_where_a_four_was_not_answered(puzzle: Puzzle) -> None:
    four = play(puzzle.position(), puzzle.solutions[0])
    for step in Chance(puzzle.orders).shuffled(ENGINE.legal_steps(four))[:2]:
        if not (after := ENGINE.apply(four, step).position).ending:
            check_against_rules(after)


def check_against_rules(position: Position) -> None:
    legal, won, state = as_rules_have_it(position)
    colour, moving = position.colour, not position.laying
    reached = legal
    if moving:
        reached = {Move(origin, spot) for origin in state.spots[colour] for spot in places_of(state.landings(origin))}
    elif position.laid:
        reached = {Move(NOWHERE, spot) for spot in state.frontier()}
        assert all(state.touches(spot) for spot in state.frontier())
    assert reached == legal
    spots = winning_spots(state, colour, moving=moving)
    assert set(winning_moves(state, colour, spots, moving=moving)) == won
    assert {move.target for move in won} == set(spots)
    assert (find_win(state, colour, moving=moving) in won) == bool(won)


@settings(max_examples=8, deadline=None)
@given(options=OPTIONS, seed=st.integers(0, 10**6))
def test_what_is_played_and_taken_back_leaves_no_trace(options: dict[str, str], seed: int) -> None:
    for position in some_positions(options, seed, every=8):
        legal, _, state = as_rules_have_it(position)
        before = (state.score, state.key, list(state.stones), dict(state.hot), [set(spots) for spots in state.spots])
        for move in sorted(legal)[::7]:
            gain = state.gain(move.target, position.colour)
            state.toggle(move.target, position.colour)
            assert state.score == before[0] + gain
            state.toggle(move.target, position.colour)
            state.play(move, position.colour)
            assert (state.score, state.key) != before[:2]
            state.play(move, position.colour)
        after = (state.score, state.key, list(state.stones), dict(state.hot), [set(spots) for spots in state.spots])
        assert after == before


def test_groups_that_have_drifted_apart_are_drawn_together() -> None:
    black = tuple(cell_at(column, 0) for column in (0, 1, 2, 60, 61, 62, 300, 301, 302, 303, 500, 501))
    gold = tuple(cell_at(column, 1) for column in (0, 1, 2, 60, 61, 62, 300, 301, 302, 303, 500, 501))
    position = Position(Variant.of({"isolation": "allowed"}), 0, (black, gold), moves=30)
    legal, won, state = as_rules_have_it(position)
    assert {move.target for move in won} == set(state.fives(0))
    assert len(won) == 16
    assert len(legal) == len(ENGINE.legal_steps(position))


def test_a_table_that_is_scattered_too_widely_still_has_a_player() -> None:
    cells = tuple(cell_at(40 * number, 40 * number) for number in range(24))
    position = Position(Variant.of({"isolation": "allowed"}), 0, (cells[::2], cells[1::2]), moves=30)
    assert lay_out(position) is None
    step = ENGINE.choose(position, 0, dealer=Chance("scattered"), until=lambda: True, level=Level.STRONG)
    assert step in ENGINE.legal_steps(position)
