"""Habits by letters: done behind the steps of a letter or a plan, told with the line that ends them, off by default."""

from __future__ import annotations

import pytest

from adjudicator.services.matches.plans.sealed_plans import read_habits
from testkit.agreed_match import PEOPLE
from testkit.club import Club, prose_of
from testkit.engines.cheops import drawn
from tests.services.cheops_match import BELOW_A_LAW, begin_cheops
from tests.services.plans.test_plans_by_letters import answer, entries, hows


def test_a_habit_draws_behind_a_letter_and_is_told_with_its_end(club: Club) -> None:
    begin_cheops(club, drawn("A . . 1 2 3", seats=3))
    mover, next_one, _ = PEOPLE[:3]
    told = answer(club, mover, "habit draw stack 2, 1, 3")
    assert "cancel habit draw stack 2 1 3" in told
    told = answer(club, mover, "1 A1 keep")
    assert 'Played by your habit: draw 2. The line "cancel habit draw stack 2 1 3" ends it.' in told
    assert "nothing else was possible" not in told
    assert [(row.step, row.how) for row in entries(club)[-2:]] == [("1 A1 keep", "letter"), ("draw 2", "habit")]
    assert club.match().to_move == 1
    assert "habit" not in prose_of(club.last(next_one))
    assert "habit draw stack 2 1 3" in answer(club, mover, "habits")
    answer(club, mover, "habit end")
    answer(club, mover, "cancel habit draw")
    assert read_habits(club.context.secret, club.match().seats[0]) == ("end",)


def test_a_habit_completes_the_answer_of_a_plan_and_ends_its_turn(club: Club) -> None:
    begin_cheops(club, drawn("A . . 1 2 3", seats=3))
    mover, planner, _ = PEOPLE[:3]
    answer(club, planner, "habit draw family 1, 2, 3, 4\nhabit keep R")
    answer(club, planner, "if Anna A1 then 4 A7 keep anyway")
    answer(club, mover, "1 A1 keep\nend")
    assert hows(club)[-3:-1] == ["plan", "habit"] or hows(club)[-2:] == ["plan", "habit"]
    assert club.match().to_move == 2


def test_a_habit_that_the_game_has_not_is_refused_with_those_that_it_has(club: Club) -> None:
    begin_cheops(club)
    told = answer(club, PEOPLE[0], "habit win always")
    assert "habit end" in told
    assert "You have no such habit" in answer(club, PEOPLE[0], "cancel habit end")


@pytest.mark.parametrize(
    ("before", "after"), [("draw stack 1", "draw family 2"), ("law9 pay", "law9 discard"), ("end", "end")]
)
def test_a_habit_that_takes_the_place_of_another_says_so(club: Club, before: str, after: str) -> None:
    begin_cheops(club)
    answer(club, PEOPLE[0], f"habit {before}")
    told = answer(club, PEOPLE[0], f"habit {after}")
    assert (f"It takes the place of this habit: {before}." in told) is (before != after)


def test_no_habit_acts_behind_a_refusal(club: Club) -> None:
    begin_cheops(club, drawn(BELOW_A_LAW, seats=3, hidden={"C3": 11}))
    mover = PEOPLE[0]
    answer(club, mover, "habit hold")
    answer(club, mover, "2 C3\nlaw11 1 A1 sell\ndraw 9")
    assert [(row.step, row.how) for row in entries(club) if not row.forced] == [("2 C3", "letter")]
    answer(club, mover, "law11 1 A1 sell")
    assert hows(club)[-1] == "letter"


def test_a_habit_for_always_begins_with_each_new_match_of_its_game(club: Club) -> None:
    begin_cheops(club)
    assert "that begin later" in answer(club, PEOPLE[0], "habit always end")
    answer(club, PEOPLE[0], "habit hold")
    begin_cheops(club)
    assert read_habits(club.context.secret, club.match().seats[0]) == ("end",)
    answer(club, PEOPLE[0], "cancel habit always end")
    begin_cheops(club)
    assert read_habits(club.context.secret, club.match().seats[0]) == ()
