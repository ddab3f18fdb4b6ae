"""When a match ends, and when that is looked at."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pyramid import CELL_BY_NAME
from testkit.engines.cheops import cleared, drawn, laid_laws, notes_of, play, result, taking, written

LATE: dict[str, Any] = {"end_timing": "turn_end"}
STUCK = "A 1 2 1 2 1 2 1 2 1 2 1\nB 3 4 3 4 3 4 3 4 3 4"
"""Families 3 and 4 fit nowhere on it, 1 and 2 everywhere on row C."""


@pytest.mark.rule("CHEOPS-END-1")
def test_it_ends_when_the_pyramid_is_empty() -> None:
    after = play(cleared("K1=R", hands=("1", "1")), "1 K1 keep")
    assert result(after).reason == "empty"
    assert written(after) == []


@pytest.mark.rule("CHEOPS-END-1")
def test_it_does_not_end_while_a_law_lies_there() -> None:
    assert play(cleared("K1=? J2=R", hands=("13", "1")), "1 J2 keep").ending == ""


@pytest.mark.rule("CHEOPS-END-1", "Q8")
def test_it_ends_at_once_with_the_second_full_table() -> None:
    position = drawn(covered={"R": 3, "G": 4}, hands=("2", "1234"))
    after = play(position, "2 A1 sell")
    assert (result(after).reason, after.players[0].hand) == ("full", "")
    assert notes_of(position, "2 A1 sell")["ended"]["tables"] == 2
    assert play(position, "2 A1 keep").ending == ""


@pytest.mark.rule("E14", "Q8")
def test_a_table_filled_by_a_neighbour_leaves_no_normal_turn() -> None:
    position = drawn(covered={"R": 3, "G": 4}, cash=(20, 0))
    assert result(play(position, "V A1 sell")).reason == "full"


@pytest.mark.rule("E14", "Q7")
def test_or_the_turn_is_played_to_its_end_if_the_match_says_so() -> None:
    position = drawn(covered={"R": 3, "G": 4}, cash=(20, 0), hands=("123", "1234"), **LATE)
    half = play(position, "V A1 sell")
    assert (half.ending, half.stage) == ("", "before")
    taken = play(half, "1 A3 keep")
    assert (taken.ending, written(taken)) == ("", ["draw 1", "draw 2", "draw 3", "end"])
    assert result(play(taken, "draw 1")).reason == "full"


@pytest.mark.rule("Q7")
def test_at_the_end_of_the_turn_law_8_may_have_changed_what_counts() -> None:
    position = taking(8, laws=laid_laws(third=True), covered={"R": 4, "G": 4}, hands=("1234", "1234"), **LATE)
    after = play(position, "remove 3")
    assert after.ending == ""
    assert result(play(after, "end")).reason == "full"


@pytest.mark.rule("Q8")
def test_an_extra_law_may_end_the_match() -> None:
    position = drawn(covered={"R": 3, "G": 4}, kept=("R", ""), held=((10,), ()))
    assert result(play(position, "law10 R")).reason == "full"
    last = cleared("K1=R", hands=("1", "1"), held=((11,), ()))
    assert result(play(last, "law11 1 K1 keep")).reason == "empty"


@pytest.mark.rule("CHEOPS-END-1", "E15")
def test_it_ends_after_a_turn_when_no_hand_holds_a_tile_that_fits() -> None:
    position = drawn(STUCK, hands=("13", "34"), cash=(0, 100), put={"stacks": ("4", "", "")})
    after = play(position, "1 C1 keep")
    assert after.ending == ""
    assert result(play(after, "end")).reason == "stuck"
    assert result(play(after, "draw 1")).reason == "stuck"


@pytest.mark.rule("E15")
def test_it_goes_on_when_the_draw_brings_a_tile_that_fits() -> None:
    position = drawn(STUCK, hands=("13", "34"), put={"stacks": ("1", "", "")})
    assert play(position, "1 C1 keep; draw 1").ending == ""
    assert play(drawn(STUCK, hands=("13", "234")), "1 C1 keep; end").ending == ""


def idle(**options: Any) -> Position:
    return drawn(STUCK, seats=3, hands=("3", "34", "3"), put={"stacks": ("", "", "")}, **options)


@pytest.mark.rule("E15", "Q9")
def test_a_full_round_of_passes_ends_it_instead_if_the_match_says_so() -> None:
    position = idle(stall="passes")
    assert play(position, "pass; end").ending == ""
    assert play(position, "pass; end; pass; end").passes == 2
    assert result(play(position, "pass; end; pass; end; pass; end")).reason == "passes"
    assert result(play(idle(), "pass; end")).reason == "stuck"


@pytest.mark.rule("Q9")
def test_a_neighbour_or_law_11_sets_the_count_of_passes_back() -> None:
    position = drawn(
        STUCK, seats=3, hands=("3", "34", "3"), cash=(0, 20, 0), held=((), (), (11,)), neighbour_check="none",
        stall="passes", put={"stacks": ("", "", "")},
    )  # fmt: skip
    assert play(position, "pass; end; V C1 keep; pass; end").passes == 0
    tile = drawn(STUCK, seats=2, hands=("31", "3"), held=((11,), ()), stall="passes", put={"passes": 1})
    assert play(tile, "law11 1 C1 keep; pass; end").passes == 0


@pytest.mark.rule("Q10")
def test_the_first_true_reason_is_told() -> None:
    both = cleared("K1=R", hands=("1", "1"), covered={"R": 3, "G": 4})
    assert result(play(both, "1 K1 sell")).reason == "empty"
    full = drawn(STUCK, hands=("13", "34"), covered={"O": 3, "G": 4}, put={"stacks": ("", "", "")}, **LATE)
    assert full.board[CELL_BY_NAME["C1"]] == "O"
    assert result(play(full, "1 C1 sell; end")).reason == "full"
