"""Histories drawn for clocks: what they hold, what the second clock promises on them, and how a difference is shown."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from testkit import compare_clocks, second_clock
from testkit.drawn_clocks import ZONES, draw_case, draw_cases, read_only
from testkit.second_clock import DAY, FIELDS, WEEKDAYS, format_moment, read_moment, tell_story

COUNT = 300
FALLS = "automatic flag grace_over claimable silent house skip lost vacant wait_over bounce_over back pause_over mailed"
WORDS = "not_your_turn over nothing_to_claim allowance past no_absence no_pause paused_enough too_long thirty_days"
ENDS_A_STANDSTILL = {"over", "cancel", "resume", "host_resume", "host_pause", "reachable"}
BEGINS_A_TURN = {"turn", "undo", "person"}


@pytest.fixture(scope="module")
def stories() -> list[tuple[dict[str, Any], Any]]:
    return [(case, tell_story(case)) for case in draw_cases(5, COUNT)]


def test_cases_depend_on_their_seed_and_number_only() -> None:
    assert draw_case(5, 17) == list(draw_cases(5, 18))[17]
    assert draw_case(5, 17) != draw_case(6, 17)


def test_drawn_histories_hold_everything_that_can_happen(stories: list[tuple[dict[str, Any], Any]]) -> None:
    states = [state for _, answer in stories for state in answer["told"]]
    seen = Counter([*(state["what"] for state in states), *(state.get("refused") for state in states)])
    assert {*FIELDS, *FALLS.split(), *WORDS.split(), "no_limit", "bad"} <= {*seen}
    reasons = {reason["why"] for _, answer in stories for reason in answer["reasons"]}
    assert reasons == {*second_clock.REASONS, "grant", "rounding", "zone"}


def test_only_what_is_asked_for_is_drawn() -> None:
    cases = list(draw_cases(1, 40, read_only("move,absence")))
    assert {event["what"] for case in cases for event in case["events"]} == {"turn", "move", "absence"}
    assert {case["player"]["zone"] for case in cases} == {"Europe/Berlin"}
    assert not any("off" in case for case in cases)


def list_steps(answer: Any) -> Iterator[tuple[Any, Any]]:
    return zip(answer["told"], answer["told"][1:], strict=False)


def test_deadline_never_moves_earlier_but_by_the_end_of_a_standstill(stories: list[tuple[dict[str, Any], Any]]) -> None:
    moves = [
        (before, after)
        for _, answer in stories
        for before, after in list_steps(answer)
        if before["due"] and after["due"] and after["due"] < before["due"]
    ]
    assert {after["what"] for _, after in moves} <= ENDS_A_STANDSTILL | BEGINS_A_TURN
    assert moves


def test_what_is_told_goes_forward_and_comes_as_foretold(stories: list[tuple[dict[str, Any], Any]]) -> None:
    for case, answer in stories:
        assert [state["at"] for state in answer["told"]] == sorted(state["at"] for state in answer["told"])
        if any(event["what"] == "outage" for event in case["events"]):
            continue
        for before, after in list_steps(answer):
            assert before["next"] is None or before["next"] >= after["at"] or after["what"] not in FALLS.split()
            if after["what"] in FALLS.split():
                assert before["next"] == after["at"], case["id"]


def test_every_match_with_a_limit_comes_to_an_end() -> None:
    for case in draw_cases(4, 100):
        endless = any("until" in event and event["until"] is None for event in case["events"])
        unsent = any("mailed" in event and event["mailed"] is None for event in case["events"])
        if case["time"] != "none" and not endless and not unsent:
            last = tell_story(case | {"until": "2034-01-01T00:00:00Z"})["told"]
            assert isinstance(last, list)
            assert last[-1]["clock"] in {"none", "over"}, case["id"]


def is_free(at: datetime, calendar: dict[str, Any], zone: ZoneInfo) -> bool:
    """Q4, said in the plainest way: what the clock on the wall shows lies in the free time."""
    wall = at.astimezone(zone)
    if WEEKDAYS[wall.weekday()] in calendar["days_off"] or wall.date().isoformat() in calendar["holidays"]:
        return True
    if calendar["night"] is None:
        return False
    start, end = calendar["night"]
    hours = range(start, end) if start < end else (*range(start, 24), *range(end))
    return wall.hour in hours


@pytest.mark.parametrize("zone", ZONES)
def test_budget_walked_is_the_budget_used_quarter_by_quarter(zone: str) -> None:
    """Counts quarters of an hour from the beginning of a turn, through the change of the clocks if there is one."""
    dice = random.Random(zone)
    for _ in range(6):
        first = read_moment(f"{dice.choice((2017, 2027))}-01-01T00:00:00Z")
        changes = [start for start, _, _ in second_clock.Zone.find(zone).cut(first, first + 366 * DAY)][1:]
        since = dice.choice(changes or [first + dice.randrange(300) * DAY]) - dice.randrange(4 * 96) * 900
        local = datetime.fromtimestamp(since, ZoneInfo(zone))
        calendar = {
            "days_off": dice.choice(([], ["sat", "sun"], ["thu", "fri"])),
            "night": dice.choice((None, [23, 7], [0, 1], [1, 3], [2, 3], [2, 9])),
            "holidays": [(local + timedelta(days=dice.randrange(6))).date().isoformat()],
        }
        hours = dice.randrange(12, 80)
        player: dict[str, Any] = {"zone": zone, **calendar, "allowance": 0, "spent": {}, "auto": False}
        case = {"id": 1, "seats": 2, "time": f"{hours}h", "off": ["weekends", "nights", "holidays"], "player": player}
        turn = {"at": format_moment(since), "what": "turn"}
        answer: Any = tell_story(case | {"events": [turn], "until": turn["at"]})
        at, used = datetime.fromtimestamp(since, UTC), 0
        while used < hours * 4:
            used += not is_free(at, calendar, ZoneInfo(zone))
            at += timedelta(minutes=15)
        rounded = at
        while rounded.astimezone(ZoneInfo(zone)).minute and rounded - at < timedelta(hours=1):
            rounded += timedelta(minutes=15)
        due = datetime.fromtimestamp(read_moment(answer["told"][0]["due"]), UTC)
        assert due == rounded or (zone == "Australia/Lord_Howe" and at <= due < at + timedelta(hours=1))


def give_too_much(cases: Any) -> list[dict[str, Any]]:
    """A clock with a fault: a grant while a pause runs is counted twice."""
    answers = []
    for case in cases:
        answer: Any = tell_story(case)
        paused = False
        for state in answer["told"]:
            paused |= state["what"] == "pause" and "refused" not in state
            if paused and state["what"] == "grant" and state["left"] is not None:
                state["left"] += DAY
        answers.append(answer)
    return answers


def tell_rightly(cases: Any) -> list[dict[str, Any]]:
    return [tell_story(case) for case in cases]


def test_difference_is_shown_with_the_events_it_needs() -> None:
    cases = list(draw_cases(1, 100, read_only("move,absence,zone,pause,grant,off,bank")))
    assert compare_clocks.find_difference(cases, tell_rightly, tell_rightly) is None
    different = compare_clocks.find_difference(cases, give_too_much, tell_rightly)
    assert different is not None
    smallest = compare_clocks.minimise_case(different, give_too_much, tell_rightly)
    assert sorted(event["what"] for event in smallest["events"]) == ["grant", "pause", "turn"]
    shown = compare_clocks.show_difference(smallest, *give_too_much([smallest]), *tell_rightly([smallest]))
    assert [line[:4] for line in shown.splitlines() if '"what": "grant"' in line] == ["    ", "  1 ", "  2 "]


def test_lines_that_are_wrong_for_both_are_no_difference() -> None:
    wrong = {"id": 1, "error": "No such zone."}
    assert compare_clocks.agree(wrong, {"id": 1, "error": "A zone is a text."})
    assert not compare_clocks.agree(wrong, tell_rightly([draw_case(1, 1)])[0])
    assert compare_clocks.agree({"hours": 1}, {"hours": 1.0})


def test_program_answers_every_line_and_goes_on_after_a_wrong_one() -> None:
    cases = [draw_case(1, 1), {"id": "wrong"}, draw_case(1, 2)]
    answers = compare_clocks.run_second(cases)
    assert [answer["id"] for answer in answers] == ["drawn 1", "wrong", "drawn 2"]
    assert "Missing" in answers[1]["error"]
    assert answers[2] == tell_story(cases[2])
