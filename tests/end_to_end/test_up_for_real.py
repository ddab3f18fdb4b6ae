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


def left_behind(var: str) -> list[str]:
    """Name the programs that still run for an installation: all of them were told its folder."""
    mark, found = f"ADJUDICATOR_VAR={var}".encode(), []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue  # it has ended, or belongs to somebody else
    return found


def sent(store: Store) -> list[Outbox]:
    query = select(Outbox).where(Outbox.to_address == "anna@anna.example", Outbox.state == OutboxState.SENT)
    with store.reading() as session:
        return list(session.scalars(query))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a program was started with")
def test_a_letter_is_answered_and_a_signal_leaves_nothing_behind(environ: dict[str, str], tmp_path: Path) -> None:
    service = ManagedProcess("up", [str(PROGRAMS / "adjudicator"), "up"], environ, tmp_path)
    settings = Settings.read(environ)
    service.start("Ctrl-C stops it")
    store = Store(settings.database_url)
    try:
        assert len(left_behind(environ["ADJUDICATOR_VAR"])) >= 5
        with smtplib.SMTP("127.0.0.1", settings.smtp_in.port, timeout=20) as line:
            letter = b"From: anna@anna.example\r\n\r\nhelp\r\n"
            line.sendmail("anna@anna.example", [f"play@{settings.mail_domain}"], letter)
        await_until(lambda: sent(store), "the answer is in the mailbox")
        assert service.stop() == 0, service.told()
        assert left_behind(environ["ADJUDICATOR_VAR"]) == []
    finally:
        store.close()
        service.end()
