"""`adjudicator up` with the real programs: a letter goes through, and a signal leaves nothing behind."""

from __future__ import annotations

import smtplib
import sys
from pathlib import Path

import pytest
from sqlalchemy import select

from adjudicator.config.settings import Settings
from adjudicator.store.session import Store
from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Outbox
from testkit.process import ManagedProcess
from testkit.waiting import await_until
from tests.end_to_end.installation import PROGRAMS


def running_in(folder: Path) -> list[str]:
    """Name the programs that run in a folder or below it, by their titles."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").readlink().is_relative_to(folder):
                found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode().strip())
        except OSError:
            continue  # it has ended, or belongs to somebody else
    return found


def sent(store: Store) -> list[Outbox]:
    query = select(Outbox).where(Outbox.to_address == "anna@anna.example", Outbox.state == OutboxState.SENT)
    with store.reading() as session:
        return list(session.scalars(query))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells where a program runs")
def test_a_letter_is_answered_and_a_signal_leaves_nothing_behind(environ: dict[str, str], tmp_path: Path) -> None:
    # With `env` before it, it is a new program, as a host's, and no fork of one that tests have.
    service = ManagedProcess("up", ["/usr/bin/env", str(PROGRAMS / "adjudicator"), "up"], environ, tmp_path)
    settings = Settings.read(environ)
    service.start("Ctrl-C stops it")
    store = Store(settings.database_url)
    try:
        titles = running_in(tmp_path)
        assert "adjudicator: serve" in titles, titles
        assert "adjudicator: beat" not in titles  # the supervisor is it
        assert len(titles) >= 4
        with smtplib.SMTP("127.0.0.1", settings.smtp_in.port, timeout=20) as line:
            letter = b"From: anna@anna.example\r\n\r\nhelp\r\n"
            line.sendmail("anna@anna.example", [f"play@{settings.mail_domain}"], letter)
        await_until(lambda: sent(store), "the answer is in the mailbox")
        assert service.stop() == 0, service.told()
        assert running_in(tmp_path) == []
    finally:
        store.close()
        service.end()
