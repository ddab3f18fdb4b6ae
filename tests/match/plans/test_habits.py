"""Habits end turns, draw, carry out laws and dispose of treasures; they never lay a tile."""

from dataclasses import replace

import pytest

from adjudicator.match.plans.check import Verdict
from adjudicator.match.plans.firing import Status
from adjudicator.match.plans.habits import MOST_HABITS, NO_HABITS, Habits, add_habit, habits_of, play_habits
from testkit.cases import check_cases
from tests.match.plans.matches import Match, match_of
from tests.match.plans.test_firing_plans import law_in_reach

CHEOPS = match_of("cheops/1", 2)
PHARAO = match_of("pharao/1")
EGYPTOS = match_of("egyptos/1")

READ = [
    ("end", "Ende / fin / finire / klaar"),
    ("draw stack 2 1 3", "draw stack 2, 1, 3 / ziehe Stapel 2, 1, 3 / pioche pile 2, 1, 3 / pesca pila 2, 1, 3"),
    ("draw family 3", "draw family 3 first / ziehe Familie 3 / pioche famille 3 / trek familie 3"),
    ("law9 pay", "law 9 pay / Gesetz 9 zahlen / loi 9 payer / legge 9 paga / wet 9 betalen"),
    ("sell R", "sell red / R verkaufen / vendre rouge / vendi rosso / verkoop rood"),
]
NO_HABIT = [
    "",
    "draw",
    "draw 2",
    "draw stack 4",
    "draw family",
    "law9",
    "law10 pay",
    "sell",
    "sell R G",
    "2 A3",
    "pass",
    "hello",
]


def with_habits(match: Match, *texts: str) -> Match:
    habits: Habits = NO_HABITS
    engine = habits_of(match.game)
    assert engine is not None
    for text in texts:
        habit = engine.read_habit(text)
        assert habit is not None, text
        habits = add_habit(match.game, habits, habit)
    return replace(match, habits=habits)


def acts(match: Match, order: str) -> list[str]:
    """Play some steps of a turn, and list what habits add to them."""
    played = match.play(order)
    seat = match.to_move
    _, added = play_habits(match.game, played.table, seat, match.habits)
    return [entry.step for entry in added if not entry.forced]


def test_habits_are_read_in_five_languages() -> None:
    engine = habits_of(CHEOPS.game)
    assert engine is not None
    with check_cases() as case:
        for habit, said in READ:
            for text in said.split(" / "):
                with case(text):
                    assert engine.read_habit(text) == habit
        for text in NO_HABIT:
            with case(text):
                assert engine.read_habit(text) is None


def test_a_new_habit_takes_the_place_of_one_about_the_same_thing() -> None:
    match = with_habits(
        CHEOPS, "draw stack 1", "sell R", "law9 pay", "draw family 2", "keep R", "sell G", "law9 discard"
    )
    assert match.habits == ("draw family 2", "keep R", "sell G", "law9 discard")
    many = tuple(str(number) for number in range(MOST_HABITS))
    with pytest.raises(ValueError, match="at most"):
        add_habit(CHEOPS.game, many, "end")


def test_habits_draw_and_end_turns() -> None:
    assert acts(with_habits(CHEOPS, "draw stack 2, 1"), "1 A3 sell") == ["draw 2"]
    tops = [stack[0] for stack in CHEOPS.table.position.stacks]  # type: ignore[attr-defined]
    assert acts(with_habits(CHEOPS, f"draw family {tops[2]}"), "1 A3 sell")[0] == f"draw {tops.index(tops[2]) + 1}"
    # There is something to draw, so that the turn is not to be ended.
    assert acts(with_habits(CHEOPS, "end"), "1 A3 sell") == []
    assert acts(with_habits(CHEOPS, "hold", "law9 pay"), "1 A3 sell") == []
    assert acts(CHEOPS, "1 A3 sell") == []


def test_no_habit_ends_a_turn_with_a_great_secret_while_anything_else_is_left() -> None:
    match = with_habits(PHARAO, "end")
    flipped = match.play("flip E1")
    engine = habits_of(match.game)
    assert engine is not None
    assert engine.habit_step(flipped.table.position, match.habits, peeked=True) is None
    assert habits_of(EGYPTOS.game) is None


def test_laws_are_carried_out_by_habit() -> None:
    match = law_in_reach(CHEOPS)
    # C3 hides law 9, for which nobody can pay yet.
    played = match.play("1 C3")
    assert [event.step for event in played.events][:1] == ["1 C3"]
    _, added = play_habits(match.game, played.table, match.to_move, ("law9 pay", "draw stack 1"))
    assert [entry.step for entry in added] == ["draw 1"]


def test_habits_complete_and_close_the_answers_of_plans() -> None:
    colour = str(CHEOPS.table.position.board[3])  # type: ignore[attr-defined]
    match = with_habits(CHEOPS, f"sell {colour}", "draw stack 3")
    line = "if A2 then 2 A4, if A6 then 3 A8 keep"
    assert [mark.verdict for mark in match.check(0, line)] == [Verdict.LATER, Verdict.LATER]
    plan = match.plan(0, line)
    after = match.play("1 A2 sell; end")
    firing = after.fire(plan)
    assert [entry.step for entry in firing.played] == ["2 A4 sell", "draw 3"]
    assert (firing.status, firing.rest.size) == (Status.PLAYED, 1)
    # The habit is gone: nothing is guessed.
    assert replace(after, habits=()).fire(plan).status is Status.REFUSED
