"""Selling and keeping, and the price tables that sold treasures cover."""

from __future__ import annotations

import pytest

from adjudicator.engines.cheops import ENGINE
from testkit.engines.cheops import begin, drawn, kept, laid_laws, notes_of, play, reason, refused, step, written


@pytest.mark.rule("CHEOPS-SELL-1")
def test_a_treasure_is_sold_or_kept() -> None:
    assert written(begin(), "2 A3") == ["2 A3 sell", "2 A3 keep"]
    assert reason(begin(), "2 A3 discard") == "no_discard"


@pytest.mark.rule("CHEOPS-SELL-2", "CHEOPS-SELL-3", "D7", "D16", "E43")
@pytest.mark.parametrize(("market", "price"), [((), 10), ((1,), 5), ((2,), 15), ((1, 2), 15), ((2, 1), 5)])
def test_the_bank_pays_the_market_price_whatever_number_is_covered(market: tuple[int, ...], price: int) -> None:
    position = drawn(laws=laid_laws(market=market))
    after = play(position, "2 A1 sell")
    assert (after.players[0].cash, after.covered, kept(after)) == (price, (1, 0, 0, 0, 0, 0), "")
    note = notes_of(position, "2 A1 sell")["sold"]
    assert (note["colour"], note["price"], note.audience) == ("R", price, None)


@pytest.mark.rule("CHEOPS-SELL-3", "CHEOPS-TABLE-1", "D7")
def test_tables_are_covered_from_the_top_by_place_not_by_value() -> None:
    view = ENGINE.view(play(drawn(), "2 A6 sell"), None)
    assert [number.mark for number in view.columns[5].numbers] == ["--", "20", "15", "10", "5"]
    assert view.columns[5].now == "20"


@pytest.mark.rule("CHEOPS-KEEP-1")
def test_kept_treasures_lie_open_and_stay() -> None:
    position = play(begin(), "2 A3 keep; end")
    view = ENGINE.view(position, 1)
    assert view.players[0].kept == (("B", 1),)
    assert reason(play(position, "1 A6 keep; end"), "sell blue") == "law_not_held"


@pytest.mark.rule("CHEOPS-KEEP-2")
def test_the_topmost_uncovered_number_counts_for_everybody() -> None:
    position = drawn(kept=("MM", "M"), covered={"M": 2})
    assert ENGINE.view(position, None).counts[5].worth == (30, 15)


@pytest.mark.rule("CHEOPS-TABLE-2", "E17")
def test_of_a_full_table_treasures_must_be_kept() -> None:
    position = drawn(covered={"R": 4})
    assert written(position, "2 A1 ") == ["2 A1 keep"]
    note = refused(position, "2 A1 sell")
    assert (note.key, note["colour"]) == ("cheops.table_full", "R")
    assert play(position, "2 A1").players[0].kept[0] == 1


@pytest.mark.rule("CHEOPS-TABLE-2")
def test_filling_a_table_is_told() -> None:
    position = drawn(covered={"R": 3, "G": 4}, laws=laid_laws(third=True))
    note = notes_of(position, "2 A1 sell")["full"]
    assert (note["colour"], note["tables"], note["needed"]) == ("R", 2, 3)
    assert "full" not in notes_of(drawn(covered={"R": 2}), "2 A1 sell")


@pytest.mark.rule("CHEOPS-SELL-4")
def test_only_the_seller_is_told_how_much_money_he_has_now() -> None:
    note = notes_of(drawn(cash=(35, 0)), "2 A1 sell")["purse"]
    assert (note["cash"], note.audience) == (45, frozenset({0}))
    assert step(drawn(), "2 A1 keep").notes[-1].key == "cheops.kept"
