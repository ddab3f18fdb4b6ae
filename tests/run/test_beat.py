"""The clock: it asks for sweeps, and carries nothing that a sweep needs."""

import errno
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import Mock

import pytest
import redis
from structlog.testing import capture_logs

from adjudicator.config.settings import Settings
from adjudicator.infra.celery_queue import CeleryQueue
from adjudicator.infra.nightly_export import COMMAND, Child
from adjudicator.infra.private_broker import PrivateBroker, broker_url
from adjudicator.infra.sweep_beat import Beat
from testkit.shifted_clock import shift_clock
from testkit.waiting import await_until

ROOT = Path(__file__).parents[2]

HURRIED = "import worker.beat; worker.beat.SWEEP_SECONDS = 0.1; worker.beat.main()"


def test_it_asks_for_sweeps_again_and_again(environ: dict[str, str], valkey: PrivateBroker) -> None:
    words = [sys.executable, "-c", HURRIED]
    with (
        redis.Redis.from_url(valkey.url) as client,
        subprocess.Popen(words, env=environ | {"REDIS_URL": valkey.url}, stderr=subprocess.PIPE) as beat,
    ):
        try:
            asked = [client.blpop(["clock"], timeout=20) for _ in range(2)]
        finally:
            beat.terminate()
    assert all(request is not None and b"clock.sweep" in request[1] for request in asked)


def test_it_carries_no_database_along(environ: dict[str, str]) -> None:
    script = "import sys, worker.beat; print('sqlalchemy' in sys.modules, 'jinja2' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], env=environ, capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"


def looks(client: redis.Redis) -> int:
    """Count how often somebody looked whether a sweep waits."""
    return int(client.info("commandstats").get("cmdstat_llen", {}).get("calls", 0))


def test_it_asks_no_second_time_before_somebody_has_come(environ: dict[str, str], valkey: PrivateBroker) -> None:
    words = [sys.executable, "-c", HURRIED]
    with redis.Redis.from_url(valkey.url) as client:
        client.lpush("clock", "a sweep that waits")
        with subprocess.Popen(words, env=environ | {"REDIS_URL": valkey.url}, stderr=subprocess.PIPE) as beat:
            try:
                before = looks(client)
                await_until(lambda: looks(client) >= before + 3, "it looks")
            finally:
                beat.terminate()
        assert client.lrange("clock", 0, -1) == [b"a sweep that waits"]


def test_it_ends_when_it_is_asked_to(environ: dict[str, str], valkey: PrivateBroker) -> None:
    words = [sys.executable, "-m", "worker.beat"]
    with (
        redis.Redis.from_url(valkey.url) as client,
        subprocess.Popen(words, env=environ | {"REDIS_URL": valkey.url}, stderr=subprocess.PIPE) as beat,
    ):
        assert client.blpop(["clock"], timeout=20) is not None
        beat.terminate()
        assert beat.wait(20) == 0


def test_it_goes_by_no_clock_that_can_be_set(environ: dict[str, str], valkey: PrivateBroker, tmp_path: Path) -> None:
    clock = tmp_path / "clock"
    script = HURRIED.replace(
        "worker.beat.main()",
        "from pathlib import Path; from testkit.shifted_clock import follow_clock_file; "
        f"follow_clock_file(Path({str(clock)!r})); worker.beat.main()",
    )
    with (
        redis.Redis.from_url(valkey.url) as client,
        subprocess.Popen(
            [sys.executable, "-c", script],
            env=environ | {"REDIS_URL": valkey.url, "PYTHONPATH": str(ROOT)},
            stderr=subprocess.PIPE,
        ) as beat,
    ):
        try:
            for off in (0, -3600, 3600, 0):
                shift_clock(clock, off)
                for _ in range(3):
                    asked = client.blpop(["clock"], timeout=20)
                    assert asked is not None
                    assert b'"expires": null' in asked[1]
        finally:
            beat.terminate()


def test_an_export_that_cannot_be_started_does_not_end_it(
    environ: dict[str, str], valkey: PrivateBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(*_command: object, **_options: object) -> None:
        raise OSError(errno.ENOMEM, "no memory for another process")

    monkeypatch.setattr("adjudicator.infra.nightly_export.subprocess.Popen", start)
    night = datetime(2026, 11, 27, 3, tzinfo=UTC)
    beat = Beat(Settings.read(environ | {"REDIS_URL": valkey.url}), clock=lambda: night)
    with redis.Redis.from_url(valkey.url) as client, capture_logs() as logs:
        for _ in range(2):
            beat.tick()
            assert client.blpop(["clock"], timeout=20) is not None
    beat.stop()
    assert [line["event"] for line in logs] == ["export not started"] * 2


def test_a_worker_on_another_machine_may_ask_for_a_new_export(
    environ: dict[str, str], valkey: PrivateBroker, tmp_path: Path
) -> None:
    noon = datetime(2026, 11, 27, 12, tzinfo=UTC)
    settings = Settings.read(environ | {"REDIS_URL": valkey.url, "ADJUDICATOR_EXPORT_DIR": str(tmp_path)})
    started: list[str] = []

    def launch(name: str, _command: Sequence[str]) -> Child:
        started.append(name)
        return Mock(poll=lambda: None)

    beat = Beat(settings, lambda: noon, launch)
    beat.tick()
    assert not started
    CeleryQueue(broker_url(settings)).ask_for_export()
    beat.tick()
    assert started == ["export"]
    away = CeleryQueue("redis://127.0.0.1:1/0")
    with capture_logs() as logs:
        away.ask_for_export()
        assert not away.is_export_wanted()
    assert [line["log_level"] for line in logs] == ["warning"] * 2


def test_who_runs_the_beat_may_start_the_export_in_its_own_way(environ: dict[str, str], tmp_path: Path) -> None:
    """`adjudicator up` does, so that the lines of the export have its name in front."""
    started: list[tuple[str, Sequence[str]]] = []

    def launch(name: str, command: Sequence[str]) -> Child:
        started.append((name, command))
        return Mock(poll=lambda: None)

    changed = {"REDIS_URL": "redis://127.0.0.1:1/0", "ADJUDICATOR_EXPORT_DIR": str(tmp_path)}
    night = datetime(2026, 11, 27, 3, tzinfo=UTC)
    Beat(Settings.read(environ | changed), lambda: night, launch).tick()
    assert started == [("export", COMMAND)]
