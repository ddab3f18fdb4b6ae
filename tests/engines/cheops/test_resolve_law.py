"""Laws 1 to 9: where they go when they are turned over, and what they do there."""

from __future__ import annotations

import pytest

from adjudicator.engines.cheops import ENGINE
from testkit.engines.cheops import (
    cleared,
    drawn,
    laid_laws,
    notes_of,
    play,
    reason,
    refused,
    result,
    step,
    taking,
    written,
)

ALL = ["R", "G", "B", "O", "N", "M"]


@pytest.mark.rule("CHEOPS-LAW-0")
@pytest.mark.parametrize("law", range(1, 13))
def test_a_law_must_be_carried_out_before_anything_else(law: int) -> None:
    position = taking(law, kept=("R", ""), laws=laid_laws(market=(2,)) if law == 8 else None)
    assert written(position)
    assert not {"end", "pass", "draw 1", "1 A1 keep"} & set(written(position))
    assert reason(position, "end") == reason(position, "draw 1") == reason(position, "pass") == "law_first"
    assert reason(position, "V A1 keep") == ("no_family" if law == 11 else "law_first")
    assert refused(position, "end")["law"] == law


@pytest.mark.rule("CHEOPS-LAW-1", "CHEOPS-LAW-2", "D9", "E29")
@pytest.mark.parametrize(("law", "before", "price"), [(1, (), 5), (2, (), 15), (1, (2,), 5), (2, (1,), 15)])
def test_laws_1_and_2_set_the_market_price(law: int, before: tuple[int, ...], price: int) -> None:
    position = taking(law, laws=laid_laws(market=before))
    assert written(position) == ["law"]
    after = play(position, "law")
    assert (after.price, after.laws.market) == (price, (*before, law))
    assert notes_of(position, "law")["market"]["price"] == price


@pytest.mark.rule("CHEOPS-LAW-3")
def test_law_3_lets_it_end_at_three_full_tables_and_changes_nothing_else() -> None:
    position = taking(3, covered={"R": 4})
    assert written(position) == ["law"]
    after = play(position, "law")
    assert (after.laws.third, after.tables_to_end) == (True, 3)
    two = drawn(covered={"R": 4, "G": 3}, laws=laid_laws(third=True))
    assert play(two, "2 A2 sell").ending == ""
    three = drawn(covered={"R": 4, "G": 3, "M": 4}, laws=laid_laws(third=True))
    assert result(play(three, "2 A2 sell")).reason == "full"
    assert result(play(cleared("K1=R", hands=("1", "1"), laws=laid_laws(third=True)), "1 K1 keep")).reason == "empty"


@pytest.mark.rule("CHEOPS-LAW-4", "CHEOPS-LAW-5", "CHEOPS-LAW-6", "E21")
@pytest.mark.parametrize("law", [4, 5, 6])
def test_under_each_price_table_lies_one_law_at_most(law: int) -> None:
    other = 4 if law == 6 else 6
    position = taking(law, under={"G": other})
    assert written(position) == [f"under {colour}" for colour in ALL if colour != "G"]
    note = refused(position, "under G")
    assert (note.key, note["colour"], note["law"]) == ("cheops.place_taken", "G", other)
    assert play(position, "under M").laws.under == (0, other, 0, 0, 0, law)


@pytest.mark.rule("E22")
@pytest.mark.parametrize("law", [4, 5, 6])
def test_a_law_may_lie_under_a_full_table(law: int) -> None:
    assert "under R" in written(taking(law, covered={"R": 4}))


@pytest.mark.rule("CHEOPS-LAW-4", "E18")
def test_by_law_4_a_treasure_must_be_sold() -> None:
    position = drawn(under={"R": 4})
    assert written(position, "2 A1 ") == ["2 A1 sell"]
    note = refused(position, "2 A1 keep")
    assert (note.key, note["colour"], note["law"]) == ("cheops.must_sell", "R", 4)


@pytest.mark.rule("CHEOPS-LAW-4", "D12", "E19")
def test_by_law_4_under_a_full_table_a_treasure_is_thrown_away() -> None:
    position = drawn(under={"R": 4}, covered={"R": 4}, kept=("R", ""))
    assert written(position, "2 A1 ") == ["2 A1 discard"]
    assert reason(position, "2 A1 keep") == reason(position, "2 A1 sell") == "worthless"
    after = play(position, "2 A1 discard")
    assert (after.players[0].cash, after.players[0].kept[0], after.covered[0]) == (0, 1, 4)
    forced = cleared("K1=R", hands=("1", "1"), under={"R": 4}, covered={"R": 4})
    assert written(forced) == ["1 K1 discard"]


@pytest.mark.rule("CHEOPS-LAW-5", "E20", "Q15")
def test_by_law_5_a_treasure_must_be_kept_and_its_table_fills_no_more() -> None:
    position = drawn(under={"R": 5}, covered={"R": 3})
    assert written(position, "2 A1 ") == ["2 A1 keep"]
    assert reason(position, "2 A1 sell") == "must_keep"
    assert play(position, "2 A1 keep").full_tables == 0
    freed = play(taking(8, under={"R": 5}, covered={"R": 3}), "remove 5; end")
    assert written(freed, "1 A1 ") == ["1 A1 sell", "1 A1 keep"]


@pytest.mark.rule("E20")
def test_a_table_that_was_full_before_law_5_counts() -> None:
    position = drawn(under={"R": 5}, covered={"R": 4, "G": 3})
    assert result(play(position, "2 A2 sell")).reason == "full"


@pytest.mark.rule("CHEOPS-LAW-6")
def test_law_6_has_no_effect_of_its_own() -> None:
    assert written(drawn(under={"R": 6}), "2 A1 ") == ["2 A1 sell", "2 A1 keep"]


@pytest.mark.rule("CHEOPS-LAW-7", "E23")
def test_law_7_covers_any_free_number_the_last_one_too() -> None:
    position = taking(7, covered={"R": 4, "G": 2})
    assert written(position, "over R") == ["over R5"]
    assert written(position, "over G") == ["over G3", "over G4", "over G5"]
    assert len(written(position)) == 1 + 3 + 4 * 5
    note = refused(position, "over G2")
    assert (note.key, note["row"], note["free"]) == ("cheops.covered", 2, 3)
    assert reason(position, "over G6") == "no_number"
    assert notes_of(position, "over R5")["over"]["printed"] == "5x"


@pytest.mark.rule("CHEOPS-LAW-7", "E23")
def test_law_7_replaces_a_whole_entry_and_fills_nothing() -> None:
    after = play(taking(7, kept=("OO", "O"), covered={"O": 2}), "over O3")
    count = ENGINE.view(after, None).counts[3]
    assert (count.entry.text, count.worth, after.covered) == ("20", (40, 20), (0, 0, 0, 2, 0, 0))
    column = ENGINE.view(after, None).columns[3]
    assert ([number.mark for number in column.numbers], column.now) == (["--", "--", "20", "25/10", "30/15"], "20")


@pytest.mark.rule("E23", "Q12")
def test_a_sale_may_cover_law_7_which_stays_in_play_then() -> None:
    position = play(taking(7), "over R1; end; 2 A1 sell; end")
    assert (position.covered[0], position.laws.over) == (1, (0, 0))
    assert ENGINE.view(position, None).columns[0].now == "10"
    assert written(play(taking(8, laws=laid_laws(over=(0, 0)), covered={"R": 1}), "remove 7"))
    assert written(taking(8, laws=laid_laws(over=(0, 0)), covered={"R": 1})) == ["remove 7"]


@pytest.mark.rule("E24")
def test_law_7_lies_on_a_table_with_another_law_under_it() -> None:
    assert play(taking(7, under={"R": 4}), "over R1").laws.under[0] == 4


@pytest.mark.rule("CHEOPS-LAW-8", "D10", "E26")
def test_law_8_must_remove_a_law_and_both_go_into_the_box() -> None:
    lying = laid_laws(market=(2, 1), third=True, over=(0, 0))
    position = taking(8, laws=lying, under={"B": 4}, held=((9, 10), (12,)))
    assert written(position) == [f"remove {law}" for law in (1, 2, 3, 4, 7, 9, 10, 12)]
    assert reason(position, "discard") == "must_remove"
    assert refused(position, "remove 5")["targets"] == ("1", "2", "3", "4", "7", "9", "10", "12")
    after = play(position, "remove 4")
    assert (after.laws.under, after.laws.box) == ((0,) * 6, (4, 8))
    assert written(taking(8, held=((11,), ()))) == ["remove 11"]


@pytest.mark.rule("E25", "E27")
def test_law_8_without_a_target_goes_into_the_box() -> None:
    position = taking(8)
    assert "?" in position.board
    assert written(position) == ["discard"]
    assert play(position, "discard").laws.box == (8,)
    assert reason(position, "remove 1") == "nothing_to_remove"


@pytest.mark.rule("E28")
def test_a_removed_law_loses_its_effect() -> None:
    lying = laid_laws(market=(2, 1), over=(0, 0))
    position = taking(8, laws=lying, under={"B": 5}, held=((), (9, 12)), cash=(0, 10))
    assert (position.price, play(position, "remove 1").price) == (5, 15)
    assert play(position, "remove 2").price == 5
    assert play(taking(8, laws=laid_laws(market=(1,))), "remove 1").price == 10
    assert play(position, "remove 7").laws.over is None
    assert written(play(position, "remove 5; end"), "2 A9 ") == ["2 A9 sell", "2 A9 keep"]
    robbed = play(position, "remove 9")
    assert (robbed.players[1].laws, robbed.players[1].cash, robbed.joker_seat) == ((12,), 10, None)
    assert notes_of(position, "remove 12")["taken_from"]["owner_seat"] == 1


@pytest.mark.rule("E28", "Q8")
def test_without_law_3_two_full_tables_end_the_match_at_once() -> None:
    position = taking(8, laws=laid_laws(third=True, market=(1,)), covered={"R": 4, "G": 4})
    assert result(play(position, "remove 3")).reason == "full"
    assert play(position, "remove 1").ending == ""


@pytest.mark.rule("CHEOPS-LAW-9")
def test_law_9_is_paid_for_or_goes_into_the_box() -> None:
    position = taking(9, cash=(30, 0))
    assert written(position) == ["pay", "discard"]
    after = play(position, "pay")
    assert (after.players[0].cash, after.players[0].laws) == (5, (9,))
    assert play(position, "discard").laws.box == (9,)
    assert [note.audience for note in step(position, "pay").notes] == [None, frozenset({0})]


@pytest.mark.rule("CHEOPS-LAW-9", "E30", "Q14")
def test_who_cannot_pay_25_has_to_give_law_9_up() -> None:
    position = taking(9, cash=(20, 0), kept=("R", ""), held=((10,), ()))
    assert written(position) == ["discard"]
    note = refused(position, "pay")
    assert (note.key, note["price"], note["cash"], note.audience) == ("cheops.too_dear_law", 25, 20, frozenset({0}))
    assert reason(position, "law10 R") == "law_first"


@pytest.mark.rule("E16")
def test_the_law_of_the_last_cell_is_carried_out_before_the_end() -> None:
    position = cleared("K1=?", hands=("1", "1"), cash=(25, 0), put={})
    position = play(position, "1 K1")
    assert (position.ending, position.turn.law) == ("", 4)
    assert play(position, "under R").ending == "empty"
