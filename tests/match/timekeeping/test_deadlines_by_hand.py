"""Deadlines that were computed by hand from the rules. UTC, 2027: 4 January is a Monday, Berlin changes on 28 March and
31 October."""

from __future__ import annotations

from typing import Any

import pytest

from testkit import second_clock

DAY = 86400
HOUR = 3600
Event = str | tuple[str, dict[str, Any]]


def tell(events: list[Event], until: str = "01-01 00:00:00", **terms: Any) -> Any:
    """The story of events like `"01-04 13:00 turn"`, `("01-04 13:00 grant", {"days": 3})`; the year is 2027."""
    player: dict[str, Any] = {
        "zone": "UTC",
        "days_off": [],
        "night": None,
        "holidays": [],
        "allowance": 60,
        "spent": {},
        "auto": False,
    }
    player |= {key: terms.pop(key) for key in [*terms] if key in player}
    written = []
    for event in events:
        text, fields = event if isinstance(event, tuple) else (event, {})
        day, clock, what = text.split()
        written.append({"at": moment(f"{day} {clock}"), "what": what, **fields})
    until = max(moment(until), *(event["at"] for event in written))
    case = {"id": 1, "seats": 2, "time": "7d", "player": player, "events": written, "until": until} | terms
    return second_clock.tell_story(case)


def moment(text: str) -> str:
    """A short moment as the file has it: `01-04 13:00`, or with seconds."""
    day, clock = text.split()
    return f"2027-{day}T{clock if clock.count(':') == 2 else clock + ':00'}Z"


def list_told(answer: Any, *keys: str) -> list[tuple[Any, ...]]:
    return [tuple(state[key] for key in keys) for state in answer["told"]]


def find_state(answer: Any, what: str) -> Any:
    return next(state for state in answer["told"] if state["what"] == what)


WEEKENDS: dict[str, Any] = {"off": ["weekends"], "days_off": ["sat", "sun"]}


@pytest.mark.parametrize(
    ("terms", "since", "due"),
    [
        pytest.param({}, "01-04 13:00", "01-11 13:00", id="seven days"),
        pytest.param({}, "01-04 13:00:01", "01-11 14:00", id="up to the full hour"),
        pytest.param({"zone": "Europe/Berlin"}, "03-25 17:00", "04-01 17:00", id="elapsed hours over a short day"),
        pytest.param({"zone": "Europe/Berlin"}, "10-28 16:00", "11-04 16:00", id="elapsed hours over a long day"),
        # Thursday 18:00; 30 hours until Friday 24:00, 90 more from Monday on: Thursday 18:00, by the new time.
        pytest.param(WEEKENDS | {"zone": "Europe/Berlin", "time": "5d"}, "03-25 17:00", "04-01 16:00", id="spring"),
        pytest.param(WEEKENDS | {"zone": "Europe/Berlin", "time": "5d"}, "10-28 16:00", "11-04 17:00", id="autumn"),
        # Days off that the match does not honour.
        pytest.param({"days_off": ["sat", "sun"]}, "01-07 13:00", "01-14 13:00", id="weekends count here"),
        pytest.param({"zone": "Asia/Kathmandu"}, "01-04 13:00", "01-11 13:15", id="Kathmandu's full hour"),
        pytest.param({"zone": "Asia/Kathmandu"}, "01-04 13:15", "01-11 13:15", id="a full hour stays"),
        pytest.param({"zone": "Australia/Lord_Howe"}, "01-04 13:10", "01-11 14:00", id="Lord Howe in summer, +11"),
        pytest.param({"zone": "Australia/Lord_Howe"}, "06-07 13:10", "06-14 13:30", id="Lord Howe in winter, +10:30"),
        # A Saturday: five days from Monday 00:00 on are used on Saturday 00:00, not on Monday.
        pytest.param(WEEKENDS | {"time": "5d"}, "01-09 10:00", "01-16 00:00", id="Friday, 24:00"),
        pytest.param(WEEKENDS | {"time": "5d"}, "01-09 00:00", "01-16 00:00", id="begun as the weekend begins"),
        pytest.param(WEEKENDS | {"time": "5d"}, "01-08 23:59:59", "01-16 00:00", id="a second before it, rounded up"),
        # Kiritimati, +14: Saturday and Sunday are Friday 10:00 to Sunday 10:00 UTC.
        pytest.param(WEEKENDS | {"zone": "Pacific/Kiritimati", "time": "1d"}, "01-08 00:00", "01-11 00:00", id="+14"),
        # Pago Pago, -11: they are Saturday 11:00 to Monday 11:00 UTC.
        pytest.param(WEEKENDS | {"zone": "Pacific/Pago_Pago", "time": "1d"}, "01-09 00:00", "01-12 00:00", id="-11"),
        # Cairo: Friday, 30 April begins at 01:00, which is 22:00 UTC; Sunday begins at 21:00 UTC.
        pytest.param(
            {"off": ["weekends"], "days_off": ["fri", "sat"], "zone": "Africa/Cairo", "time": "3d"},
            "04-27 10:00",
            "05-02 09:00",
            id="no midnight",
        ),
        # Nights, Berlin: 2 to 3 is an hour, then not there, then twice there.
        pytest.param({"off": ["nights"], "night": [2, 3], "time": "12h"}, "03-26 21:00", "03-27 10:00", id="a night"),
        pytest.param({"night": [2, 3], "time": "12h"}, "03-26 21:00", "03-27 09:00", id="a night that counts here"),
        pytest.param(
            {"off": ["nights"], "night": [2, 3], "time": "12h", "zone": "Europe/Berlin"},
            "03-27 21:00",
            "03-28 09:00",
            id="a night jumped over",
        ),
        pytest.param(
            {"off": ["nights"], "night": [2, 7], "time": "12h", "zone": "Europe/Berlin"},
            "03-27 21:00",
            "03-28 13:00",
            id="a night that begins with the jump",
        ),
        pytest.param(
            {"off": ["nights"], "night": [2, 3], "time": "12h", "zone": "Europe/Berlin"},
            "10-30 21:00",
            "10-31 11:00",
            id="a night that comes twice",
        ),
        # 23 to 7 is 22 to 6 UTC in winter: 15 hours of Monday, 9 of Tuesday.
        pytest.param(
            {"off": ["nights"], "night": [23, 7], "time": "1d", "zone": "Europe/Berlin"},
            "01-04 07:00",
            "01-05 15:00",
            id="a night over midnight",
        ),
        pytest.param(
            {"off": ["holidays"], "holidays": ["2027-01-06", "2027-01-05"], "time": "2d"},
            "01-04 13:00",
            "01-08 13:00",
            id="two holidays",
        ),
        pytest.param(
            WEEKENDS | {"off": ["weekends", "holidays"], "holidays": ["2027-01-09"], "time": "3d"},
            "01-07 13:00",
            "01-12 13:00",
            id="a holiday on a Saturday counts once",
        ),
    ],
)
def test_deadline_of_a_turn(terms: dict[str, Any], since: str, due: str) -> None:
    answer = tell([f"{since} turn"], **terms)
    assert answer["told"][0]["due"] == moment(due)


def test_order_is_first_in_the_second_in_which_the_flag_falls() -> None:
    on_time = tell(["01-04 13:00 turn", "01-11 13:00 move"])
    assert list_told(on_time, "what", "clock")[1] == ("move", "none")
    first = tell(["01-04 13:00 turn", "01-11 13:00:01 move"])
    assert list_told(first, "what", "clock")[1] == ("move", "none")
    late = tell(["01-04 13:00 turn", "01-11 13:00:02 move"])
    assert list_told(late, "what", "at", "clock")[1:3] == [
        ("flag", moment("01-11 13:00:01"), "grace"),
        ("move", moment("01-11 13:00:02"), "none"),
    ]
    without_grace = tell(["01-04 13:00 turn", "01-11 13:00:02 move"], grace=0)
    assert "refused" not in without_grace["told"][3], "nobody has claimed"


def test_grace_then_wait_then_the_end() -> None:
    answer = tell(["01-04 13:00 turn"], "03-01 00:00")
    assert list_told(answer, "what", "at", "clock") == [
        ("turn", moment("01-04 13:00"), "running"),
        ("flag", moment("01-11 13:00:01"), "grace"),
        ("grace_over", moment("01-12 13:00:01"), "late"),
        ("wait_over", moment("01-26 13:00:01"), "late"),
        ("lost", moment("01-26 13:00:01"), "over"),
        ("until", moment("03-01 00:00"), "over"),
    ]


def test_grace_leaves_the_weekend_out() -> None:
    answer = tell(["01-04 13:00 turn"], "01-20 00:00", time="96h", **WEEKENDS)
    assert find_state(answer, "flag")["at"] == moment("01-08 13:00:01")
    assert find_state(answer, "grace_over")["at"] == moment("01-11 13:00:01")


def test_without_grace_everything_falls_in_one_second() -> None:
    answer = tell(["01-04 13:00 turn"], "02-01 00:00", seats=3, grace=0)
    assert list_told(answer, "what", "at", "strikes")[1:4] == [
        ("flag", moment("01-11 13:00:01"), [0, 0]),
        ("grace_over", moment("01-11 13:00:01"), [0, 0]),
        ("house", moment("01-11 13:00:01"), [1, 1]),
    ]


def test_forty_absences_gain_what_they_stopped_and_no_more() -> None:
    """An absence of an hour every four hours, each called off: the deadline moves by the forty hours."""
    events: list[Event] = ["01-04 13:00 turn"]
    for number in range(40):
        day, hour = divmod(14 + 4 * number, 24)
        today = f"2027-01-{4 + day:02}"
        events.append((f"01-{4 + day:02} {hour:02}:00 absence", {"first": today, "last": today}))
        day, hour = divmod(15 + 4 * number, 24)
        events.append(f"01-{4 + day:02} {hour:02}:00 over")
    answer = tell(events)
    assert not any("refused" in state for state in answer["told"])
    assert answer["told"][-1]["due"] == moment("01-13 05:00")
    assert answer["told"][-1]["left"] == 7 * DAY - (158 - 40) * HOUR
    assert answer["spent"] == {"2027": 40}


def test_forty_absences_called_off_before_they_begin_gain_nothing() -> None:
    events: list[Event] = ["01-04 13:00 turn"]
    for number in range(40):
        events.append((f"01-04 14:{number:02} absence", {"first": "2027-01-06", "last": "2027-01-08"}))
        events.append((f"01-04 14:{number:02}:30 cancel", {"first": "2027-01-06"}))
    answer = tell(events)
    assert answer["told"][1]["due"] == moment("01-14 13:00")
    assert answer["told"][-1]["due"] == moment("01-11 13:00")
    assert answer["spent"] == {}


def test_absence_is_charged_by_the_days_that_began() -> None:
    """Three and a half days from Monday 13:00 on; back on Wednesday 14:00, when the third has begun."""
    events: list[Event] = ["01-04 13:00 turn", ("01-04 13:00 absence", {"first": "2027-01-04", "last": "2027-01-07"})]
    assert tell(events, "01-06 12:59:59")["spent"] == {"2027": 2}
    assert tell(events, "01-20 00:00")["spent"] == {"2027": 4}
    answer = tell([*events, "01-06 14:00 over"], "01-08 13:00")
    assert answer["spent"] == {"2027": 3}
    assert answer["told"][-1]["due"] == moment("01-13 14:00")


def test_absence_over_new_year_is_charged_to_both_years() -> None:
    player: dict[str, Any] = {"allowance": 5, "spent": {"2027": 3}}
    absence = ("01-02 12:00 absence", {"first": "2027-12-30", "last": "2028-01-03"})
    answer = tell([absence], **player)
    assert "refused" not in answer["told"][0]
    longer = ("01-02 12:00 absence", {"first": "2027-12-29", "last": "2028-01-03"})
    assert tell([longer], **player)["told"][0]["refused"] == "allowance"
    next_year = ("01-02 12:00 absence", {"first": "2027-12-31", "last": "2028-01-06"})
    assert tell([next_year], **player)["told"][0]["refused"] == "allowance"


def test_absence_in_the_minutes_of_rounding_counts() -> None:
    """The budget is used at 13:10, the deadline is 14:00; away at 13:40, they have the 20 minutes afterwards."""
    answer = tell(["01-04 13:10 turn", ("01-11 13:40 absence", {"first": "2027-01-11", "last": "2027-01-11"})])
    assert answer["told"][-1]["due"] == moment("01-12 01:00")
    assert answer["told"][-1]["left"] == 0


def test_absence_entered_in_grace_stops_nothing() -> None:
    answer = tell(
        ["01-04 13:00 turn", ("01-11 14:00 absence", {"first": "2027-01-11", "last": "2027-01-20"})], "01-20 00:00"
    )
    assert find_state(answer, "grace_over")["at"] == moment("01-12 13:00:01")


def test_automatic_days_are_three_a_turn() -> None:
    answer = tell(["01-04 13:00 turn"], "02-01 00:00", auto=True)
    states = [state for state in list_told(answer, "what", "at", "due") if state[0] != "back"]
    assert states[1:5] == [
        ("automatic", moment("01-11 13:00:01"), moment("01-12 13:00")),
        ("automatic", moment("01-12 13:00:01"), moment("01-13 13:00")),
        ("automatic", moment("01-13 13:00:01"), moment("01-14 13:00")),
        ("flag", moment("01-14 13:00:01"), moment("01-14 13:00")),
    ]
    assert answer["spent"] == {"2027": 3}


def test_automatic_day_is_not_taken_from_days_that_are_planned() -> None:
    plan = ("01-04 13:00 absence", {"first": "2027-03-01", "last": "2027-03-03"})
    answer = tell(["01-04 13:00 turn", plan], "02-01 00:00", auto=True, allowance=4)
    assert [state["what"] for state in answer["told"]][2:5] == ["automatic", "back", "flag"]


def test_automatic_day_ends_behind_the_weekend() -> None:
    answer = tell(["01-04 00:00 turn"], "01-09 12:00", time="5d", auto=True, **WEEKENDS)
    assert list_told(answer, "what", "at", "due")[1] == ("automatic", moment("01-09 00:00:01"), moment("01-11 00:00"))


def test_grant_in_an_automatic_day_counts_from_its_end() -> None:
    answer = tell(["01-04 13:00 turn", ("01-11 20:30 grant", {"days": 2})], auto=True)
    assert answer["told"][-1]["due"] == moment("01-14 13:00")
    assert answer["told"][-1]["left"] == 2 * DAY


def test_grant_after_the_flag_counts_from_now() -> None:
    answer = tell(["01-04 13:00 turn", ("01-11 20:30 grant", {"days": 3})], time="7d")
    state = answer["told"][-1]
    assert (state["clock"], state["due"], state["left"]) == ("running", moment("01-14 21:00"), 3 * DAY)
    assert [(reason["why"], reason["hours"]) for reason in answer["reasons"]] == [
        ("written_off", 7.5),
        ("grant", 72),
        ("rounding", 0.5),
    ]


def test_grant_walks_over_the_weekend() -> None:
    answer = tell(["01-04 13:00 turn", ("01-05 13:00 grant", {"days": 1})], time="4d", **WEEKENDS)
    assert answer["told"][-1]["due"] == moment("01-11 13:00")


def test_bank_is_capped_and_a_grant_is_not() -> None:
    used_little = tell(["01-04 13:00 turn", "01-04 14:00 move"], time="10d+36h")
    assert list_told(used_little, "bank")[:2] == [(10 * DAY,), (10 * DAY,)]
    used_much = tell(["01-04 13:00 turn", "01-09 13:00:07 move"], time="10d+36h")
    assert used_much["told"][1]["bank"] == 5 * DAY - 7 + 36 * HOUR
    granted = tell(["01-04 13:00 turn", ("01-04 13:30 grant", {"days": 3}), "01-04 14:00 move"], time="10d+36h")
    assert list_told(granted, "bank")[:3] == [(10 * DAY,), (13 * DAY,), (13 * DAY - HOUR,)]
    in_grace = tell(["01-04 13:00 turn", "01-14 14:00 move"], time="10d+36h")
    assert in_grace["told"][-1]["bank"] == 36 * HOUR


def test_minutes_of_rounding_never_reach_the_bank() -> None:
    answer = tell(["01-04 13:10 turn", "01-14 13:50 move"], time="10d+36h")
    assert answer["told"][0]["due"] == moment("01-14 14:00")
    assert answer["told"][1]["bank"] == 36 * HOUR


def test_iccf_adds_days_for_so_many_turns() -> None:
    events: list[Event] = ["01-04 13:00 turn", "01-05 13:00 move", "01-06 13:00 turn", "01-07 13:00 move"]
    answer = tell(events, time="3d/2")
    assert list_told(answer, "bank")[:4] == [(3 * DAY,), (2 * DAY,), (2 * DAY,), (4 * DAY,)]


def test_iccf_turn_after_a_flag_has_twelve_hours() -> None:
    answer = tell(["01-04 13:00 turn", "01-07 14:00 move", "01-08 13:00 turn"], time="3d/2")
    assert answer["told"][-1]["due"] == moment("01-09 01:00")


def test_undo_takes_the_increment_and_gives_no_time() -> None:
    events: list[Event] = [
        "01-04 13:00 turn",
        "01-09 13:00 move",
        "01-10 13:00 turn",
        ("01-11 13:00 undo", {"turns": 2}),
    ]
    bank = tell(events, time="10d+36h")["told"][-1]
    assert (bank["bank"], bank["due"]) == (4 * DAY, moment("01-15 13:00"))
    each_turn = tell(events, time="7d")["told"][-1]
    assert (each_turn["left"], each_turn["due"]) == (2 * DAY, moment("01-13 13:00"))


def test_bounces_stop_the_clock_for_21_days_in_all() -> None:
    answer = tell(["01-04 13:00 turn", "01-05 13:00 bounce"], "02-20 00:00")
    assert list_told(answer, "what", "at", "due")[1:4] == [
        ("bounce", moment("01-05 13:00"), moment("02-01 13:00")),
        ("bounce_over", moment("01-26 13:00"), moment("02-01 13:00")),
        ("flag", moment("02-01 13:00:01"), moment("02-01 13:00")),
    ]


def test_bounce_of_the_next_turn_has_the_days_that_are_left() -> None:
    events: list[Event] = [
        "01-04 13:00 turn",
        "01-05 13:00 bounce",
        "01-15 13:00 move",
        "01-16 13:00 turn",
        "01-28 13:00 reachable",
    ]
    answer = tell([*events, "01-28 14:00 bounce"])
    assert answer["told"][3]["next"] == moment("01-27 13:00")
    assert answer["told"][3]["due"] == moment("02-03 13:00")
    assert answer["told"][-1]["due"] == moment("02-03 13:00")
    assert answer["told"][-1]["clock"] == "running"


def test_after_21_days_of_bounces_twelve_hours_are_left_at_least() -> None:
    answer = tell(["01-04 13:00 turn", "01-11 12:00 bounce"], "02-01 12:30")
    assert list_told(answer, "due", "left")[1:] == [
        (moment("02-02 00:00"), HOUR),
        (moment("02-02 00:00"), 12 * HOUR),
        (moment("02-02 00:00"), 12 * HOUR - HOUR // 2),
    ]


def test_bounce_and_absence_at_once_are_one_standstill() -> None:
    events: list[Event] = [
        "01-04 13:00 turn",
        "01-05 13:00 bounce",
        ("01-05 14:00 absence", {"first": "2027-01-05", "last": "2027-01-06"}),
    ]
    answer = tell([*events, "01-06 13:00 reachable"])
    assert answer["told"][-1]["due"] == moment("01-13 00:00")
    assert [(one["why"], one["hours"]) for one in answer["reasons"]] == [("bounce", 24), ("absence", 11)]


def test_mail_that_left_late_moves_the_deadline_by_the_delay() -> None:
    on_time = tell([("01-04 13:00 turn", {"mailed": moment("01-04 13:15")})])
    assert on_time["told"][0]["due"] == moment("01-11 13:00")
    late = tell([("01-04 13:00 turn", {"mailed": moment("01-04 16:00")})], "01-05 00:00")
    assert list_told(late, "what", "at", "clock", "due")[:2] == [
        ("turn", moment("01-04 13:00"), "standing", None),
        ("mailed", moment("01-04 16:00"), "running", moment("01-11 16:00")),
    ]
    never = tell([("01-04 13:00 turn", {"mailed": None})], "06-01 00:00")
    assert list_told(never, "clock", "due") == [("standing", None)] * 2


def test_outage_is_a_stop_and_keeps_the_flag_up() -> None:
    answer = tell(["01-04 13:00 turn", ("01-11 20:00 outage", {"since": moment("01-11 10:00")})], "01-20 00:00")
    assert list_told(answer, "what", "due", "next")[1] == ("outage", moment("01-11 23:00"), moment("01-11 23:00:01"))
    assert [state["what"] for state in answer["told"]][2] == "flag"


def test_outage_in_a_weekend_gives_nothing_twice() -> None:
    answer = tell(["01-07 13:00 turn", ("01-11 10:00 outage", {"since": moment("01-09 10:00")})], time="3d", **WEEKENDS)
    assert answer["told"][0]["due"] == moment("01-12 13:00")
    assert answer["told"][-1]["due"] == moment("01-12 23:00")


def test_gap_of_an_hour_is_no_outage() -> None:
    answer = tell(["01-04 13:00 turn", ("01-05 13:00 outage", {"since": moment("01-05 12:00")})])
    assert answer["told"][-1]["due"] == moment("01-11 13:00")


def test_resumed_pause_ends_after_two_days() -> None:
    events: list[Event] = [
        "01-04 13:00 turn",
        ("01-05 13:00 pause", {"until": moment("02-05 13:00")}),
        "01-06 13:00 resume",
    ]
    answer = tell(events, "01-09 00:00")
    assert list_told(answer, "what", "at", "due")[1:4] == [
        ("pause", moment("01-05 13:00"), moment("02-11 13:00")),
        ("resume", moment("01-06 13:00"), moment("01-14 13:00")),
        ("pause_over", moment("01-08 13:00"), moment("01-14 13:00")),
    ]


def test_fourth_pause_is_refused() -> None:
    pauses: list[Event] = [
        (f"01-{day:02} 13:00 pause", {"until": moment(f"01-{day + 1:02} 13:00")}) for day in (4, 6, 8, 10)
    ]
    answer = tell(pauses)
    assert [state["refused"] for state in answer["told"] if "refused" in state] == ["paused_enough"]
    long = tell([("01-04 13:00 pause", {"until": moment("03-05 13:00:01")})])
    assert long["told"][0]["refused"] == "too_long"


def test_host_pause_without_end_has_no_deadline_and_no_end_of_anything() -> None:
    events: list[Event] = ["01-04 13:00 turn", "01-05 13:00 bounce", ("01-06 13:00 host_pause", {"until": None})]
    answer = tell(events, "06-01 00:00")
    assert list_told(answer, "clock", "due", "next")[2:] == [("standing", None, None)] * 2
    resumed = tell([*events, "03-06 13:00 host_resume", "03-07 13:00 reachable"])
    assert resumed["told"][-1]["due"] == moment("03-13 13:00")


def test_zone_moves_a_deadline_once_and_by_a_day_at_most() -> None:
    """On Saturday noon, Berlin to New York: six more hours of the weekend. On Sunday to Pago Pago: nothing more."""
    events: list[Event] = ["01-07 13:00 turn", ("01-09 12:00 zone", {"zone": "America/New_York"})]
    terms = {"time": "5d", "zone": "Europe/Berlin"} | WEEKENDS
    answer = tell([*events, ("01-10 12:00 zone", {"zone": "Pacific/Pago_Pago"})], **terms)
    assert list_told(answer, "due")[:3] == [
        (moment("01-14 13:00"),),
        (moment("01-14 19:00"),),
        (moment("01-14 19:00"),),
    ]
    assert answer["reasons"][-1] == {"why": "zone", "hours": 6}


def test_new_free_times_count_from_the_next_turn() -> None:
    calendar = ("01-07 14:00 calendar", {"days_off": ["sat", "sun"], "night": None, "holidays": []})
    answer = tell(["01-07 13:00 turn", calendar, "01-07 15:00 move", "01-07 16:00 turn"], time="3d", off=["weekends"])
    assert list_told(answer, "due")[1] == (moment("01-10 13:00"),)
    assert list_told(answer, "due")[3] == (moment("01-12 16:00"),)


def test_weekdays_change_once_in_thirty_days_and_can_always_be_given_up() -> None:
    def change(day: str, days_off: list[str]) -> Event:
        return (f"{day} 12:00 calendar", {"days_off": days_off, "night": None, "holidays": []})

    weekend: list[str] = ["sat", "sun"]
    none: list[str] = []
    answer = tell(
        [change("01-04", weekend), change("01-05", none), change("02-04", weekend), change("02-05", ["fri", "sat"])]
    )
    assert [state.get("refused") for state in answer["told"]] == [None, None, None, "thirty_days", None]
    assert tell([change("01-04", weekend), change("01-05", none), change("01-30", weekend)])["told"][2]["refused"]


def test_three_turns_by_the_house_make_a_seat_vacant() -> None:
    events: list[Event] = ["01-04 13:00 turn", "01-13 13:00 turn", "01-22 13:00 turn"]
    answer = tell(events, "02-05 00:00", seats=3)
    assert list_told(answer, "what", "strikes", "clock")[-3:] == [
        ("house", [3, 3], "none"),
        ("vacant", [3, 3], "over"),
        ("until", [3, 3], "over"),
    ]


def test_move_in_grace_ends_the_row_of_strikes() -> None:
    events: list[Event] = ["01-04 13:00 turn", "01-13 13:00 turn", "01-20 14:00 move"]
    assert tell(events, seats=3)["told"][-1]["strikes"] == [0, 1]


def test_claim_ends_a_match_of_two_and_calls_the_house_in_others() -> None:
    events: list[Event] = ["01-04 13:00 turn", "01-12 13:00 claim", "01-12 13:00:02 claim"]
    two = tell(events)
    assert list_told(two, "what", "clock")[2:6] == [
        ("claim", "grace"),
        ("grace_over", "late"),
        ("claim", "late"),
        ("lost", "over"),
    ]
    assert two["told"][2]["refused"] == "nothing_to_claim"
    three = tell(events, seats=3, late="claim")
    assert list_told(three, "what", "clock", "strikes")[5] == ("house", "none", [1, 1])


def test_silence_of_sixty_days_may_be_claimed_after_a_letter_and_fourteen_more() -> None:
    answer = tell(["01-04 13:00 turn"], "04-01 00:00", time="none")
    assert list_told(answer, "what", "at", "clock")[1:3] == [
        ("claimable", moment("03-05 13:00"), "running"),
        ("silent", moment("03-19 13:00"), "late"),
    ]


def test_somebody_else_has_a_full_first_budget() -> None:
    player: dict[str, Any] = {
        "zone": "UTC",
        "days_off": [],
        "night": None,
        "holidays": [],
        "allowance": 5,
        "spent": {},
        "auto": False,
    }
    events: list[Event] = ["01-04 13:00 turn", ("01-08 13:00 person", {"same": False, "player": player})]
    assert tell(events, time="10d+36h")["told"][-1]["due"] == moment("01-18 13:00")


def test_event_before_the_last_one_counts_at_its_moment() -> None:
    answer = tell(["01-04 13:00 turn", ("01-05 13:00 grant", {"days": 1}), "01-05 12:00 move"], time="10d+36h")
    assert list_told(answer, "at", "bank")[2] == (moment("01-05 13:00"), 10 * DAY)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"time": "11h"}, "12 hours"),
        ({"time": "30d+31d"}, "increment"),
        ({"time": "4d/9"}, "12 hours a turn"),
        ({"grace": 8 * DAY}, "grace"),
        ({"wait": 0}, "wait"),
        ({"late": "never"}, "late"),
        ({"pause": 1}, "pause"),
        ({"night": [22, 8]}, "night"),
        ({"zone": "Atlantis"}, "Atlantis"),
    ],
)
def test_line_that_is_no_case_is_an_error(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(second_clock.WrongLineError, match=sentence):
        tell(["01-04 13:00 turn"], **change)


def test_zone_moves_a_deadline_by_a_day_at_most() -> None:
    """Kiritimati to Pago Pago, 25 hours behind it, on a Saturday noon: the weekend is 25 hours longer."""
    terms = {"time": "5d", "zone": "Pacific/Kiritimati"} | WEEKENDS
    answer = tell(["01-07 00:00 turn", ("01-09 12:00 zone", {"zone": "Pacific/Pago_Pago"})], **terms)
    assert list_told(answer, "due")[:2] == [(moment("01-14 00:00"),), (moment("01-15 00:00"),)]


def test_resumed_pause_ends_at_its_day_if_that_is_sooner() -> None:
    events: list[Event] = [
        "01-04 13:00 turn",
        ("01-05 13:00 pause", {"until": moment("01-08 13:00")}),
        "01-07 13:00 resume",
    ]
    assert tell(events)["told"][-1]["due"] == moment("01-14 13:00")


def test_grant_in_an_automatic_day_is_whole_behind_minutes_of_rounding() -> None:
    """Away from 12:20 on; the walk ends at 00:40 on 12 January, the deadline and the automatic day begin at 01:00."""
    away = ("01-05 12:20 absence", {"first": "2027-01-05", "last": "2027-01-05"})
    answer = tell(["01-04 13:00 turn", away, ("01-12 05:00 grant", {"days": 1})], auto=True)
    assert list_told(answer, "due", "left")[3:] == [
        (moment("01-13 01:00"), 0),
        (moment("01-14 01:00"), DAY),
        (moment("01-14 01:00"), DAY),
    ]


def test_five_strikes_in_all_make_a_seat_vacant_too() -> None:
    events: list[Event] = ["01-04 13:00 turn", "01-13 13:00 turn", "01-22 13:00 turn", "01-22 14:00 move"]
    events += ["01-23 13:00 turn", "02-01 13:00 turn", "02-10 13:00 turn", "02-10 14:00 move", "02-11 13:00 turn"]
    answer = tell(events, "03-01 00:00", seats=3)
    assert list_told(answer, "what", "strikes")[-3:] == [("house", [1, 5]), ("vacant", [1, 5]), ("until", [1, 5])]


def test_absence_is_no_silence() -> None:
    away = ("01-04 13:00 absence", {"first": "2027-01-05", "last": "2027-01-14"})
    assert tell(["01-04 13:00 turn", away], time="none")["told"][-1]["next"] == moment("01-15 00:00")
    answer = tell(["01-04 13:00 turn", away], "04-01 00:00", time="none")
    assert find_state(answer, "claimable")["at"] == moment("03-15 13:00")
