"""Letters from a mailbox at a provider, with a real server: each once, none lost, none in the way of another."""

from __future__ import annotations

import imaplib
import re
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from imapclient import IMAPClient
from sqlalchemy import select

from adjudicator.listen.accept import accept_into
from adjudicator.listen.imap_fetch import ImapFetcher
from adjudicator.listen.imap_folder import OpenFolder, open_folder
from adjudicator.listen.protocols import RateLimited, TemporaryFault, Unlimited
from adjudicator.services.inbound import imap_progress
from adjudicator.store.states import FetchState
from adjudicator.store.tables import Fetched
from testkit.club import Club
from testkit.dovecot import PrivateDovecot
from tests.listen.imap_mailbox import MailboxRig

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


@pytest.fixture
def box(dovecot: PrivateDovecot, club: Club) -> MailboxRig:
    return MailboxRig(dovecot, club)


def break_letters(monkeypatch: pytest.MonkeyPatch, broken: Callable[[bytes], Exception | None]) -> None:
    """Let some letters be unreadable."""
    read = OpenFolder.read

    def read_or_break(folder: OpenFolder, uid: int, limit: int) -> bytes:
        raw = read(folder, uid, limit)
        if (fault := broken(raw)) is not None:
            raise fault
        return raw

    monkeypatch.setattr(OpenFolder, "read", read_or_break)


def test_a_letter_is_taken_once_and_marked_as_seen(box: MailboxRig) -> None:
    box.bring("help")
    for _ in range(3):
        box.look()
    assert box.kept() == ["help"]
    assert box.flags() == [{b"\\Seen"}]
    (row,) = [box.club.inbox(1)]
    assert (row.recipient, row.envelope_from, row.channel) == ("play@club.example", "anna@anna.example", "imap")
    assert datetime.now(UTC) - (imap_progress.last_visit(box.club.context) or LONG_AGO) < timedelta(minutes=1)


def test_a_letter_that_is_too_much_is_left_unmarked_and_taken_later(box: MailboxRig) -> None:
    accept, full = accept_into(box.club.context, Unlimited()), [True]

    def crowded(raw: bytes, recipient: str, envelope_from: str, channel: str, *, trusted_relay: bool) -> None:
        if full[0] and b"junk" in raw:
            raise RateLimited("too many letters")
        accept(raw, recipient, envelope_from, channel, trusted_relay=trusted_relay)

    box.mailbox = ImapFetcher(box.where, "", box.club.context, crowded)
    box.bring("junk")
    box.bring("help")
    for _ in range(imap_progress.MOST_TRIES + 1):
        box.look()
    assert (box.kept(), box.states(), box.flags()) == (["help"], ["again", "taken"], [set(), {b"\\Seen"}])
    full[0] = False
    box.look()
    assert (box.kept(), box.states()) == (["help", "junk"], ["taken", "taken"])


def test_letters_without_a_message_id_are_told_apart_by_what_they_say(box: MailboxRig) -> None:
    for text in ("help", "games", "help"):
        box.bring(text)
    box.look()
    box.look()
    assert box.kept() == ["help", "games"]
    assert box.states() == ["taken"] * 3


def test_a_letter_that_somebody_opened_meanwhile_is_taken_all_the_same(box: MailboxRig) -> None:
    box.bring("help")
    with box.server.client(box.user) as client:
        client.select_folder("INBOX")
        client.add_flags([1], [b"\\Seen"])
    box.look()
    assert box.kept() == ["help"]


@pytest.mark.parametrize("capability", [True, False], ids=["with MOVE", "without"])
def test_letters_that_are_done_are_moved_when_the_host_wants_it(
    dovecot: PrivateDovecot, club: Club, monkeypatch: pytest.MonkeyPatch, *, capability: bool
) -> None:
    box = MailboxRig(dovecot, club, done="Gel\u00f6scht/Taken & done")
    box.bring("help")
    box.bring("dear Anna", to="anna@anna.example")
    with box.open() as folder:
        has = folder._client.has_capability
        monkeypatch.setattr(folder._client, "has_capability", lambda name: has(name) and (capability or name != "MOVE"))
        box.mailbox.look(folder)
    assert box.flags() == [set()]
    assert box.flags("Gel\u00f6scht/Taken & done") == [{b"\\Seen"}]
    assert box.kept() == ["help"]


def test_a_letter_for_somebody_else_is_left_as_it_is(box: MailboxRig) -> None:
    box.bring("dear Anna", to="anna@anna.example")
    box.look()
    assert box.kept() == []
    assert box.flags() == [set()]
    assert box.states() == ["foreign"]


def test_a_mailbox_that_numbers_its_letters_anew_is_read_anew_and_nothing_is_judged_twice(box: MailboxRig) -> None:
    box.bring("help")
    box.bring("games")
    box.look()
    box.renumber()
    box.bring("rules egyptos")
    with box.open() as folder:
        assert folder.numbers_above(0) == [1, 2, 3]
        box.mailbox.look(folder)
    assert box.kept() == ["help", "games", "rules egyptos"]
    with box.club.context.store.reading() as session:
        assert len(set(session.scalars(select(Fetched.validity)))) == 2


def test_while_the_database_is_locked_everything_stays_unseen(box: MailboxRig) -> None:
    box.bring("help")
    box.bring("games")
    other = sqlite3.connect(str(box.club.context.store.engine.url.database), isolation_level=None)
    other.execute("begin immediate")
    with pytest.raises(TemporaryFault), box.open() as folder:
        box.mailbox.look(folder)
    assert box.flags() == [set(), set()]
    other.execute("rollback")
    other.close()
    box.look()
    assert box.kept() == ["help", "games"]


def test_a_letter_that_cannot_be_read_is_set_aside_while_later_ones_are_read(
    box: MailboxRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("help", "poison", "games"):
        box.bring(text)
    break_letters(monkeypatch, lambda raw: imaplib.IMAP4.error("NO no") if b"poison" in raw else None)
    for _ in range(imap_progress.MOST_TRIES):
        assert "aside" not in box.states()
        box.look()
        assert box.kept() == ["help", "games"]
    assert box.states() == ["taken", "aside", "taken"]
    assert box.flags() == [{b"\\Seen"}, {b"\\Flagged"}, {b"\\Seen"}]
    (aside,) = imap_progress.failed_letters(box.club.context, LONG_AGO)
    assert aside.why == "error: NO no"


def test_a_letter_at_which_the_connection_breaks_is_set_aside_as_well(
    box: MailboxRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("poison", "help"):
        box.bring(text)
    break_letters(monkeypatch, lambda raw: imaplib.IMAP4.abort("EOF") if b"poison" in raw else None)
    for _ in range(imap_progress.MOST_TRIES):
        with pytest.raises(imaplib.IMAP4.abort):
            box.look()
    box.look()
    assert box.kept() == ["help"]
    assert box.states() == ["aside", "taken"]


def test_a_letter_is_tried_again_when_the_host_asks_for_it(box: MailboxRig, monkeypatch: pytest.MonkeyPatch) -> None:
    box.bring("help")
    with monkeypatch.context() as broken:
        break_letters(broken, lambda _raw: ValueError("odd"))
        for _ in range(imap_progress.MOST_TRIES):
            box.look()
    box.look()
    assert box.kept() == []
    imap_progress.retry_failed(box.club.context)
    box.look()
    assert box.kept() == ["help"]


def test_of_a_letter_that_is_too_large_only_the_head_is_fetched(
    box: MailboxRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    fetch = OpenFolder._fetch

    def listen(folder: OpenFolder, uid: int, *what: str) -> object:
        asked.append(what[-1])
        return fetch(folder, uid, *what)

    monkeypatch.setattr(OpenFolder, "_fetch", listen)
    box.mailbox._context = box.club.context = replace(box.club.context, letter_limit=20_000)
    box.bring("x" * 76 + ("\r\n" + "x" * 76) * 300)
    box.look()
    assert asked == ["BODY.PEEK[HEADER]<0.65536>"]
    assert re.fullmatch(r"\[2[0-9]{4} bytes, too many to be kept\]", box.kept()[0].splitlines()[-1])
    box.club.work()
    assert "too large" in box.club.last("anna@anna.example").as_string()


def test_a_letter_that_is_gone_when_it_is_fetched_is_no_fault(box: MailboxRig, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("help", "games"):
        box.bring(text)
    listed = OpenFolder.numbers_above
    monkeypatch.setattr(OpenFolder, "numbers_above", lambda folder, uid: [7, *listed(folder, uid)])
    box.look()
    assert box.kept() == ["help", "games"]


def test_two_pollers_at_once_take_a_letter_once(box: MailboxRig) -> None:
    box.bring("help")
    other = ImapFetcher(box.where, "", box.club.context, accept_into(box.club.context, Unlimited()))
    with box.open() as mine, open_folder(box.where) as theirs:
        raw = theirs.read(1, 1 << 20)
        box.mailbox.look(mine)
        assert raw
        assert other._keep(theirs, 1) is FetchState.TAKEN
    assert box.kept() == ["help"]


def test_a_folder_that_may_only_be_read_is_read(box: MailboxRig, monkeypatch: pytest.MonkeyPatch) -> None:
    select_folder = IMAPClient.select_folder

    def select_or_refuse(client: IMAPClient, folder: str, *, readonly: bool = False) -> object:
        if not readonly:
            raise imaplib.IMAP4.readonly("INBOX is not writable")
        return select_folder(client, folder, readonly=True)

    box.bring("help")
    with monkeypatch.context() as patched:
        patched.setattr(IMAPClient, "select_folder", select_or_refuse)
        box.look()
        box.look()
    assert box.kept() == ["help"]
    assert box.flags() == [set()]
    assert box.states() == ["taken"]
