"""Why the deadline is where it is: each hour named once, in one order (Q30)."""

from typing import Any

import pytest

from tests.match.timekeeping.stories import BERLIN, TURN, UTC, event, short, tell

OFF = {**UTC, "days_off": ["sat", "sun"], "night": [23, 7], "holidays": ["2027-01-06"]}


def reasons(*events: Any, **terms: Any) -> list[str]:
    found = tell(*events, until=str(events[-1]["at"]), **terms)["reasons"]
    return [
        f"{one['why']} {one['hours']}" + (f" {short(one['from'])}-{short(one['to'])}" if "from" in one else "")
        for one in found
    ]


@pytest.mark.parametrize(
    ("events", "terms", "expected"),
    [
        ([TURN], {}, []),
        ([TURN], {"time": "none"}, []),
        ([TURN, event("5T00:00", "move")], {}, []),
        ([event("4T09:20", "turn")], {}, ["rounding 0.6666666666666666"]),
        ([TURN, event("5T00:00", "grant", days=2)], {}, ["grant 48"]),
        ([TURN], {"player": OFF, "off": ["weekends"]}, ["weekend 48 9T00:00-11T00:00"]),
        ([TURN], {"player": OFF, "off": ["nights", "holidays"], "time": "40h"},
         ["holiday 24 6T00:00-7T00:00", "night 8 4T23:00-5T07:00", "night 1 5T23:00-6T00:00",
          "night 7 7T00:00-7T07:00"]),
        ([TURN, event("8T12:00", "absence", first="2027-01-08", last="2027-01-09")],
         {"player": OFF, "off": ["weekends"]}, ["absence 36 8T12:00-10T00:00", "weekend 24 10T00:00-11T00:00"]),
        ([TURN, event("5T00:00", "pause", until="2027-01-07T00:00:00Z"),
          event("6T00:00", "outage", since="2027-01-05T12:00:00Z")],
         {}, ["pause 48 5T00:00-7T00:00"]),
        ([TURN, event("5T00:00", "host_pause", until=None)], {}, []),
        ([{**TURN, "mailed": "2027-01-04T12:00:00Z"}, event("5T00:00", "claim")], {}, ["mail 3 4T09:00-4T12:00"]),
        ([TURN, event("5T00:00", "bounce")], {}, ["bounce 504 5T00:00-26T00:00"]),
        ([TURN, event("11T20:00", "claim")], {}, ["absence 24 11T09:00-12T09:00"]),
        ([event("4T09:20", "turn"), event("11T20:00", "grant", days=1)], {},
         ["absence 24 11T10:00-12T10:00", "grant 24", "rounding 0.6666666666666666"]),
        ([TURN, event("11T21:00", "grant", days=1)], {"player": {**UTC, "auto": False}},
         ["written_off 12 11T09:00-11T21:00", "grant 24"]),
        ([TURN, event("10T20:00", "zone", zone="America/New_York")], {"player": OFF, "off": ["weekends"]},
         ["weekend 48 9T00:00-11T00:00", "zone 5"]),
    ],
)  # fmt: skip
def test_every_hour_that_was_left_out_is_named_once(
    events: list[Any], terms: dict[str, Any], expected: list[str]
) -> None:
    assert reasons(*events, **terms) == expected


def test_a_night_with_a_change_of_the_clock_has_its_real_hours() -> None:
    player = {**BERLIN, "night": [23, 7]}
    found = reasons(event("03-27T12:00", "turn"), player=player, off=["nights"], time="24h")
    assert found[0] == "night 7 03-27T22:00-03-28T05:00"
