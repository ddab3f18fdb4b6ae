"""The measurement of replies: its letters are judged, and a wrong play is called one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.replies.letters import Letter
from bench.replies.main import ASKED, RIGHT, WRONG, judge_all, outcome_of
from bench.replies.positions import make_positions


def test_a_handful_of_letters_is_read_right(tmp_path: Path) -> None:
    results = judge_all(make_positions(tmp_path, ("egyptos", "pharao turn"), ("fr",)), range(16))
    assert not [one for one in results if one.outcome == WRONG]
    assert sum(one.outcome == RIGHT for one in results) >= 14


@pytest.mark.parametrize(
    ("wanted", "played", "changed", "verdict", "outcome"),
    [
        (((),), (), (), "refused: unclear", RIGHT),
        (((),), ("M14",), (), "played", WRONG),
        (((),), (), ("players",), "done", WRONG),
        (((),), (), ("state",), "done", WRONG),
        ((("M14",),), ("M14",), (), "played", RIGHT),
        ((("M14",),), ("M14", "end"), (), "played", WRONG),
        ((("M14",),), (), (), "refused: hedged", ASKED),
        (((), ("M15",)), ("M15",), (), "played", RIGHT),
        (((), ("M15",)), ("M14",), (), "played", WRONG),
    ],
)
def test_what_was_not_meant_is_wrong(
    wanted: tuple[tuple[str, ...], ...],
    played: tuple[str, ...],
    changed: tuple[str, ...],
    verdict: str,
    outcome: str,
) -> None:
    assert outcome_of(Letter("clear", "{o}", "gmail", b"", wanted), played, changed, verdict) == outcome
