"""Buying a neighbour: a second take before the normal one."""

from __future__ import annotations

import pytest

from adjudicator.engines.cheops.position.pyramid import CELL_BY_NAME
from testkit.engines.cheops import cleared, drawn, notes_of, play, reason, refused, result, step, written

STUCK = "A 1 2 1 2 1 2 1 2 1 2 1"
"""Families 1 and 2 fit nowhere on it."""


@pytest.mark.rule("CHEOPS-NB-1", "CHEOPS-NB-2")
def test_a_neighbour_costs_twenty_and_takes_like_a_tile() -> None:
    position = drawn(cash=(25, 0))
    assert written(position, "V A3") == ["V A3 sell", "V A3 keep"]
    after = play(position, "V A3 sell")
    assert (after.players[0].cash, after.neighbours, after.board[CELL_BY_NAME["A3"]]) == (15, 3, "V")
    assert notes_of(position, "V A3 keep")["bought"]["left"] == 3
    assert notes_of(position, "V A3 keep")["purse"]["cash"] == 5


@pytest.mark.rule("CHEOPS-NB-2")
def test_a_neighbour_may_turn_over_a_law() -> None:
    position = drawn("A . . 1 2 1\nB . . 3 4", cash=(20, 0))
    result = step(position, "V C3")
    assert result.revealed
    assert play(result.position, "law").stage == "before"


@pytest.mark.rule("CHEOPS-NB-3", "E6")
def test_the_normal_turn_follows_and_only_then_a_tile_is_drawn() -> None:
    position = play(drawn(cash=(20, 0), hands=("123", "1234")), "V A3 keep")
    assert (position.turn.seat, position.stage) == (0, "before")
    assert reason(position, "draw 1") == "take_first"
    assert reason(position, "end") == "take_first"
    assert play(position, "1 A5 keep").stage == "after"


@pytest.mark.rule("E7", "E8")
def test_one_neighbour_a_turn_is_laid_at_once() -> None:
    position = play(drawn(cash=(60, 0)), "V A3 keep")
    assert not written(position, "V")
    assert reason(position, "V A5 keep") == "neighbour_bought"
    assert written(play(drawn(cash=(60, 0)), "V A3 keep; 1 A5 keep; end; 2 A7 keep; end"), "V A9")


@pytest.mark.rule("CHEOPS-NB-1")
@pytest.mark.parametrize(
    ("cash", "left", "hand", "key"),
    [(15, 4, "1", "too_dear_neighbour"), (20, 0, "1", "no_neighbour_left"), (20, 4, "", "no_tiles")],
)
def test_it_takes_money_a_neighbour_and_a_tile_in_hand(cash: int, left: int, hand: str, key: str) -> None:
    position = drawn(cash=(cash, 0), hands=(hand, "1234"), put={"neighbours": left})
    assert not written(position, "V")
    assert reason(position, "V A3 sell") == key


def test_only_the_buyer_is_told_that_his_money_does_not_suffice() -> None:
    note = refused(drawn(cash=(15, 0)), "V A3 sell")
    assert (note["cash"], note.audience) == (15, frozenset({0}))


@pytest.mark.rule("CHEOPS-NB-4", "CHEOPS-NB-5", "D5", "Q3")
def test_a_neighbour_may_be_bought_only_where_a_family_can_follow() -> None:
    position = drawn("A 1 2 1 2 1 2 1 2 1 2 .\nB 3 4 3 4 3 4 3 4 3", hands=("3", "34"), cash=(20, 0))
    assert written(position, "3") == ["3 A11 sell", "3 A11 keep"]
    assert not written(position, "V A11")
    assert written(position, "V C1") == ["V C1 sell", "V C1 keep"]
    assert refused(position, "V A11 sell").key == "cheops.no_turn_after"


@pytest.mark.rule("E11", "Q3")
def test_one_who_is_stuck_may_buy_a_neighbour_that_opens_a_cell() -> None:
    position = drawn(STUCK + "\nB 3 .", hands=("1", "34"), cash=(20, 0))
    assert sorted(written(position)) == ["V B2 keep", "V B2 sell", "pass"]
    assert written(play(position, "V B2 keep")) == ["1 C1 sell", "1 C1 keep"]


@pytest.mark.rule("CHEOPS-NB-5", "D5", "D17")
def test_without_a_tile_nobody_buys_even_where_that_is_not_checked() -> None:
    for check in ("after", "none"):
        assert written(drawn(hands=("", "1"), cash=(100, 0), neighbour_check=check)) == ["pass"]


@pytest.mark.rule("D5", "Q4", "E13")
def test_by_the_literal_sheet_a_neighbour_may_leave_only_a_pass() -> None:
    position = cleared("K1=R J2=G", hands=("1", "1"), cash=(20, 0), neighbour_check="none")
    assert written(position, "V") == ["V J2 sell", "V J2 keep"]
    stuck = drawn(STUCK, hands=("1", "34"), cash=(20, 0), neighbour_check="none")
    after = play(stuck, "V B1 keep")
    assert written(after) == ["pass"]
    last = cleared("K1=R", hands=("1", "1"), cash=(20, 0), neighbour_check="none")
    assert result(play(last, "V K1 keep")).reason == "empty"


@pytest.mark.rule("E13", "Q3")
def test_a_neighbour_may_not_take_the_last_piece() -> None:
    position = cleared("K1=R", hands=("1", "1"), cash=(20, 0))
    assert written(position) == ["1 K1 sell", "1 K1 keep"]
    assert reason(position, "V K1 keep") == "no_turn_after"


@pytest.mark.rule("E12")
def test_if_the_normal_turn_becomes_impossible_it_is_passed_without_refund() -> None:
    # Law 11, turned over by the neighbour and used at once, takes the only cell that the hand can reach.
    position = drawn(STUCK + "\nB 3 4 3 4 3 4 3 4 3 4", hands=("1", "34"), cash=(20, 0), hidden={"C3": 11})
    position = play(position, "V C3")
    stuck = play(position, "law11 1 C1 keep")
    assert (stuck.players[0].hand, stuck.players[0].cash, stuck.ending) == ("", 0, "")
    assert written(stuck) == ["pass"]


@pytest.mark.rule("Q2")
def test_law_10_may_pay_for_a_neighbour() -> None:
    position = drawn(cash=(10, 0), kept=("R", ""), held=((10,), ()))
    assert not written(position, "V")
    assert written(play(position, "law10 R"), "V A3") == ["V A3 sell", "V A3 keep"]
