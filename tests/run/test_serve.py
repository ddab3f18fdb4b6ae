"""Pages and listener in one process: both answer, both stop together, and what hinders one is said."""

from __future__ import annotations

import asyncio
import signal
import smtplib
import socket
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.config.env_reader import Endpoint
from adjudicator.config.settings import Settings
from adjudicator.listen.smtp_server import StopSwitch
from adjudicator.run.up import joined_programs
from adjudicator.store.schema import upgrade_schema
from testkit import fork_server
from tests.run.up_process import COMMAND, Running, read_until, stop

PAGES, LETTERS = "ADJUDICATOR_WEB", "ADJUDICATOR_SMTP_IN"


@pytest.fixture
def running(environ: dict[str, str], tmp_path: Path, settings: Settings) -> Iterator[Running]:
    upgrade_schema(settings.database_url)
    program = fork_server.start_with_pipe([COMMAND, "serve"], environ, tmp_path)
    yield program
    program.kill()
    program.communicate()


@pytest.fixture
def taken(settings: Settings, request: pytest.FixtureRequest) -> Iterator[str]:
    """Let another program listen where ours wants to."""
    place = {PAGES: settings.web, LETTERS: settings.smtp_in}[request.param]
    assert isinstance(place, Endpoint)
    with socket.create_server((place.host, place.port)):
        yield request.param


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_answers_as_both_until_a_signal_ends_it(
    running: Running, settings: Settings, number: signal.Signals
) -> None:
    read_until(running, f"listening for letters at {settings.smtp_in}")
    with urllib.request.urlopen(f"http://{settings.web}/", timeout=10) as page:
        assert "Egyptos" in page.read().decode()
    assert isinstance(settings.smtp_in, Endpoint)
    with smtplib.SMTP(settings.smtp_in.host, settings.smtp_in.port, timeout=10) as client:
        assert client.sendmail("anna@anna.example", f"{settings.service}@{settings.mail_domain}", "\n\nhelp") == {}
        code, said = stop(running, number)
    assert code == 0
    assert "Traceback" not in said


@pytest.mark.parametrize("taken", [PAGES, LETTERS], indirect=True)
def test_a_place_that_is_taken_ends_it_with_one_sentence(taken: str, running: Running) -> None:
    said, _ = running.communicate(timeout=30)
    assert running.returncode == 1
    name = {PAGES: "ADJUDICATOR_WEB", LETTERS: "ADJUDICATOR_SMTP_IN"}[taken]
    assert said.startswith(f"Error: {name}=127.0.0.1:"), said
    assert said.endswith(": another program has this port; stop it, or set another port\n"), said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("early", [True, False], ids=["before it listens", "while it listens"])
def test_a_listener_stops_whenever_it_is_told(early: bool) -> None:
    switch = StopSwitch()

    async def listen() -> None:
        stopped = asyncio.Event()
        with switch(stopped):
            if not early:
                await asyncio.to_thread(switch.stop)
            await asyncio.wait_for(stopped.wait(), 10)

    if early:
        switch.stop()
    asyncio.run(listen())
    switch.stop()
    assert switch.used


OURS = {"web": "adjudicator web", "worker": "celery worker", "listen": "adjudicator  listen"}


@pytest.mark.parametrize(
    ("changes", "joined"),
    [({}, True), ({"web": "gunicorn pages"}, False), ({"listen": "adjudicator listen --more"}, False)],
)
def test_up_joins_the_two_unless_the_host_has_changed_them(changes: dict[str, str], joined: bool) -> None:
    programs = OURS | changes
    expected = {"serve": "adjudicator serve", "worker": OURS["worker"]} if joined else programs
    assert joined_programs(programs) == expected


def test_without_a_listener_pages_stay_as_they_are() -> None:
    assert joined_programs({"web": "adjudicator web"}) == {"web": "adjudicator web"}
