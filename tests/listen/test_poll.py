"""Polling: what comes is taken at once, a source that fails is visited again, and a signal ends it."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from sqlalchemy import select

from adjudicator.listen import imap_fetch as mailbox_in
from adjudicator.listen import poll
from adjudicator.listen.accept import accept_into
from adjudicator.listen.imap_fetch import ImapFetcher
from adjudicator.listen.maildir import MaildirFetcher
from adjudicator.listen.poll import LONGEST_PAUSE, WatchedMaildir, backoff_pauses, poll_source
from adjudicator.listen.protocols import TemporaryFault, Unlimited
from adjudicator.services.inbound import imap_progress
from adjudicator.store.session import Store
from adjudicator.store.tables import Inbox
from testkit.club import Club
from testkit.database import make_tables
from testkit.doc_snippets import adapted, blocks
from testkit.dovecot import PASSWORD, DovecotMissing, PrivateDovecot, running_dovecot
from testkit.process import ManagedProcess
from testkit.waiting import await_until
from tests.listen.running_listener import BOOK, FakeInbox

HELP = b"From: anna@anna.example\r\nTo: play@club.example\r\n\r\nhelp\r\n"
COMMAND = str(Path(sys.executable).parent / "adjudicator")


class Flaky:
    """A source that fails as it is told to."""

    name = "flaky"

    def __init__(self, told: threading.Event, *faults: Exception | None) -> None:
        self._faults = list(faults)
        self._told = told

    def visit(self, told: threading.Event, seen: threading.Event) -> None:
        fault = self._faults.pop(0)
        if not self._faults:
            self._told.set()
        if fault is None:
            seen.set()
            raise ConnectionResetError("gone")
        raise fault

    def wake(self) -> None:
        raise AssertionError


def test_pauses_become_longer_up_to_some_minutes() -> None:
    waits = backoff_pauses()
    assert [next(waits) for _ in range(5)] == [1, 2, 4, 8, 16]
    assert [next(waits) for _ in range(9)][-1] == LONGEST_PAUSE


def test_a_source_that_fails_is_visited_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    told, waited = threading.Event(), list[float]()
    monkeypatch.setattr(told, "wait", waited.append)
    poll_source(Flaky(told, OSError(), TemporaryFault(), RuntimeError("odd"), None, OSError(), OSError()), told)
    assert waited == [1, 2, 4, 1, 2, 4]


def inbox(store: Store) -> list[str]:
    with store.reading() as session:
        return list(session.scalars(select(Inbox.channel)))


@pytest.fixture
def poller() -> Iterator[Callable[[poll.Source], None]]:
    """Visit a source in a thread until the test is over."""
    told, visited = threading.Event(), list[tuple[poll.Source, threading.Thread]]()

    def begin(source: poll.Source) -> None:
        thread = threading.Thread(target=poll_source, args=(source, told))
        visited.append((source, thread))
        thread.start()

    yield begin
    told.set()
    for source, thread in visited:
        source.wake()
        thread.join(20)
        assert not thread.is_alive()


Begin = Callable[[poll.Source], None]


def test_a_letter_that_comes_while_we_wait_is_taken_at_once(dovecot: PrivateDovecot, club: Club, poller: Begin) -> None:
    poller(ImapFetcher(dovecot.mailbox("idle"), "", club.context, accept_into(club.context, Unlimited())))
    await_until(lambda: imap_progress.last_visit(club.context), "the mailbox was looked into")
    dovecot.bring("idle", HELP)
    await_until(lambda: inbox(club.context.store) == ["imap"], "the letter is taken", 20)


def test_where_the_server_tells_no_news_we_look_from_time_to_time(
    free_port: Callable[[], int], certificate: Path, club: Club, poller: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailbox_in, "LOOK_SECONDS", 0.1)
    try:
        with running_dovecot(free_port, certificate, "IMAP4rev1 AUTH=PLAIN") as server:
            with server.client("slow") as client:
                assert not client.has_capability("IDLE")
            poller(ImapFetcher(server.mailbox("slow"), "", club.context, accept_into(club.context, Unlimited())))
            await_until(lambda: imap_progress.last_visit(club.context), "the mailbox was looked into")
            server.bring("slow", HELP)
            await_until(lambda: inbox(club.context.store) == ["imap"], "the letter is taken", 20)
    except DovecotMissing as fault:
        pytest.skip(str(fault))


def test_a_letter_that_comes_into_a_maildir_is_taken(
    tmp_path: Path, poller: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(poll, "MAILDIR_SECONDS", 0.05)
    monkeypatch.setattr(poll, "FIRST_PAUSE", 0.05)
    kept = FakeInbox()
    poller(WatchedMaildir(MaildirFetcher(tmp_path / "Maildir"), kept, BOOK.read, 10_000))  # which is not there yet
    (tmp_path / "Maildir" / "new").mkdir(parents=True)
    (tmp_path / "1").write_bytes(HELP)
    (tmp_path / "1").rename(tmp_path / "Maildir" / "new" / "1")
    await_until(lambda: kept.letters, "the letter is taken", 20)


def by_recipe(dovecot: PrivateDovecot) -> dict[str, str]:
    """Set what the docs say, for the mailbox of a test."""
    places = {
        "imap.provider.example": f"127.0.0.1:{dovecot.imaps}",
        ":password@": f":{quote(PASSWORD, safe='')}@",
    }
    (block,) = blocks("letters-in.md", "From a mailbox at a provider")
    lines = (line.partition("#")[0].strip().partition("=") for line in adapted(block, places).splitlines())
    return {name: value for name, _, value in lines}


def test_the_program_takes_what_comes_and_ends_at_a_signal(
    dovecot: PrivateDovecot, environ: dict[str, str], tmp_path: Path, certificate: Path
) -> None:
    maildir = tmp_path / "Maildir"
    (maildir / "new").mkdir(parents=True)
    (maildir / "new" / "1").write_bytes(HELP)
    environ |= {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'club.sqlite3'}",
        "ADJUDICATOR_MAIL_DOMAIN": "club.example",
        **by_recipe(dovecot),
        "ADJUDICATOR_MAILDIR": str(maildir),
        "SSL_CERT_FILE": str(certificate),
    }
    make_tables(environ["DATABASE_URL"])
    store = Store(environ["DATABASE_URL"])
    program = ManagedProcess("poll", [COMMAND, "poll"], environ, tmp_path)
    dovecot.bring("play@club.example", HELP.replace(b"help", b"games"))
    program.start("looking for letters in")
    try:
        await_until(lambda: sorted(inbox(store)) == ["imap", "maildir"], "both letters are taken")
        with dovecot.client("play@club.example") as client:
            await_until(lambda: client.folder_status("Taken", ["MESSAGES"])[b"MESSAGES"] == 1, "it is moved")
        assert program.stop() == 0
        assert PASSWORD not in program.told()
        assert quote(PASSWORD, safe="") not in program.told()
    finally:
        program.end()
        store.close()


def test_the_program_says_what_to_set_when_there_is_nothing_to_look_into(environ: dict[str, str]) -> None:
    done = subprocess.run([COMMAND, "poll"], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "set ADJUDICATOR_IMAP or ADJUDICATOR_MAILDIR" in done.stderr
