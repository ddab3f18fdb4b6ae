"""The turn: three actions and any number of free steps, how it ends, and matches in which nothing happens any more."""

from typing import Any

import pytest

from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.position.position import Position
from adjudicator.match.rulings.table import Table, play_forced
from testkit.engines.pharao import begin, drawn, legal, lying, notes_of, play, points, refused, result, told

MAP = "  A B C D E\n 1 @NESW EW EW EW NS"


@pytest.mark.rule("GOLD-TURN-1")
def test_three_actions_are_divided_between_the_figures_as_one_likes() -> None:
    position = drawn(MAP)
    assert play(position, "A B1, P B1").turn.left == 1
    after = play(position, "A B1, P B1, lamp")
    assert (after.turn.seat, after.turn.left) == (1, 3)


@pytest.mark.rule("GOLD-TURN-1", "G12", "Q9")
@pytest.mark.parametrize("orders", ["end", "A B1, end", "A B1, P B1, end"])
def test_one_may_end_before_all_are_spent(orders: str) -> None:
    after = play(drawn(MAP), orders)
    assert after.turn.seat == 1
    assert notes_of(drawn(MAP), "end")["ended"]["left"] == 3


@pytest.mark.rule("GOLD-TURN-1")
def test_there_is_no_fourth_action() -> None:
    position = play(drawn(MAP, lying="B1=2"), "P B1, P C1, A B1")
    assert (position.turn.seat, position.turn.left) == (0, 0)
    assert legal(position) == ["take 2", "end"]
    for order in ("A C1", "P D1", "lamp", "flip B2", "rotate C1 NS", "C1"):
        assert refused(position, order) == "no_actions"


@pytest.mark.rule("Q9", "Q17")
def test_the_turn_ends_by_itself_when_nothing_is_left_to_take_or_steal() -> None:
    position = drawn(MAP, "A:A1 P:A1", "A:C1+3 P:A1", lying="B1=2")
    after = play(position, "P B1, P C1, A B1")
    assert legal(after) == ["take 2", "end"]
    assert play(after, "take 2").turn.seat == 1
    assert play(after, "end").turn.seat == 1
    thief = play(drawn(MAP, "A:B1 P:A1", "A:C1+3 P:A1"), "P B1, P C1, A C1")
    assert legal(thief) == ["steal blue", "end"]
    assert play(thief, "steal blue").turn.seat == 1


@pytest.mark.rule("Q17")
def test_whoever_carries_after_his_third_action_can_no_longer_drop() -> None:
    after = play(drawn(MAP, "A:D1+3 P:A1", "A:A1", lying="C1=2"), "P B1, P C1, A C1")
    assert (after.turn.seat, after.players[0].carries) == (1, 3)


@pytest.mark.rule("GOLD-FREE", "G13")
def test_free_steps_cost_nothing_and_come_at_any_time_of_ones_turn() -> None:
    position = drawn(MAP, "A:B1 P:A1", "A:D1+3 P:A1", lying="B1=2")
    after = play(position, "take 2, A C1, drop, A D1, steal blue")
    assert (after.turn.left, after.players[0].carries, lying(after)) == (1, 3, "C1=2")


@pytest.mark.rule("G34", "Q9", "Q17")
def test_the_only_step_of_a_seat_without_figures_is_played_by_the_server() -> None:
    table = Table(ENGINE, drawn(MAP, "", "A:A1 P:A1"))
    table, played = play_forced(table)
    assert [(entry.step, entry.forced) for entry in played] == [("end", True)]
    assert table.to_move == 1


@pytest.mark.rule("Q17")
def test_a_crossing_is_laid_by_the_server() -> None:
    table = Table(ENGINE, play(drawn(MAP, "A:A1 P:A1", "A:A1", hidden={"A2": "cross"}), "flip A2"))
    table, played = play_forced(table)
    assert [entry.step for entry in played] == ["turn NESW"]
    assert len(ENGINE.legal_steps(table.position)) > 1


def quiet(turns: int, seats: int = 2, **chosen: Any) -> Position:
    return play(begin(seats=seats, **chosen), ", ".join(["end"] * turns)) if turns else begin(seats=seats, **chosen)


@pytest.mark.rule("G39", "Q3")
@pytest.mark.parametrize(("seats", "rounds"), [(2, 15), (4, 15), (2, 1), (3, 2)])
def test_a_quiet_match_is_scored_as_it_stands(seats: int, rounds: int) -> None:
    position = quiet(seats * rounds - 1, seats, stall_rounds=rounds)
    assert ENGINE.outcome(position) is None
    notes = notes_of(position, "end")
    assert notes["stall"]["rounds"] == rounds
    outcome = result(play(position, "end"))
    assert (outcome.reason, outcome.scores, outcome.places) == ("stall", (0,) * seats, (1,) * seats)


@pytest.mark.rule("Q3")
def test_it_is_announced_two_rounds_ahead() -> None:
    keys = [[note["rounds"] for note in told(quiet(turns), "end") if note.key == "pharao.quiet"] for turns in range(29)]
    assert [(turns + 1, found) for turns, found in enumerate(keys) if found] == [(26, [2]), (28, [1])]
    views = [ENGINE.view(quiet(turns), None) for turns in (25, 26, 29)]
    assert [(view.quiet_left, view.quiet_soon) for view in views] == [(5, False), (4, True), (1, True)]


@pytest.mark.rule("Q3")
def test_a_card_turned_over_or_a_banking_makes_the_count_begin_anew() -> None:
    position = drawn(MAP, "A:B1+2 P:A1", "A:A1")
    assert play(position, "end, end").quiet == 2
    assert play(position, "end, end, A A1, end").quiet == 0
    assert play(position, "end, flip A2 NS, end").quiet == 0
    assert play(position, "end, flip A2 NS, end, lamp, end").quiet == 1


@pytest.mark.rule("Q3")
def test_it_stays_at_zero_once_the_bust_is_discovered() -> None:
    position = drawn(MAP, "A:B1 P:A1", "A:A1", lying="C1=5", clock=("C1", 3))
    assert play(position, "end, end").quiet == 0
    assert ENGINE.view(position, None).quiet_left is None


@pytest.mark.rule("G39", "Q3")
def test_zero_is_never() -> None:
    position = quiet(80, stall_rounds=0)
    assert ENGINE.outcome(position) is None
    assert ENGINE.view(position, None).quiet_left is None


def test_orders_after_the_end_of_a_match_are_refused() -> None:
    position = quiet(2, stall_rounds=1)
    assert legal(position) == []
    for order in ("end", "A B1", "flip C4", "turn NS", "take 2"):
        assert refused(position, order) == "over"
    assert points(position) == [0, 0]
