"""A club takes over what another one has played, unless its test has put something else into the program."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from adjudicator.services.jobs import judging
from testkit.club import Beginnings, Club
from testkit.patches import has_patched


def test_a_beginning_is_taken_over_only_while_nothing_is_patched(
    club: Club, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    club.give(Beginnings(tmp_path), partial(has_patched, request))
    played: list[str] = []

    def play(when: str) -> None:
        club.play_beginning("a beginning", lambda: played.append(when))

    play("first")
    monkeypatch.setattr(judging, "judge_letter", print)
    play("patched")
    monkeypatch.undo()
    monkeypatch.setenv("LANG", "C")
    play("in another environment")
    monkeypatch.undo()
    play("as before")
    assert played == ["first", "patched", "in another environment"]
