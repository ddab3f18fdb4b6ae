"""Laws 10 to 12: used at once or later, besides the two actions of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engines.cheops.position.pyramid import CELL_BY_NAME
from testkit.engines.cheops import cleared, drawn, kept, notes_of, play, reason, refused, step, taking, written


@pytest.mark.rule("CHEOPS-LAW-10..12-TIME", "E35")
def test_a_law_is_used_at_once_or_held() -> None:
    assert written(taking(10, kept=("RG", ""))) == ["hold", "law10 R", "law10 G"]
    assert written(taking(10)) == ["hold"]
    assert written(taking(11, hands=("", "1234"))) == ["hold"]
    assert play(taking(10, kept=("R", "")), "hold").players[0].laws == (10,)
    used = play(taking(10, kept=("R", "")), "law10 R")
    assert (used.players[0].laws, used.laws.box, used.turn.law) == ((), (10,), 0)


@pytest.mark.rule("CHEOPS-LAW-10..12-TIME", "Q1")
def test_a_law_held_in_the_normal_take_waits_for_a_later_turn() -> None:
    position = play(taking(10, kept=("R", "")), "hold")
    assert not written(position, "law10")
    assert refused(position, "law10 R").key == "cheops.law_waits"
    assert written(play(position, "end; 2 A1 keep; end"), "law10") == ["law10 R"]


@pytest.mark.rule("E36", "Q1")
def test_a_law_gained_with_a_neighbour_may_be_used_in_the_normal_turn() -> None:
    position = play(taking(10, kept=("R", ""), turn={"taken": False, "bought": True}), "hold")
    assert written(position, "law10") == ["law10 R"]
    assert written(play(position, "1 A1 keep"), "law10") == ["law10 R"]


@pytest.mark.rule("E34")
def test_held_laws_are_used_at_any_time_of_the_own_turn_and_any_number_of_them() -> None:
    position = drawn(kept=("RR", "G"), held=((10, 12), (11,)))
    assert written(position, "law10") == ["law10 R"]
    after = play(position, "2 A1 keep; law10 R; law12 A2 A3")
    assert (after.turn.seat, after.laws.box, after.players[0].laws) == (0, (10, 12), ())
    assert reason(position, "law11 2 A7 keep") == "law_not_held"
    stuck = drawn("A 1 2 1 2 1 2 1 2 1 2 1", hands=("1", "34"), kept=("R", ""), held=((10,), ()))
    assert written(stuck) == ["law10 R", "pass"]
    assert written(play(stuck, "pass"), "law10") == ["law10 R"]


@pytest.mark.rule("CHEOPS-LAW-10")
def test_law_10_sells_a_kept_treasure_at_the_market_price() -> None:
    position = drawn(kept=("RG", ""), held=((10,), ()))
    after = play(position, "law10 G")
    assert (kept(after), after.players[0].cash, after.covered) == ("R", 10, (0, 1, 0, 0, 0, 0))
    note = notes_of(position, "law10 G")["sold_kept"]
    assert (note["colour"], note["price"]) == ("G", 10)


@pytest.mark.rule("CHEOPS-LAW-10")
@pytest.mark.parametrize(
    ("drawing", "key"),
    [({"covered": {"R": 4}}, "table_full"), ({"under": {"R": 5}}, "must_keep"), ({"kept": ("G", "")}, "none_kept")],
)
def test_law_10_does_not_sell_into_a_full_or_closed_table(drawing: dict[str, Any], key: str) -> None:
    usual: dict[str, Any] = {"kept": ("RG", ""), "held": ((10,), ())}
    position = drawn(**usual | drawing)
    assert written(position, "law10") == ["law10 G"]
    assert reason(position, "law10 R") == key


@pytest.mark.rule("CHEOPS-LAW-11", "D2", "E38")
def test_law_11_takes_a_treasure_by_the_normal_rules_and_costs_a_tile() -> None:
    position = drawn("A 1", held=((11,), ()), hands=("124", "1234"))
    assert "law11 1 A2 keep" not in written(position)
    assert not written(position, "law11 2 B1")
    assert not written(position, "law11 V")
    after = play(position, "law11 2 A3 sell; 4 A5 keep; draw 1")
    assert (after.players[0].cash, after.players[0].hand, after.board[CELL_BY_NAME["A3"]]) == (10, "11", "2")
    assert reason(position, "law11 2 B1 keep") == "unsupported"
    assert reason(position, "law11 1 A2 keep") == "adjacent"


@pytest.mark.rule("E37")
def test_law_11_takes_no_laws() -> None:
    position = drawn("A . . 1 2 1\nB . . 3 4", held=((11,), ()))
    assert not written(position, "law11 2 C3")
    assert refused(position, "law11 2 C3 keep").key == "cheops.treasures_only"


@pytest.mark.rule("E39")
@pytest.mark.parametrize(
    ("drawing", "fates"),
    [
        ({"under": {"R": 4}}, ["sell"]),
        ({"under": {"R": 4}, "covered": {"R": 4}}, ["discard"]),
        ({"under": {"R": 5}}, ["keep"]),
        ({"covered": {"R": 4}}, ["keep"]),
    ],
)
def test_what_law_11_takes_obeys_laws_4_and_5(drawing: dict[str, Any], fates: list[str]) -> None:
    position = drawn(held=((11,), ()), **drawing)
    assert written(position, "law11 2 A1 ") == [f"law11 2 A1 {fate}" for fate in fates]


@pytest.mark.rule("E12", "Q15")
def test_if_law_11_used_the_only_placement_up_a_pass_is_legal() -> None:
    position = drawn("A 1 2 1 2 1 2 1 2 1 2 .\nB 3 4 3 4 3 4 3 4 3 .", hands=("3", "12"), held=((11,), ()))
    assert "pass" not in written(position)
    assert "pass" in written(play(position, "law11 3 A11 keep"))


@pytest.mark.rule("CHEOPS-LAW-12", "E42")
def test_law_12_swaps_two_treasures_anywhere_on_the_pyramid() -> None:
    position = drawn(held=((12,), ()))
    after = play(position, "law12 A1 K1")
    before = position.board
    assert (after.board[CELL_BY_NAME["A1"]], after.board[CELL_BY_NAME["K1"]]) == (before[CELL_BY_NAME["K1"]], "R")
    assert notes_of(position, "law12 K1 A1")["swapped"]["other_cell"] == "K1"


@pytest.mark.rule("CHEOPS-LAW-12", "D11")
def test_law_12_exchanges_an_own_treasure_for_one_on_the_pyramid() -> None:
    position = drawn(kept=("R", "G"), held=((12,), ()))
    after = play(position, "law12 R A2")
    assert (kept(after), after.board[CELL_BY_NAME["A2"]]) == ("G", "R")
    assert reason(position, "law12 G A1") == "none_kept"
    assert not written(position, "law12 G ")


@pytest.mark.rule("Q11")
def test_law_12_needs_two_different_colours() -> None:
    position = drawn(kept=("R", ""), held=((12,), ()))
    assert position.board[CELL_BY_NAME["A1"]] == position.board[CELL_BY_NAME["A7"]] == "R"
    assert "law12 A1 A7" not in written(position)
    assert reason(position, "law12 A1 A7") == reason(position, "law12 R A1") == "same_colour"
    assert reason(position, "law12 A1") == "which"
    assert reason(position, "law12 A1 A1") == "two_treasures"


@pytest.mark.rule("E40")
def test_law_12_moves_no_laws_and_no_tiles() -> None:
    position = drawn("A 1", kept=("G", ""), held=((12,), ()))
    assert not [order for order in written(position, "law12") if "C3" in order.split() or "A1" in order.split()]
    assert reason(position, "law12 A2 C3") == reason(position, "law12 G A1") == "no_treasure"


@pytest.mark.rule("E41")
def test_law_12_brings_no_treasure_into_stock_that_law_4_forbids() -> None:
    position = drawn(kept=("GR", ""), held=((12,), ()), under={"R": 4})
    assert reason(position, "law12 G A1") == "may_not_keep"
    assert "law12 R A2" in written(position)
    assert "law12 A1 A2" in written(position)


@pytest.mark.rule("Q14")
def test_no_other_law_is_used_between_taking_a_law_and_carrying_it_out() -> None:
    position = taking(11, kept=("R", ""), held=((10, 12), ()))
    assert not written(position, "law10")
    assert not written(position, "law12")
    assert refused(position, "law12 A1 A2")["law"] == 11


@pytest.mark.rule("E34")
def test_laws_10_and_12_alone_lay_no_tile_and_open_no_cell() -> None:
    before = cleared("K1=R J2=G", hands=("1", "1"), held=((12,), ()))
    result = step(before, "law12 J2 K1")
    assert not result.revealed
    assert written(result.position) == ["1 J2 sell", "1 J2 keep"]
