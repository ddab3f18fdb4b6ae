"""`nudge`: in a match without a limit the player to move gets a friendly letter, once in three days."""

from __future__ import annotations

import pytest

from testkit.automatic_mail import player_of
from testkit.club import ANNA, BOB, Club, prose_of, to_move

NUDGED = "looking forward"


@pytest.fixture
def waiting(club: Club) -> str:
    """Begin a match without a limit; return who waits."""
    club.begin("time=none")
    return BOB if to_move(club) == ANNA else ANNA


def verdict(club: Club, who: str, line: str = "nudge") -> str:
    return club.inbox(club.answer(club.last(who), line)).verdict or ""


def test_the_player_to_move_gets_one_letter_that_can_be_answered(club: Club, waiting: str) -> None:
    mover = to_move(club)
    club.pass_time(days=3)
    assert verdict(club, waiting) == "done"
    assert f"We have written a friendly letter to {player_of(club, mover).name}." in prose_of(club.last(waiting))
    (letter,) = club.letters(mover, NUDGED)
    said = prose_of(letter)
    assert f"{player_of(club, waiting).name} is looking forward to your move." in said
    assert "since Friday 27 November, 19:00 UTC. This match has no time limit" in said
    club.answer(letter, "M14")
    assert to_move(club) == waiting


def test_once_in_three_days_and_not_in_the_first_three_of_a_turn(club: Club, waiting: str) -> None:
    mover = to_move(club)
    assert verdict(club, waiting) == "refused: nudged_lately"
    assert "possible from 30 November" in prose_of(club.last(waiting))
    for _ in range(2):
        club.pass_time(days=3)
        assert verdict(club, waiting) == "done"
        assert verdict(club, waiting) == "refused: nudged_lately"
    assert len(club.letters(mover, NUDGED)) == 2
    club.answer(club.last(mover), "M14")
    assert verdict(club, mover) == "refused: nudged_lately", "a new turn begins anew"


def test_not_ones_own_turn_and_not_in_a_match_with_a_limit(club: Club, waiting: str) -> None:
    club.pass_time(days=3)
    assert verdict(club, to_move(club)) == "refused: nothing_to_nudge"
    del waiting


def test_a_match_with_a_limit_reminds_by_itself(club: Club) -> None:
    club.begin("days=30")
    club.pass_time(days=5)
    waits = BOB if to_move(club) == ANNA else ANNA
    assert verdict(club, waits) == "refused: has_limit"
    assert "sends reminders itself" in prose_of(club.last(waits)) or "we send reminders ourselves" in prose_of(
        club.last(waits)
    )
    assert not club.letters(to_move(club), NUDGED)


@pytest.mark.parametrize(
    ("line", "said"), [("absence 20 days", "is away, so we do not nudge"), ("stop", "has turned such letters off")]
)
def test_whoever_is_away_or_wants_no_letters_gets_none(club: Club, waiting: str, line: str, said: str) -> None:
    mover = to_move(club)
    club.answer(club.last(mover), line)
    if line == "stop":
        club.answer(club.last(mover), "stop")
    club.pass_time(days=3)
    assert verdict(club, waiting) == "refused: out_of_reach"
    assert said in prose_of(club.last(waiting))
    assert not club.letters(mover, NUDGED)


def test_whoever_is_away_gets_none_where_the_clock_runs_on_either(club: Club) -> None:
    club.begin("time=none absence=0")
    mover = to_move(club)
    club.answer(club.last(mover), "absence 20 days")
    club.pass_time(days=3)
    assert verdict(club, BOB if mover == ANNA else ANNA) == "refused: out_of_reach"
    assert not club.letters(mover, NUDGED)


def test_it_is_offered_when_it_is_possible(club: Club, waiting: str) -> None:
    club.answer(club.last(waiting), "time")
    said = prose_of(club.last(waiting))
    assert 'From Monday 30 November, 19:00 UTC on, "nudge" sends' in said
    club.pass_time(days=3)
    club.answer(club.last(waiting), "status")
    assert "remind the player to move in a friendly letter" in prose_of(club.last(waiting))
