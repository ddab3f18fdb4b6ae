"""The clock file: what is no story, and the example of its page."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.match.timekeeping.clock_file import answer_line, answer_lines
from tests.match.timekeeping.stories import MONDAY, TURN, UTC

PAGE = Path(__file__).parents[3] / "docs" / "developers" / "clock-file.md"
CASE: dict[str, Any] = {"id": "x", "seats": 2, "time": "7d", "player": UTC, "events": [TURN], "until": MONDAY}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"seats": 6}, "2 to 5 seats"),
        ({"time": "5x"}, "time=7d"),
        ({"grace": 8 * 86400}, "grace=0 to grace=7d"),
        ({"speed": 1}, "speed"),
        ({"player": {"zone": "Mars/Olympus"}}, "Mars/Olympus"),
        ({"player": {**UTC, "days_off": ["sat"]}}, "two days"),
        ({"player": {**UTC, "night": [20, 12]}}, "1 to 9 hours"),
        ({"player": {**UTC, "allowance": -1}}, "allowance"),
        ({"until": "2027-01-01T00:00:00Z"}, "before the last event"),
        ({"until": "soon"}, "soon"),
        ({"events": [{"at": MONDAY, "what": "dance"}]}, "dance"),
        ({"events": [{"at": MONDAY, "what": "move", "to": "A3"}]}, "to"),
        ({"events": [{"at": MONDAY, "what": "grant", "days": "3"}]}, "days"),
        ({"events": [{"at": MONDAY, "what": "person", "same": False}]}, "needs a player"),
    ],
)
def test_what_is_no_story_is_answered_with_an_error(wrong: dict[str, Any], says: str) -> None:
    answer = answer_line(msgspec.json.encode({**CASE, **wrong}))
    assert (answer["id"], sorted(answer)) == ("x", ["error", "id"])
    assert says in str(answer["error"])


def test_a_line_that_is_wrong_does_not_keep_others_from_an_answer() -> None:
    lines = [b"{", b"\n", b"[]", msgspec.json.encode(CASE)]
    assert [("error" in json.loads(answer), json.loads(answer)["id"]) for answer in answer_lines(lines)] == [
        (True, None), (True, None), (False, "x"),
    ]  # fmt: skip


def test_the_example_of_the_page_is_true() -> None:
    asked, expected = re.findall(r"```json\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert json.loads(msgspec.json.encode(answer_line(asked.encode()))) == json.loads(expected)
