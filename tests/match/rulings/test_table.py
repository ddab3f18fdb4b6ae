from dataclasses import replace
from typing import Any

import pytest

from adjudicator.match.rulings import table as tables
from adjudicator.match.rulings.table import LegalOrders, Table, open_table, play_forced, play_step
from testkit.engines.shafts import SHAFTS, shafts_deal
from tests.match.rulings.tables import OPTIONS, table


def test_a_turn_goes_on_while_the_same_seat_decides() -> None:
    start = table()
    shored, played = play_step(start, ("shore", 1), order="shore 1")
    assert (shored.turn, played.turn, played.seat, played.order) == (1, 1, 0, "shore 1")
    assert (shored.after(("end", 0))[0].turn, start.turn) == (2, 1)


def test_the_last_step_of_a_match_begins_no_turn() -> None:
    last, _ = open_table(SHAFTS, OPTIONS, 2, shafts_deal(0, "1", "", ""))
    over, _ = play_step(last, ("dig", 1))
    assert (over.to_move, over.turn) == (None, 1)
    assert over.outcome


def test_nothing_can_be_played_at_a_closed_table() -> None:
    closed = replace(table(), closed=True)
    assert (closed.to_move, closed.only_step(), play_forced(closed)) == (None, None, (closed, ()))
    with pytest.raises(ValueError, match="the match is over"):
        play_step(closed, ("dig", 1))


def test_opening_a_table_plays_what_is_forced() -> None:
    position = SHAFTS.setup(OPTIONS, 2, shafts_deal(0, "1 1", "", ""))
    trapped = replace(position, trapped=(0,))
    opened, played = play_forced(Table(SHAFTS, trapped))
    assert [(entry.seat, entry.turn, entry.step, entry.forced) for entry in played] == [(0, 1, "skip", True)]
    assert (opened.turn, opened.to_move) == (2, 1)


def test_an_engine_that_plays_by_itself_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(type(SHAFTS)):  # type: ignore[misc]
        def legal_steps(self, position: Any) -> list[Any]:
            return [("shore", 1)]

        def apply(self, position: Any, step: Any) -> Any:
            from adjudicator.engines.contract import Result

            return Result(position)

    monkeypatch.setattr(tables, "LONGEST_ADVANCE", 50)
    with pytest.raises(RuntimeError, match="shafts/1 plays by itself without end"):
        play_forced(replace(table(), engine=Endless()))


def test_the_orders_for_a_board_are_the_legal_orders_and_are_counted_without_being_written() -> None:
    start = table()
    orders = LegalOrders(start)
    assert len(orders) == len(start.legal_steps)
    assert "legal_orders" not in vars(start)
    assert (*orders, orders[0], orders[-2:]) == (*start.legal_orders, start.legal_orders[0], start.legal_orders[-2:])
