"""Nobody gains time by commands, no deadline moves earlier, and every turn with a limit ends."""

from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.match.timekeeping.instants import DAY, HOUR, Instant, format_instant, parse_instant
from tests.match.timekeeping.stories import tell

BEGIN = parse_instant("2027-03-15T00:00:00Z")
ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Kiritimati", "Pacific/Pago_Pago"]
TIMES = ["36h", "7d", "5d+1d", "10d/4"]
LONGEST_STORY = 40 * 24
days = st.dates(date(2027, 3, 15), date(2027, 4, 30))
CUTS = {"over", "cancel"}
TEN_YEARS = 10 * 366 * DAY


def later(hours: int) -> str:
    return format_instant(BEGIN + hours * HOUR + 1234)


@st.composite
def happenings(draw: st.DrawFn, whats: tuple[str, ...]) -> dict[str, Any]:
    at = draw(st.integers(1, LONGEST_STORY))
    what = draw(st.sampled_from(whats))
    fields: dict[str, Any] = {}
    match what:
        case "absence":
            first = draw(days)
            fields = {"first": str(first), "last": str(first + timedelta(draw(st.integers(0, 8))))}
        case "cancel":
            fields = {"first": str(draw(days))}
        case "pause" | "host_pause":
            fields = {"until": later(at + draw(st.integers(1, 400)))}
        case "outage":
            fields = {"since": later(at - draw(st.integers(1, 60)))}
        case "grant":
            fields = {"days": draw(st.integers(1, 9))}
        case "extend":
            fields = {"hours": draw(st.integers(1, 99))}
        case "zone":
            fields = {"zone": draw(st.sampled_from(ZONES))}
        case "auto":
            fields = {"on": draw(st.booleans())}
        case "undo":
            fields = {"turns": draw(st.integers(1, 3))}
    return {"at": later(at), "what": what, **fields}


ADDING = ("absence", "pause", "host_pause", "outage", "grant", "extend", "zone", "auto", "bounce")
ENDING = ("over", "cancel", "resume", "host_resume", "reachable", "claim")
PLAYING = ("move", "plan", "turn", "undo")


@st.composite
def cases(draw: st.DrawFn, whats: tuple[str, ...], off: tuple[str, ...] = ()) -> dict[str, Any]:
    events = sorted(draw(st.lists(happenings(whats), max_size=14)), key=lambda one: str(one["at"]))
    return {
        "events": [{"at": later(0), "what": "turn"}, *events],
        "player": {
            "zone": draw(st.sampled_from(ZONES)),
            "days_off": ["sat", "sun"],
            "night": [22, 6],
            "holidays": ["2027-03-29"],
            "allowance": draw(st.integers(0, 12)),
            "auto": draw(st.booleans()),
        },
        "off": list(off),
        "time": draw(st.sampled_from(TIMES)),
        "seats": draw(st.integers(2, 3)),
    }


def told(case: dict[str, Any], until: Instant) -> Any:
    events, terms = case["events"], {key: value for key, value in case.items() if key != "events"}
    return tell(*events, until=format_instant(until), **terms)


@settings(max_examples=60, deadline=None)
@given(cases(ADDING + ENDING, ("weekends", "nights", "holidays")))
def test_a_deadline_moves_earlier_only_by_over_and_cancel(case: dict[str, Any]) -> None:
    """While the clock stands there is no deadline: a pause, a dead mailbox may end before its day."""
    shown = None
    for state in told(case, BEGIN + 60 * DAY)["told"]:
        if state["what"] in CUTS:
            shown = None
        if state["clock"] == "running" and state["due"] is not None:
            assert shown is None or shown <= state["due"]
            shown = state["due"]


@settings(max_examples=60, deadline=None)
@given(cases(ADDING + ENDING))
def test_what_a_turn_gains_is_accounted_for(case: dict[str, Any]) -> None:
    """Without free times the gain has a bound that knows nothing of the walk."""
    story = told(case, BEGIN + 3 * 366 * DAY)
    flags = [state for state in story["told"] if state["what"] == "flag"]
    accepted = [
        event
        for event, state in zip(
            case["events"], (state for state in story["told"] if state["what"] not in FALLEN), strict=False
        )
        if "refused" not in state
    ]
    budget = {"36h": 36 * HOUR, "7d": 7 * DAY, "5d+1d": 5 * DAY, "10d/4": 10 * DAY}[case["time"]]
    gained = sum(gain(event) for event in accepted) + 25 * HOUR * sum(story["spent"].values()) + 2 * HOUR
    for flag in flags[:1]:
        # The 21 days of bounces, and 12 hours at least behind them.
        bounced = 21 * DAY + 12 * HOUR if any(event["what"] == "bounce" for event in accepted) else 0
        assert parse_instant(flag["due"]) - BEGIN - 1234 <= budget + gained + bounced


FALLEN = {
    "automatic", "flag", "grace_over", "claimable", "silent", "house", "skip", "lost", "vacant", "wait_over",
    "bounce_over", "back", "pause_over", "mailed", "until",
}  # fmt: skip


def gain(event: dict[str, Any]) -> int:
    at = parse_instant(event["at"])
    match event["what"]:
        case "pause" | "host_pause":
            return parse_instant(event["until"]) - at
        case "outage":
            return at - parse_instant(event["since"])
        case "grant":
            return int(event["days"]) * DAY
        case "extend":
            return int(event["hours"]) * HOUR
        case _:
            return 0


@settings(max_examples=60, deadline=None)
@given(cases(tuple(what for what in ADDING if what != "outage") + ENDING, ("weekends", "nights")))
def test_time_left_only_shrinks_but_for_what_is_given(case: dict[str, Any]) -> None:
    """Outages aside, which give back time that has passed."""
    before = None
    for state in told(case, BEGIN + 90 * DAY)["told"]:
        given = state["what"] in {"grant", "extend", "bounce_over"} or state["left"] is None
        if before is not None and not given:
            assert state["left"] <= before["left"]
            passed = parse_instant(state["at"]) - parse_instant(before["at"])
            assert before["left"] - state["left"] <= passed
        before = None if state["left"] is None else state


@settings(max_examples=60, deadline=None)
@given(cases(ADDING + ENDING + PLAYING, ("weekends", "nights", "holidays")))
def test_every_turn_with_a_limit_comes_to_an_end(case: dict[str, Any]) -> None:
    assert told(case, BEGIN + TEN_YEARS)["told"][-1]["clock"] in {"none", "over"}


@settings(max_examples=60, deadline=None)
@given(cases(ADDING + ENDING, ("weekends", "nights", "holidays")))
def test_the_reasons_add_up_to_the_deadline(case: dict[str, Any]) -> None:
    story = told(case, parse_instant(case["events"][-1]["at"]))
    state = story["told"][-1]
    spans = sorted((one["from"], one["to"]) for one in story["reasons"] if "from" in one)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    assert all(one["hours"] >= 0 for one in story["reasons"])
    assert bool(story["reasons"]) <= (state["due"] is not None)
    assert msgspec.json.encode(story)
