"""What a plan plays when its turn comes, and where it plays nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from adjudicator.engines.contract import AnyPosition
from adjudicator.match.plans import cascade
from adjudicator.match.plans.firing import Firing, Status
from adjudicator.match.plans.plan import NO_PLAN, confirm_plan
from tests.match.plans.matches import Match, match_of

EGYPTOS = match_of("egyptos/1")
CHEOPS = match_of("cheops/1", 2)
THREE = match_of("cheops/1", 3)
PHARAO = match_of("pharao/1")
ANNA, BOB = 0, 1


def law_in_reach(match: Match) -> Match:
    """Lay neighbours below C3, where a law lies face down."""
    position = cast(Any, match.table.position)
    board = list(position.board)
    for cell in (2, 3, 4, 13, 14):
        board[cell] = "V"
    changed = replace(position, board="".join(board))
    return replace(match, table=replace(match.table, position=AnyPosition(changed)))


def steps(firing: Firing) -> list[str]:
    return [entry.step for entry in firing.played]


def check_failed(firing: Firing, match: Match, status: Status) -> None:
    """Expect that nothing was played, and that nothing is left of the plan."""
    assert firing.status is status
    assert (firing.table, firing.played, firing.rest) == (match.table, (), NO_PLAN)


def test_plans_play_what_letters_would_have_played() -> None:
    by_letters = EGYPTOS.play("M14", "N13", "N12", "O13", "L12", "L11")
    anna = EGYPTOS.plan(ANNA, "if L14 then N14", "if M14 then N13, if N12 then O13, if L12 then L11")
    match = EGYPTOS.play("M14")
    bob = match.plan(BOB, "if N13 then N12, if O13 then L12")
    done = match.cascade({ANNA: anna, BOB: bob})
    assert done.events == by_letters.events
    assert (done.table.position, done.table.turn) == (by_letters.table.position, by_letters.table.turn)
    assert [(seat, firing.status) for seat, firing in done.firings] == [(turn % 2, Status.PLAYED) for turn in range(5)]
    assert done.plans == {ANNA: NO_PLAN, BOB: NO_PLAN}


def test_a_turn_of_several_steps_is_one_answer() -> None:
    plan = CHEOPS.plan(ANNA, "if A3 sell then 2 A4 keep; draw 1", "if A3 keep then 2 A5 keep; end")
    assert steps(CHEOPS.play("1 A3 keep; end").fire(plan)) == ["2 A5 keep", "end"]
    assert steps(CHEOPS.play("1 A3 sell; draw 3").fire(plan)) == ["2 A4 keep", "draw 1"]


def test_what_was_not_foreseen_ends_the_plan_and_is_told() -> None:
    plan = EGYPTOS.plan(ANNA, "if M14 then N13, if L12 then K11")
    match = EGYPTOS.play("L14")
    firing = match.fire(plan)
    check_failed(firing, match, Status.UNFORESEEN)
    assert match.write(ANNA, firing.lost) == ["if M14 then N13, if L12 then K11"]


def test_the_most_exact_line_counts_and_the_last_resort_comes_last() -> None:
    lines = ["otherwise 2 A6 keep; end", "if A3 then 2 A4 keep; end", "if A3 sell then 2 A5 keep; end"]
    for order in (lines, lines[::-1]):
        plan = CHEOPS.plan(ANNA, *order)
        assert steps(CHEOPS.play("1 A3 sell; end").fire(plan))[0] == "2 A5 keep"
        assert steps(CHEOPS.play("1 A3 keep; end").fire(plan))[0] == "2 A4 keep"
        assert steps(CHEOPS.play("1 A8 keep; end").fire(plan))[0] == "2 A6 keep"


def test_two_lines_that_hold_play_only_if_they_agree() -> None:
    match = CHEOPS.play("1 A3 keep; end")
    agreed = CHEOPS.plan(
        ANNA, "if A3 then 2 A5 keep; end, if A1 then 3 A7 keep; end", "if market 10 then 2 A5 keep; end"
    )
    assert match.fire(agreed).rest.size == 1
    differing = CHEOPS.plan(ANNA, "if A3 taken then 2 A4 keep; end", "if market 10 then 2 A5 keep; end")
    firing = match.fire(differing)
    check_failed(firing, match, Status.TWO_HOLD)
    assert firing.lost == differing


def test_facts_are_read_when_the_turn_begins() -> None:
    plan = CHEOPS.plan(ANNA, "if A3 taken and market 10 then 2 A4 keep; end", "if A3 free then 2 A3 keep; end")
    assert steps(CHEOPS.play("1 A3 sell; end").fire(plan)) == ["2 A4 keep", "end"]
    assert steps(CHEOPS.play("1 A9 sell; end").fire(plan)) == ["2 A3 keep", "end"]


def test_a_line_without_its_yes_plays_nothing() -> None:
    plan = EGYPTOS.plan(ANNA, "next M13 or N13", "if M14 then L12", confirmed=False)
    match = EGYPTOS.play("L14")
    check_failed(match.fire(plan), match, Status.UNCONFIRMED)
    assert steps(match.fire(confirm_plan(plan))) == ["N13"]
    assert steps(EGYPTOS.play("M14").fire(plan)) == ["L12"]


def test_a_refused_step_leaves_nothing_of_the_answer() -> None:
    match = CHEOPS.play("1 A3 sell; end")
    plan = CHEOPS.plan(ANNA, "if A3 then 2 A4 keep; 3 A5 keep", "if A9 then 2 A4 keep; end")
    firing = match.fire(plan)
    check_failed(firing, match, Status.REFUSED)
    assert (firing.step, firing.lost) == ("3 A5 keep", plan)
    assert firing.refusal is not None


def test_a_great_secret_holds_an_answer_that_does_not_allow_for_it() -> None:
    before = law_in_reach(CHEOPS)
    match = before.play("1 C3; end")
    held = match.fire(before.plan(ANNA, "if C3 then 2 A8 keep; end"))
    check_failed(held, match, Status.HELD)
    assert held.node is not None
    assert held.answer == ("2 A8 keep", "end")
    assert steps(match.fire(before.plan(ANNA, "if C3 then 2 A8 keep; end anyway"))) == ["2 A8 keep", "end"]
    # A line that was written after it has seen it.
    seen = match.play("2 A8 keep; end").plan(ANNA, "if A10 then 3 A1 keep; end")
    assert match.play("2 A8 keep; end", "4 A10 keep; end").fire(seen).status is Status.PLAYED


def test_steps_behind_a_great_secret_of_the_answer_itself_need_anyway() -> None:
    before = law_in_reach(CHEOPS)
    match = before.play("1 A9 sell; end")
    stopped = match.fire(before.plan(ANNA, "if A9 then 2 C3; end, if A10 then 3 A1 keep; end"))
    assert stopped.status is Status.STOPPED
    assert (steps(stopped)[0], stopped.not_played, stopped.rest) == ("2 C3", ("end",), NO_PLAN)
    assert stopped.lost.size == 1
    played = match.fire(before.plan(ANNA, "if A9 then 2 C3; end anyway"))
    assert (played.status, steps(played)[-1]) == (Status.PLAYED, "end")


def test_turning_over_and_laying_a_card_is_one_order() -> None:
    first = PHARAO.to_move
    match = PHARAO.play("end")
    answered = match.fire(PHARAO.plan(1 - first, "if end then flip E1 NS; lamp; end"))
    assert [step.split()[0] for step in steps(answered)] == ["flip", "turn", "lamp", "end"]
    assert answered.status is Status.PLAYED


def test_a_step_is_never_read_as_another_one() -> None:
    match = PHARAO.play("end")
    plan = PHARAO.plan(1 - PHARAO.to_move, "if end then flip E1; turn N; end anyway")
    firing = match.fire(plan)
    # No card is open to the north alone. The flip stays, as it has shown something.
    assert (firing.status, steps(firing), firing.not_played) == (Status.STOPPED, ["flip E1"], ("turn N", "end"))


def test_an_answer_may_leave_the_turn_open() -> None:
    match = CHEOPS.play("1 A3 sell; end")
    firing = match.fire(CHEOPS.plan(ANNA, "if A3 then 2 A4 keep"))
    assert (firing.status, steps(firing), firing.rest) == (Status.OPEN, ["2 A4 keep"], NO_PLAN)


def test_at_three_seats_conditions_look_at_all_turns_since_the_last_own_one() -> None:
    first = THREE.to_move
    last = (first + 2) % 3
    names = [THREE.names[(first + turn) % 3] for turn in range(2)]
    plan = THREE.plan(last, f"if {names[0]} A3 and {names[1]} A5 then 3 A7 keep; end")
    assert THREE.play("1 A3 sell; end", "2 A5 sell; end").fire(plan).status is Status.PLAYED
    assert THREE.play("1 A5 sell; end", "2 A3 sell; end").fire(plan).status is Status.UNFORESEEN


def test_a_cascade_stops_at_its_bound_and_goes_on_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = EGYPTOS.plan(ANNA, "if M14 then N13, if N12 then O13, if L12 then L11")
    match = EGYPTOS.play("M14")
    plans = {ANNA: anna, BOB: match.plan(BOB, "if N13 then N12, if O13 then L12")}
    whole = match.cascade(plans)
    monkeypatch.setattr(cascade, "MOST_TURNS", 2)
    first = match.cascade(plans)
    assert (len(first.firings), first.goes_on) == (2, True)
    rest = replace(match, table=first.table, events=first.events).cascade(dict(first.plans))
    last = replace(match, table=rest.table, events=rest.events).cascade(dict(rest.plans))
    assert (last.events, last.goes_on) == (whole.events, False)
