"""The pipe as the docs set it up, with the real command: whatever is wrong, the letter stays in the queue."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from adjudicator.store.session import Store
from adjudicator.store.tables import Inbox
from testkit.database import make_tables
from testkit.pipe_commands import PipedLetter
from testkit.postfix_delivery import PostfixWithPipe

COMMAND = str(Path(sys.executable).parent / "adjudicator")
LETTER = b"From: anna@anna.example\r\nTo: play@club.example\r\n\r\nhelp\r\n"


def run(handed: PipedLetter) -> int:
    done = subprocess.run([COMMAND, *handed.words], input=handed.raw, env=handed.environment, check=False)
    return done.returncode


@pytest.fixture
def working(with_pipe: PostfixWithPipe) -> Iterator[PostfixWithPipe]:
    """Let the command be the real one; it has no settings yet."""
    with_pipe.settings.unlink(missing_ok=True)
    with with_pipe.hands.doing(run):
        yield with_pipe


@pytest.fixture
def set_up(environ: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """The settings of an installation with a database."""
    url = f"sqlite:///{tmp_path / 'club.sqlite3'}"
    make_tables(url)
    kept = {name: value for name, value in environ.items() if name.startswith("ADJUDICATOR_")}
    return kept | {"DATABASE_URL": url, "ADJUDICATOR_MAIL_DOMAIN": "club.example"}


def test_a_letter_waits_in_the_queue_until_the_service_is_set_up_and_is_then_taken(
    working: PostfixWithPipe, set_up: dict[str, str]
) -> None:
    postfix = working.postfix
    number = postfix.send(LETTER, "anna@anna.example", "play@club.example")
    assert postfix.becomes(number) == "deferred"
    working.set(**set_up, ADJUDICATOR_SEPARATOR="=")
    postfix.await_another_try(number)
    assert postfix.becomes(number) == "deferred"
    working.set(**set_up)
    postfix.await_sent(number)
    store = Store(set_up["DATABASE_URL"])
    with store.reading() as session:
        (row,) = session.scalars(select(Inbox))
    store.close()
    assert (row.recipient, row.envelope_from, row.channel) == ("play@club.example", "anna@anna.example", "pipe")


@pytest.mark.parametrize("words", [["play@club.example"], ["--maildir", "new"], ["--bogus"], ["one", "two"]])
def test_the_command_never_sends_a_letter_back(tmp_path: Path, environ: dict[str, str], words: list[str]) -> None:
    environ |= {"ADJUDICATOR_SECRET": "short"}
    done = subprocess.run(
        [COMMAND, "deliver", *words], input=LETTER, env=environ, cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode == 75
    assert done.stderr
