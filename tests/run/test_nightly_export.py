"""The export is started once a night, or when it is overdue, and never twice at once."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from structlog.testing import capture_logs

from adjudicator.infra import nightly_export
from adjudicator.infra.nightly_export import NightlyExport
from adjudicator.services.archive.export_files import INCOMPLETE, SUMS

ZONE = timezone(timedelta(hours=2))
NOON = datetime(2026, 11, 27, 12, tzinfo=ZONE)


def made(folder: Path, at: datetime) -> None:
    (folder / SUMS).touch()
    os.utime(folder / SUMS, (at.timestamp(), at.timestamp()))


@pytest.mark.parametrize(
    ("age", "hour", "due"),
    [
        (None, 12, False),
        (None, 3, True),
        (10, 3, False),
        (23, 3, True),
        (30, 12, False),
        (37, 12, True),
    ],
)
def test_it_is_due_at_night_if_it_is_old_and_at_any_time_if_it_is_overdue(
    tmp_path: Path, age: int | None, hour: int, due: bool
) -> None:
    now = NOON.replace(hour=hour)
    if age is not None:
        made(tmp_path, now - timedelta(hours=age))
    assert NightlyExport(tmp_path, now - timedelta(hours=1)).is_due(now) is due
    assert not NightlyExport(None, now - timedelta(days=9)).is_due(now)


def test_a_machine_that_is_off_at_night_makes_its_first_one_when_it_is_overdue(tmp_path: Path) -> None:
    assert NightlyExport(tmp_path, NOON).is_due(NOON + timedelta(hours=36))


def test_one_runs_at_a_time_and_one_that_failed_is_tried_again_an_hour_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = [None, None, 1]
    started: list[object] = []

    def start(command: object, **_options: object) -> SimpleNamespace:
        started.append(command)
        return SimpleNamespace(poll=lambda: codes.pop(0) if codes else None, kill=lambda: None, wait=lambda: 0)

    monkeypatch.setattr("adjudicator.infra.nightly_export.subprocess.Popen", start)
    night = NOON.replace(hour=3)
    export = NightlyExport(tmp_path, NOON)
    for minutes in (0, 1, 2, 3, 4, 59):
        export.look(night + timedelta(minutes=minutes))
    assert started == [nightly_export.COMMAND]
    export.look(night + timedelta(days=1))
    assert len(started) == 2
    export.stop()


@pytest.mark.parametrize("wanted", [False, True])
def test_one_that_is_wanted_starts_at_any_time_but_only_once_an_hour(tmp_path: Path, wanted: bool) -> None:
    started: list[str] = []

    def launch(name: str, _command: Sequence[str]) -> Mock:
        started.append(name)
        return Mock(poll=lambda: 0)

    made(tmp_path, NOON)
    export = NightlyExport(tmp_path, NOON, launch)
    counts = []
    for minutes in (0, 1, 30, 61, 62, 180):
        for _ in range(2):
            export.look(NOON + timedelta(minutes=minutes), wanted=wanted)
        counts.append(len(started))
    assert counts == ([1, 1, 1, 2, 2, 3] if wanted else [0] * 6)
    assert not NightlyExport(None, NOON).is_due(NOON, wanted=True)


def test_one_that_left_a_match_out_is_not_tried_again_before_the_next_night(tmp_path: Path) -> None:
    started: list[str] = []

    def launch(name: str, _command: Sequence[str]) -> Mock:
        started.append(name)
        made(tmp_path, night)
        return Mock(poll=lambda: INCOMPLETE)

    night = NOON.replace(hour=3)
    export = NightlyExport(tmp_path, NOON - timedelta(days=1), launch)
    with capture_logs() as logs:
        for hour in range(24):
            export.look(night + timedelta(hours=hour))
    assert len(started) == 1
    assert [line["event"] for line in logs] == ["export without matches that cannot be read"]
