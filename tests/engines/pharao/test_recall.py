"""The house player does not bring the same position about again and again, whatever the others do."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engines.contract import ChooserWithPast, Level
from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.house.recall import MOST, Arrangement, Recall, arrangement_of
from adjudicator.engines.pharao.notation.notation import END, Flip
from adjudicator.engines.pharao.position.position import Position, Turn
from adjudicator.engines.suite.chance import Chance
from adjudicator.match.house.bot import choose_step, turns_to_show, work_budget
from testkit.engines.pharao import begin, drawn

WALLED = "  A B C D\n 1 @NESW EW NS EW"
LONELY = "P:A1"
"""Another seat that can rob nobody: its archaeologist is lost."""
CIRCLING = ((0, Level.EASY), (3, Level.EASY), (6, Level.EASY), (9, Level.EASY), (3, Level.FAIR))
"""Short matches in which one position came back five to fifteen times when the player saw no past."""


def play_turn(position: Position, past: list[Position], level: Level = Level.STRONG, work: int = 40) -> Position:
    """Let the house player play a turn, knowing how the latest turns began."""
    seat = position.turn.seat
    while position.turn.seat == seat and not position.ending:
        until = work_budget(work)
        step = choose_step(ENGINE, position, seat, dealer=Chance("house"), until=until, level=level, past=past)
        position = ENGINE.apply(position, step).position
    return position


@pytest.mark.parametrize("level", Level)
def test_a_wall_that_somebody_closes_each_time_is_opened_twice_and_no_more(level: Level) -> None:
    walled = drawn(WALLED, "A:D1+3 P:B1", LONELY, photos=(), left=1)
    reached, past = Counter[Arrangement](), list[Position]()
    for turn in range(0, 12, 2):
        begun = replace(walled, quiet=turn)
        past.append(begun)
        after = play_turn(begun, past, level)
        reached[arrangement_of(after)] += arrangement_of(after) != arrangement_of(begun)
        past.append(replace(after, quiet=turn + 1))
    assert max(reached.values()) == MOST
    assert arrangement_of(play_turn(walled, [walled], level)) in reached, "without a past it is opened"


@pytest.mark.parametrize(("number", "level"), CIRCLING)
def test_matches_of_house_players_do_not_go_in_circles(number: int, level: Level) -> None:
    position = begin(f"circles {number}", 2 + number % 3)
    reached, past = Counter[tuple[int, Arrangement]](), [position]
    while not position.ending:
        before, position = position, play_turn(position, past, level, work=2)
        past.append(position)
        if arrangement_of(position) != arrangement_of(before):
            reached[before.turn.seat, arrangement_of(position)] += 1
    # One more than in quiet turns: it may also be where the last turn that was not quiet had led.
    assert 1 < max(reached.values()) <= MOST + 1


def past_of(*turns: tuple[int, Position]) -> list[Position]:
    """Number the quiet turns of a past, each given by its seat and the position that it began with."""
    return [replace(position, quiet=quiet, turn=Turn(seat)) for quiet, (seat, position) in enumerate(turns)]


OPEN, SHUT = drawn("  A B C\n 1 @NESW EW EW"), drawn("  A B C\n 1 @NESW EW NS")
OTHER = drawn("  A B C\n 1 @NESW NS EW")


@pytest.mark.parametrize(
    ("turns", "allowed"),
    [
        ((), True),
        (((0, SHUT), (1, OPEN), (0, SHUT)), True),
        (((0, SHUT), (1, OPEN), (0, SHUT), (1, OPEN), (0, SHUT)), False),
        (((1, SHUT), (0, OPEN), (1, OPEN), (0, OPEN), (1, OPEN), (0, SHUT)), True),
        (((1, SHUT), (0, OPEN), (1, SHUT), (0, OPEN), (1, SHUT), (0, SHUT)), True),
        (((0, SHUT), (1, OPEN), (0, SHUT), (1, OPEN), (0, OPEN)), True),
        (((0, SHUT), (1, OPEN), (0, OTHER), (1, OPEN), (0, OTHER)), False),
    ],
    ids=["no past", "once", "twice", "idle turns", "the other seat", "as it is already", "from elsewhere"],
)
def test_what_may_come_about_once_more(turns: Any, allowed: bool) -> None:
    assert Recall.of(past_of(*turns), 0).forbids(replace(OPEN, quiet=9)) is not allowed


def test_what_is_not_quiet_may_always_be_done_and_ends_the_past() -> None:
    past = past_of((0, SHUT), (1, OPEN), (0, SHUT), (1, OPEN), (0, SHUT))
    assert not Recall.of(past, 0).forbids(replace(OPEN, quiet=0))
    since = [*past, *past_of((0, SHUT))]
    assert not Recall.of(since, 0).forbids(replace(OPEN, quiet=1))


def test_it_looks_back_as_far_as_turns_were_quiet_if_they_can_hold_a_return() -> None:
    assert isinstance(ENGINE, ChooserWithPast)
    for seats in (2, 3, 4):
        position = begin("looks back", seats)
        asked = [turns_to_show(ENGINE, replace(position, quiet=quiet)) for quiet in range(12)]
        first = 2 * seats - 1
        assert asked == [0] * first + list(range(first + 1, 13))


def test_it_can_always_end_its_turn() -> None:
    # All that it could bring about was there twice, or so it is told: the turn ends as it began.
    position = replace(drawn(WALLED, "A:D1+3 P:B1", LONELY, photos=(), left=1), quiet=9)
    reached: list[Position] = []
    for step in (one for one in ENGINE.legal_steps(position) if not isinstance(one, Flip)):
        after = ENGINE.apply(position, step).position
        reached += [after] if after.turn.seat else [ENGINE.apply(after, END).position]
    past = [one for after in reached * MOST for one in (replace(position, quiet=0), after)]
    numbered = [replace(one, quiet=quiet) for quiet, one in enumerate([*past, position])]
    after = play_turn(replace(position, quiet=len(past)), numbered, Level.EASY)
    assert arrangement_of(after) == arrangement_of(position)
