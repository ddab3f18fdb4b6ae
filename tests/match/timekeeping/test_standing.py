"""Pauses, outages, late letters, dead mailboxes, and silence without a limit (Q20 to Q24, Q26)."""

from typing import Any

import pytest

from tests.match.timekeeping.stories import TURN, UTC, due, event, last, states, tell, told

BY_HAND = {"player": {**UTC, "auto": False}}


def pause(at: str, until: str) -> Any:
    return event(at, "pause", until=f"2027-{until}:00Z")


@pytest.mark.parametrize(
    ("events", "deadline", "why"),
    [
        ([pause("5T09:00", "01-08T09:00")], "14T09:00", "three days"),
        ([pause("5T09:00", "01-08T09:00"), event("5T10:00", "resume")], "13T10:00", "48 hours' notice"),
        ([pause("5T09:00", "01-06T09:00"), event("5T10:00", "resume")], "12T09:00", "its day is sooner"),
        ([pause("5T09:00", "01-20T09:00"), event("5T10:00", "resume"), event("6T10:00", "resume")], "13T10:00",
         "the first notice stands"),
        ([event("5T09:00", "host_pause", until=None)], None, "nobody knows when it ends"),
        ([event("5T09:00", "host_pause", until=None), event("7T09:00", "host_resume")], "13T09:00", "at once"),
        ([event("5T09:00", "host_pause", until="2027-01-06T09:00:00Z")], "12T09:00", "a day"),
        ([pause("5T09:00", "01-08T09:00"), event("6T09:00", "host_pause", until="2027-01-09T09:00:00Z")], "15T09:00",
         "two at once count once"),
    ],
)  # fmt: skip
def test_a_pause_stops_the_clock(events: list[Any], deadline: str | None, why: str) -> None:
    assert due(TURN, *events) == deadline, why


@pytest.mark.parametrize(
    ("events", "refused"),
    [
        ([pause("5T09:00", "01-05T09:00")], "past"),
        ([pause("5T09:00", "03-06T09:00")], None),
        ([pause("5T09:00", "03-06T09:01")], "too_long"),
        ([event("5T09:00", "resume")], "no_pause"),
        ([event("5T09:00", "host_resume")], "no_pause"),
        ([event("5T09:00", "host_pause", until=None), event("6T09:00", "resume")], "no_pause"),
        ([pause(f"{day}T09:00", f"01-{day:02}T10:00") for day in (5, 6, 7)], None),
        ([pause(f"{day}T09:00", f"01-{day:02}T10:00") for day in (5, 6, 7, 8)], "paused_enough"),
        ([pause("5T09:00", "01-20T10:00"), event("6T09:00", "resume"),
          *(pause(f"{day}T09:00", f"01-{day}T10:00") for day in (10, 11, 12))], None),
    ],
)  # fmt: skip
def test_three_pauses_of_sixty_days_can_be_agreed_and_resumed_ones_do_not_count(
    events: list[Any], refused: str | None
) -> None:
    story = tell(TURN, *events, until="03-10T00:00")
    assert states(story, str(events[-1]["what"]))[-1].get("refused") == refused


def test_a_pause_that_runs_stops_a_turn_that_begins_and_its_end_is_told() -> None:
    story = tell(pause("4T08:00", "01-06T08:00"), TURN, until="7T00:00")
    assert told(story) == ["4T08:00 pause", "4T09:00 turn", "6T08:00 pause_over"]
    assert (story["told"][1]["clock"], story["told"][1]["due"]) == ("standing", "2027-01-13T08:00:00Z")


def test_orders_count_in_a_pause() -> None:
    assert last(TURN, pause("5T09:00", "01-08T09:00"), event("6T09:00", "move"))["clock"] == "none"


@pytest.mark.parametrize(
    ("since", "at", "deadline", "why"),
    [
        ("01-05T09:00", "5T10:00", "11T09:00", "an hour is no outage"),
        ("01-05T09:00", "5T11:00", "11T11:00", "all of it"),
        ("01-03T09:00", "4T19:00", "11T19:00", "what lies before the turn is not given"),
        ("01-11T08:00", "13T08:00", "13T09:00", "nothing fell in the gap"),
    ],
)
def test_an_outage_gives_all_its_time_back(since: str, at: str, deadline: str, why: str) -> None:
    assert due(TURN, event(at, "outage", since=f"2027-{since}:00Z")) == deadline, why


def test_an_outage_in_grace_and_a_move_in_the_gap() -> None:
    story = tell(TURN, event("14T08:00", "outage", since="2027-01-12T08:00:00Z"), **BY_HAND)
    assert told(story)[1:4] == ["11T09:00:01 flag", "14T08:00 outage", "14T09:00:01 grace_over"]
    assert states(story, "flag")[0]["next"] == "2027-01-12T09:00:01Z"
    moved = tell(TURN, event("13T08:00", "move"), event("14T08:00", "outage", since="2027-01-11T08:00:00Z"), **BY_HAND)
    assert told(moved)[1:] == ["13T08:00 move", "14T08:00 outage"]


@pytest.mark.parametrize(
    ("before", "falls"),
    [
        ([event("5T09:00", "absence", first="2027-01-05", last="2027-01-05")], "back"),
        ([pause("5T09:00", "01-06T00:00")], "pause_over"),
        ([{**TURN, "mailed": "2027-01-06T00:00:00Z"}], "mailed"),
    ],
)
def test_what_comes_in_an_outage_is_told_behind_it(before: list[Any], falls: str) -> None:
    story = tell(*before, event("6T10:00", "outage", since="2027-01-05T20:00:00Z"), until="6T10:00", **BY_HAND)
    assert told(story)[1:] == ["6T10:00 outage", f"6T10:00 {falls}"]


def test_what_follows_from_a_claim_in_the_gap_of_an_outage_follows_at_once() -> None:
    claimed = [TURN, event("13T08:00", "claim"), event("14T08:00", "outage", since="2027-01-13T06:00:00Z")]
    assert told(tell(*claimed, until="14T08:00", **BY_HAND))[3:5] == ["13T08:00 claim", "13T08:00 lost"]


def test_a_new_pause_of_the_host_takes_the_place_of_the_one_that_runs() -> None:
    open_end = [event("3T00:00", "host_pause", until=None), event("4T09:20", "turn")]
    until = event("5T09:10", "host_pause", until="2027-01-06T00:00:00Z")
    assert due(*open_end, until) == "13T00:00"


def test_a_dead_mailbox_stands_until_the_end_of_a_pause_that_nobody_knows() -> None:
    state = last(TURN, event("5T09:00", "bounce"), event("6T09:00", "host_pause", until=None), **BY_HAND)
    assert (state["due"], state["next"]) == (None, None)


def test_a_mailbox_that_is_reachable_in_the_last_second_is_not_silent() -> None:
    story = [event("5T09:00", "turn"), event("5T09:00", "bounce"), event("26T09:00", "reachable")]
    assert last(*story, time="none")["next"] == "2027-03-06T09:00:00Z"
    assert "26T09:00 claimable" in told(tell(*story[:2], time="none"))


@pytest.mark.parametrize(
    ("mailed", "fallen", "deadline"),
    [
        ("2027-01-04T09:00:00Z", [], "11T09:00"),
        ("2027-01-04T09:15:00Z", ["4T09:15 mailed"], "11T09:00"),
        ("2027-01-04T09:15:01Z", ["4T09:15:01 mailed"], "11T10:00"),
        ("2027-01-05T05:00:00Z", ["5T05:00 mailed"], "12T05:00"),
    ],
)
def test_a_letter_that_leaves_late_gives_its_whole_delay_back(mailed: str, fallen: list[str], deadline: str) -> None:
    turn = {**TURN, "mailed": mailed}
    assert told(tell(turn, event("6T00:00", "claim"), until="6T00:00"))[1:-1] == fallen
    assert due(turn, event("6T00:00", "claim")) == deadline


def test_nothing_falls_while_the_letter_waits() -> None:
    story = tell({**TURN, "mailed": None}, event("08-01T00:00", "move"))
    assert told(story)[1:] == ["08-01T00:00 move"]
    assert (story["told"][0]["clock"], story["told"][0]["due"]) == ("standing", None)


def test_mail_and_outage_at_once_are_one_stop() -> None:
    turn = {**TURN, "mailed": "2027-01-05T05:00:00Z"}
    assert due(turn, event("5T03:00", "outage", since="2027-01-04T12:00:00Z"), event("6T00:00", "claim")) == "12T05:00"


@pytest.mark.parametrize(
    ("events", "deadline", "why"),
    [
        ([event("5T09:00", "bounce")], "02-01T09:00", "21 days, and what was left"),
        ([event("5T09:00", "bounce"), event("6T09:00", "reachable")], "12T09:00", "one day"),
        ([event("5T09:00", "bounce"), event("6T09:00", "bounce"), event("7T09:00", "reachable")], "13T09:00", "two"),
        ([event("5T09:00", "reachable")], "11T09:00", "nothing to end"),
        ([event("11T08:00", "bounce")], "02-01T20:00", "twelve hours at least"),
        ([event("5T09:00", "bounce"), event("6T09:00", "reachable"), event("7T09:00", "bounce")], "02-01T09:00",
         "21 days in all"),
        ([event("5T09:00", "bounce"), event("27T09:00", "reachable"), event("28T09:00", "bounce")], "02-01T09:00",
         "used up: nothing more"),
        ([event("5T09:00", "bounce"), pause("6T09:00", "01-08T09:00")], "02-03T09:00", "a pause stops the 21 days"),
    ],
)  # fmt: skip
def test_a_dead_mailbox_stops_the_clock_for_twenty_one_days(events: list[Any], deadline: str, why: str) -> None:
    assert due(TURN, *events, **BY_HAND) == deadline, why


def test_a_dead_mailbox_stops_the_turns_that_follow_until_the_days_are_used() -> None:
    story = [event("3T00:00", "bounce"), TURN, event("14T09:00", "move"), event("15T09:00", "turn")]
    assert due(*story, **BY_HAND) == "02-02T09:00"
    somebody = [event("26T00:00", "person", same=False, player=UTC), event("26T00:00", "bounce")]
    assert due(*story, *somebody, **BY_HAND) == "02-23T00:00"


def test_a_mailbox_that_died_in_grace_stops_the_clock_that_a_grant_starts() -> None:
    story = [TURN, event("11T12:00", "bounce"), event("11T18:00", "grant", days=1)]
    assert [last(*story[:count], **BY_HAND)["clock"] for count in (2, 3)] == ["grace", "standing"]
    assert due(*story, **BY_HAND) == "02-02T18:00"


def test_a_match_whose_mover_has_a_dead_mailbox_ends() -> None:
    story = tell(TURN, event("5T09:00", "bounce"), **BY_HAND)
    assert told(story)[1:] == [
        "5T09:00 bounce", "26T09:00 bounce_over", "02-01T09:00:01 flag", "02-02T09:00:01 grace_over",
        "02-16T09:00:01 wait_over", "02-16T09:00:01 lost",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("events", "fallen"),
    [
        ([], ["03-05T09:00 claimable", "03-19T09:00 silent"]),
        ([event("5T09:00", "absence", first="2027-01-06", last="2027-01-08")],
         ["03-08T09:00 claimable", "03-22T09:00 silent"]),
        ([event("03-10T09:00", "host_pause", until="2027-03-12T09:00:00Z")],
         ["03-05T09:00 claimable", "03-21T09:00 silent"]),
        ([event("5T09:00", "bounce")], ["26T09:00 bounce_over", "26T09:00 claimable", "02-09T09:00 silent"]),
        ([event("03-20T09:00", "grant", days=3)],
         ["03-05T09:00 claimable", "03-19T09:00 silent", "03-23T09:00 silent"]),
    ],
)  # fmt: skip
def test_without_a_limit_a_silent_seat_may_be_claimed(events: list[Any], fallen: list[str]) -> None:
    told_ = told(tell(TURN, *events, time="none"))
    happens = {str(one["what"]) for one in events} | {"back", "pause_over"}
    assert [line for line in told_[1:] if line.split()[-1] not in happens] == fallen


@pytest.mark.parametrize(
    ("at", "what", "refused", "clock"),
    [
        ("03-18T09:00", "claim", "nothing_to_claim", "running"),
        ("03-20T09:00", "claim", None, "late"),
        ("03-20T09:00", "move", None, "none"),
        ("03-18T09:00", "grant", "no_limit", "running"),
    ],
)
def test_nothing_happens_to_a_silent_seat_by_itself(at: str, what: str, refused: str | None, clock: str) -> None:
    fields = {"days": 3} if what == "grant" else {}
    (state,) = states(tell(TURN, event(at, what, **fields), time="none"), what)
    assert (state.get("refused"), state["clock"]) == (refused, clock)


def test_an_event_before_the_last_one_counts_at_the_moment_of_that() -> None:
    assert told(tell(TURN, event("3T09:00", "grant", days=1)))[1] == "4T09:00 grant"
