"""Stories for the tests of the clock: what happened, as in a clock file, and what the clock says to it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.match.timekeeping.clock_file import answer_line

BERLIN = {"zone": "Europe/Berlin"}
UTC = {"zone": "UTC"}
FREE = {"off": ["weekends", "nights", "holidays"]}
MONDAY = "2027-01-04T09:00:00Z"
TURN = {"at": MONDAY, "what": "turn"}
Event = Mapping[str, object]


def event(at: str, what: str, **fields: object) -> Event:
    """Write an event; `at` is `5T13:20` or `02-05T13:20` for a moment of January or another month of 2027."""
    return {"at": moment(at), "what": what, **fields}


def moment(text: str) -> str:
    """Write out `5T13:20`, `02-05T13:20`, `02-05T13:20:01` as moments of 2027, and leave whole ones."""
    if text.endswith("Z"):
        return text
    day, time = text.split("T")
    day = day if "-" in day else f"01-{int(day):02}"
    return f"2027-{day}T{time}{'' if time.count(':') == 2 else ':00'}Z"


def tell(*events: Event, until: Any = "2027-12-31T00:00:00Z", **terms: Any) -> dict[str, Any]:
    """Tell a story of a match for two with seven days a turn and a player in UTC, if `terms` says no more."""
    case = {"id": "x", "seats": 2, "time": "7d", "player": UTC, "until": moment(until), "events": events, **terms}
    answer: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(answer_line(msgspec.json.encode(case))))
    assert "error" not in answer, answer
    return answer


def states(answer: Mapping[str, Any], what: str) -> list[dict[str, Any]]:
    return [state for state in answer["told"] if state["what"] == what]


def last(*events: Event, **terms: Any) -> dict[str, Any]:
    """Return the state at the last event of a story."""
    answer = tell(*events, until=str(events[-1]["at"]), **terms)
    state: dict[str, Any] = answer["told"][-1]
    return state


def due(*events: Event, **terms: Any) -> str | None:
    """Return the deadline after the last event, as `5T13:20`."""
    found: str | None = last(*events, **terms)["due"]
    return short(found)


def short(text: str | None) -> str | None:
    """Write a moment of 2027 as `5T13:20` in January, or `02-05T13:20`."""
    if text is None:
        return None
    text = text.removeprefix("2027-").removesuffix("Z").removesuffix(":00")
    return f"{int(text[3:5])}{text[5:]}" if text.startswith("01-") else text


def told(answer: Mapping[str, Any]) -> list[str]:
    """List what happened and fell, with its moment."""
    return [f"{short(state['at'])} {state['what']}" for state in answer["told"][:-1]]
