"""Bank, periods, and what an undo leaves (Q14 to Q16, Q25)."""

from typing import Any

import pytest

from tests.match.timekeeping.stories import UTC, due, event, last, tell

DAY = 86400
PLAYER = {**UTC, "auto": False}


def turns(*lengths: float) -> list[Any]:
    """Write turns that begin on the first of each month and are played after some days."""
    story = []
    for month, days in enumerate(lengths, 1):
        story.append(event(f"{month:02}-01T00:00", "turn"))
        hours = round(days * 24)
        story.append(event(f"{month:02}-{1 + hours // 24:02}T{hours % 24:02}:00", "move"))
    return story


@pytest.mark.parametrize(
    ("time", "lengths", "bank", "why"),
    [
        ("10d+1d", (0,), 10, "the bank is its own cap"),
        ("10d+1d", (3,), 8, "what was left, and the increment"),
        ("10d+1d max=12d", (0, 0, 0), 12, "up to the cap"),
        ("10d+1d max=12d", (0.5,), 10.5, "below it"),
        ("10d+1d", (10.5,), 1, "nothing is left after the flag: the increment"),
        ("10d+1d", (3, 3), 6, "two turns"),
        ("10d/3", (1, 1), 8, "no addition before the third turn"),
        ("10d/3", (1, 1, 1), 17, "the base again after it"),
        ("10d/3", (1, 1, 1, 1, 1, 1), 24, "and after the sixth"),
    ],
)
def test_the_bank_after_turns(time: str, lengths: tuple[float, ...], bank: float, why: str) -> None:
    assert last(*turns(*lengths), time=time, player=PLAYER)["bank"] == bank * DAY, why


def test_the_minutes_of_rounding_never_come_into_the_bank() -> None:
    story = [event("4T09:20", "turn"), event("14T09:40", "move")]
    assert due(story[0], time="10d+1d", player=PLAYER) == "14T10:00"
    assert last(*story, time="10d+1d", player=PLAYER)["bank"] == DAY


def test_the_bank_is_kept_to_the_second() -> None:
    story = [event("4T09:00", "turn"), event("4T09:00:07", "move")]
    assert last(*story, time="10d/3", player=PLAYER)["bank"] == 10 * DAY - 7


def test_no_turn_begins_with_less_than_twelve_hours() -> None:
    story = [*turns(10.5), event("02-01T00:00", "turn")]
    assert last(*story, time="10d/3", player=PLAYER)["left"] == DAY / 2


@pytest.mark.parametrize(
    ("time", "lengths", "undone", "left", "why"),
    [
        ("7d", (2,), 1, 5, "what was left when the turn ended"),
        ("7d", (6.9,), 1, 0.5, "but twelve hours at least"),
        ("7d", (2, 3), 2, 5, "what was left in the first of them"),
        ("10d+1d", (2,), 1, 8, "without the increment"),
        ("10d+1d", (2, 3), 2, 5, "time used stays used"),
        ("10d+1d max=12d", (0, 0, 0, 0), 4, 10, "only what the cap let in goes"),
        ("10d/2", (1, 1), 1, 8, "the addition goes"),
        ("10d/2", (1, 1, 1), 3, 7, "of all undone turns"),
    ],
)
def test_an_undo_gives_no_time_back(time: str, lengths: Any, undone: int, left: float, why: str) -> None:
    story = [*turns(*lengths), event("08-01T00:00", "undo", turns=undone)]
    state = last(*story, time=time, player=PLAYER)
    assert (state["clock"], state["left"]) == ("running", round(left * DAY)), why


def test_an_undone_turn_counts_again_towards_the_next_addition() -> None:
    story = [*turns(1, 1), event("07-01T00:00", "undo", turns=1), event("07-02T00:00", "move")]
    assert last(*story, time="10d/2", player=PLAYER)["bank"] == 17 * DAY


@pytest.mark.parametrize(("undone", "left"), [(1, 6), (2, 5)])
def test_the_running_turn_counts_as_one_of_those_undone(undone: int, left: int) -> None:
    story = [*turns(2), event("02-01T00:00", "turn"), event("02-02T00:00", "undo", turns=undone)]
    assert last(*story, time="7d", player=PLAYER)["left"] == left * DAY


def test_more_turns_than_there_were_cannot_be_undone() -> None:
    story = [*turns(2), event("02-01T00:00", "undo", turns=2)]
    assert tell(*story)["told"][2]["refused"] == "bad"


def test_a_plan_ends_a_turn_as_a_move_does() -> None:
    story = [event("4T09:00", "turn"), event("4T09:00", "plan")]
    assert last(*story, time="10d+1d max=12d", player=PLAYER)["bank"] == 11 * DAY
