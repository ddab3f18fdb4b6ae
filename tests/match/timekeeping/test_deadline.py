"""Where the deadline is: used time, rounding, ties, both changes of the clock, zones (Q1 to Q5)."""

from typing import Any

import pytest

from tests.match.timekeeping.stories import BERLIN, FREE, TURN, due, event, states, tell

WEEKEND = {"off": ["weekends"]}
OFF = {"zone": "UTC", "days_off": ["sat", "sun"]}


@pytest.mark.parametrize(
    ("time", "since", "deadline"),
    [
        ("7d", "4T09:00", "11T09:00"),
        ("7d", "4T09:00:01", "11T10:00"),
        ("36h", "4T09:59:59", "5T22:00"),
        ("12h", "4T09:30", "4T22:00"),
        ("30d+1d", "4T09:00", "02-03T09:00"),
        ("50d/10", "4T09:00", "02-23T09:00"),
        ("none", "4T09:00", None),
    ],
)
def test_a_budget_is_rounded_up_to_a_full_hour(time: str, since: str, deadline: str | None) -> None:
    assert due(event(since, "turn"), time=time) == deadline


@pytest.mark.parametrize(
    ("player", "since", "deadline"),
    [
        ({"zone": "Asia/Kathmandu"}, "4T09:00", "11T09:15"),
        ({"zone": "Asia/Kolkata"}, "4T09:30", "11T09:30"),
        ({"zone": "Pacific/Kiritimati"}, "4T09:00:01", "11T10:00"),
        ({"zone": "Pacific/Pago_Pago"}, "4T09:00", "11T09:00"),
    ],
)
def test_the_full_hour_is_one_of_the_players_clock(player: object, since: str, deadline: str) -> None:
    assert due(event(since, "turn"), player=player) == deadline


@pytest.mark.parametrize(
    ("since", "deadline", "why"),
    [
        ("10-02T03:20", "10-02T15:30", "two o'clock is jumped over: the instant of the jump"),
        ("04-03T02:50", "04-03T15:30", "from two back to half past one: the two o'clock that is shown"),
    ],
)
def test_a_clock_may_change_by_half_an_hour(since: str, deadline: str, why: str) -> None:
    assert due(event(since, "turn"), time="12h", player={"zone": "Australia/Lord_Howe"}) == deadline, why


@pytest.mark.parametrize(
    ("time", "since", "deadline", "why"),
    [
        ("5d", "2T12:00", "9T00:00", "begun on a Saturday: Monday to Friday, and not into the next weekend"),
        ("7d", "4T09:00", "13T09:00", "a weekend within is left out"),
        ("12h", "8T12:00", "9T00:00", "a budget that ends when the weekend begins ends there"),
        ("13h", "8T12:00", "11T01:00", "an hour more ends behind the weekend"),
        ("12h", "8T12:20", "11T01:00", "minutes that are left go on behind the weekend"),
    ],
)
def test_days_off_use_nothing(time: str, since: str, deadline: str, why: str) -> None:
    assert due(event(since, "turn"), time=time, player=OFF, **WEEKEND) == deadline, why


@pytest.mark.parametrize(
    ("night", "since", "deadline", "why"),
    [
        ([23, 7], "5T09:00", "6T17:00", "13 hours, and 11 of the next day"),
        ([0, 8], "5T09:00", "6T17:00", "a night within one day"),
        ([2, 3], "03-27T00:00", "03-28T01:00", "the hour from 2 to 3 is jumped over in Berlin: nothing is left out"),
        ([2, 7], "03-27T22:00", "03-29T07:00", "2 to 7 is 3 to 7 when an hour is jumped over"),
        ([2, 3], "10-30T22:00", "11-01T00:00", "the hour from 2 to 3 comes twice"),
    ],
)
def test_a_night_is_free_by_the_wall_clock(night: list[int], since: str, deadline: str, why: str) -> None:
    player = {**BERLIN, "night": night}
    found = due(event(since, "turn"), time="24h", player=player, off=["nights"])
    assert found == deadline, why


@pytest.mark.parametrize(
    ("holidays", "since", "deadline"),
    [
        (["2027-01-06"], "5T09:00", "7T09:00"),
        (["2027-01-05"], "5T09:00", "6T23:00"),
        (["2027-01-04"], "5T09:00", "6T09:00"),
        (["2027-03-28"], "03-27T09:00", "03-29T08:00"),
    ],
)
def test_a_holiday_is_a_local_date(holidays: list[str], since: str, deadline: str) -> None:
    player = {**BERLIN, "holidays": holidays}
    assert due(event(since, "turn"), time="24h", player=player, off=["holidays"]) == deadline


def test_a_match_that_honours_nothing_knows_no_free_times() -> None:
    player = {**BERLIN, "days_off": ["sat", "sun"], "night": [23, 7], "holidays": ["2027-01-06"]}
    assert due(TURN, player=player) == "11T09:00"


@pytest.mark.parametrize(
    ("events", "deadline", "why"),
    [
        ([event("8T10:00", "absence", first="2027-01-08", last="2027-01-08")], "12T00:00", "14 hours later"),
        ([event("11T09:30", "absence", first="2027-01-11", last="2027-01-11")], "12T01:00", "the added minutes count"),
        ([event("8T10:30", "outage", since="2027-01-08T09:00:00Z")], "11T12:00", "90 minutes behind 10:00, rounded"),
        ([event("8T10:30", "outage", since="2027-01-08T09:00:00Z"),
          event("9T10:30", "outage", since="2027-01-09T09:00:00Z")], "11T13:00", "rounding never adds up"),
    ],
)  # fmt: skip
def test_the_minutes_of_the_first_rounding_belong_to_the_turn(events: list[Any], deadline: str, why: str) -> None:
    assert due(event("4T09:20", "turn"), *events) == deadline, why


@pytest.mark.parametrize(
    ("zone", "deadline", "why"),
    [
        ("America/New_York", "13T14:00", "the weekend is later there"),
        ("Asia/Tokyo", "13T09:00", "never earlier"),
        ("UTC", "13T09:00", "the same zone"),
    ],
)
def test_a_change_of_zone_moves_the_running_deadline_only_later(zone: str, deadline: str, why: str) -> None:
    player = {**OFF, "zone": "UTC"}
    friday = event("10T20:00", "zone", zone=zone)
    assert due(TURN, friday, player=player, **WEEKEND) == deadline, why


def test_a_change_of_zone_counts_once_in_thirty_days_and_not_while_the_clock_stands() -> None:
    zones = [event("10T20:00", "zone", zone="America/New_York"), event("10T21:00", "zone", zone="Pacific/Pago_Pago")]
    assert due(TURN, *zones, player=OFF, **WEEKEND) == "13T14:00"
    away = event("10T12:00", "absence", first="2027-01-10", last="2027-01-10")
    assert due(TURN, away, zones[0], player=OFF, **WEEKEND) == "13T09:00"


def test_a_change_of_zone_gives_a_day_at_most() -> None:
    """In Kiritimati the weekend is over when 24 hours and a half of it are to come in Pago Pago."""
    player = {**OFF, "zone": "Pacific/Kiritimati"}
    moves = event("10T10:30", "zone", zone="Pacific/Pago_Pago")
    assert due(TURN, player=player, **WEEKEND) == "13T09:00"
    assert due(TURN, moves, player=player, **WEEKEND) == "14T09:00"


def test_a_change_of_zone_moves_no_deadline_whose_budget_is_used() -> None:
    player = {**OFF, "zone": "Pacific/Pago_Pago", "days_off": ["wed", "sat"]}
    at_the_deadline = event("12T09:00", "zone", zone="Africa/Cairo")
    assert due(event("10T17:00", "turn"), at_the_deadline, player=player, off=["weekends"], time="40h") == "12T09:00"


def test_a_pause_stops_the_hours_that_a_change_of_zone_gave() -> None:
    moved = event("10T20:00", "zone", zone="America/New_York")
    pause = event("13T10:00", "host_pause", until="2027-01-14T10:00:00Z")
    assert due(TURN, moved, pause, player=OFF, **WEEKEND) == "14T14:00"


def test_free_times_count_from_the_next_turn_on() -> None:
    change = event("5T09:00", "calendar", days_off=["fri", "sat"], night=[22, 6], holidays=["2027-01-13"])
    assert due(TURN, change, player=OFF, **FREE) == "13T09:00"
    following = [event("6T09:00", "move"), event("12T09:00", "turn")]
    assert due(TURN, change, *following, player=OFF, time="36h", **FREE) == "17T13:00"


@pytest.mark.parametrize(
    ("changes", "refused"),
    [
        ([("5T09:00", ["fri", "sat"]), ("02-03T09:00", ["sun", "mon"])], "thirty_days"),
        ([("5T09:00", ["fri", "sat"]), ("02-04T09:00", ["sun", "mon"])], None),
        ([("5T09:00", ["fri", "sat"]), ("6T09:00", [])], None),
        ([("5T09:00", []), ("6T09:00", ["sat", "sun"])], "thirty_days"),
        ([("5T09:00", ["sat", "sun"]), ("6T09:00", ["fri", "sat"])], None),
        ([("5T09:00", ["sat"])], "bad"),
    ],
)
def test_days_off_change_once_in_thirty_days_but_none_is_always_allowed(
    changes: list[tuple[str, list[str]]], refused: str | None
) -> None:
    events = [event(at, "calendar", days_off=days) for at, days in changes]
    assert states(tell(*events, player=OFF), "calendar")[-1].get("refused") == refused
