"""The service as a newcomer starts it: every program of our own Procfile, from nothing to a match and back."""

import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from adjudicator.config.settings import Settings
from adjudicator.store.session import Store
from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Match, Outbox
from tests.run.up_process import COMMAND, READY, Running, read_until, start_up, stop

PATIENCE = 60.0


@pytest.fixture
def service(environ: dict[str, str], tmp_path: Path) -> Iterator[Running]:
    running = start_up(environ, tmp_path)
    read_until(running, READY)
    yield running
    running.kill()
    running.communicate()


def page(settings: Settings, path: str) -> str:
    with urllib.request.urlopen(f"{settings.site}{path}", timeout=10) as answer:
        return str(answer.read().decode())


def await_letter(store: Store) -> Outbox:
    """Wait until a worker has let the first letter of the demonstration match go."""
    latest = time.monotonic() + PATIENCE
    while time.monotonic() < latest:
        with store.reading() as session:
            if letter := session.scalars(select(Outbox).where(Outbox.state == OutboxState.SENT)).first():
                return letter
        time.sleep(0.1)  # a database offers nothing to wait on
    raise AssertionError("no letter has gone out")


def test_a_newcomer_finds_pages_a_match_and_its_first_letter(
    service: Running, environ: dict[str, str], settings: Settings, tmp_path: Path
) -> None:
    assert "Egyptos" in page(settings, "/")
    store = Store(settings.database_url)
    letter = await_letter(store)
    assert letter.subject in page(settings, "/mailbox")
    doctor = subprocess.run([COMMAND, "doctor"], env=environ, capture_output=True, text=True, cwd=tmp_path, check=False)
    ill = {line.split()[1] for line in doctor.stdout.splitlines() if line.startswith("ill")}
    assert ill <= {"clock"}, doctor.stdout  # the first sweep may still come
    code, rest = stop(service)
    assert code == 0, rest
    assert "Traceback" not in rest

    again = start_up(environ, tmp_path)
    said = read_until(again, READY)
    code, rest = stop(again)
    assert code == 0
    assert "superuser" not in "\n".join([*said, rest]), "five lines of Celery's, where one of ours says it"
    with store.reading() as session:
        assert len(session.scalars(select(Match)).all()) == 1
    store.close()
