"""One test driver per channel: bring a letter, read the channel's reply, and let a deferred letter come again."""

from __future__ import annotations

import hashlib
import hmac
import smtplib
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum, auto
from io import BytesIO
from pathlib import Path
from typing import Protocol

from flask.testing import FlaskClient

from adjudicator.config.env_reader import Endpoint
from adjudicator.config.settings import Settings
from adjudicator.listen.accept import accept_into, accept_spooled
from adjudicator.listen.imap_fetch import ImapFetcher
from adjudicator.listen.imap_folder import open_folder
from adjudicator.listen.maildir import MaildirFetcher
from adjudicator.listen.pipe import deliver_letter
from adjudicator.listen.protocols import TemporaryFault, Unlimited
from adjudicator.listen.read_stream import read_whole
from adjudicator.listen.smtp_server import Listener
from adjudicator.services.context import Context
from adjudicator.web import create_app
from testkit.dovecot import PrivateDovecot
from tests.listen.running_listener import running

KEY = "the key that we share with a provider"


class Reply(Enum):
    """The channel's reply to the sender."""

    TAKEN = auto()
    LATER = auto()
    """The sender tries again."""
    REFUSED = auto()
    """The sender bounces the letter."""
    LEFT = auto()
    """No reply: the letter stays where it is."""


class Channel(Protocol):
    """A channel under test."""

    refuses: bool
    """Whether this channel can refuse a letter that others take and answer."""

    def bring(self, raw: bytes, recipient: str, sender: str) -> Reply:
        """Bring a letter."""
        ...

    def again(self) -> Reply:
        """Let the sender try again."""
        ...


Given = Callable[[str], object]
"""Asks pytest for a fixture by its name."""


@dataclass
class Smtp:
    """SMTP or LMTP, spoken by a mail program."""

    client: Callable[..., smtplib.SMTP]
    place: Endpoint
    refuses = True
    last: tuple[bytes, str, str] = (b"", "", "")

    def bring(self, raw: bytes, recipient: str, sender: str) -> Reply:
        self.last = raw, recipient, sender
        try:
            with self.client(self.place.host, self.place.port, timeout=20) as line:
                line.sendmail(sender, [recipient], raw)
        except smtplib.SMTPRecipientsRefused as fault:
            return _by_code(fault.recipients[recipient][0])
        except smtplib.SMTPResponseException as fault:
            return _by_code(fault.smtp_code)
        return Reply.TAKEN

    def again(self) -> Reply:
        return self.bring(*self.last)


@contextmanager
def smtp(context: Context, _given: Given, _folder: Path) -> Iterator[Channel]:
    with running(listener_at(context)) as listener:
        yield Smtp(smtplib.SMTP, _endpoint(listener.places[0]))


@contextmanager
def lmtp(context: Context, _given: Given, _folder: Path) -> Iterator[Channel]:
    with running(listener_at(context)) as listener:
        yield Smtp(smtplib.LMTP, _endpoint(listener.places[1]))


@dataclass
class Pipe:
    """The pipe command, with the spool for letters that the database does not take."""

    context: Context
    folder: Path
    refuses = False

    def bring(self, raw: bytes, recipient: str, sender: str) -> Reply:
        return {0: Reply.TAKEN, 67: Reply.REFUSED, 75: Reply.LATER}[self.deliver(raw, recipient, sender)]

    def deliver(self, raw: bytes, recipient: str, sender: str | None) -> int:
        whole, keep = read_whole(BytesIO(raw), self.context.letter_limit), accept_into(self.context, Unlimited())
        return deliver_letter(whole, recipient, keep, self.context.addresses.read, self.folder, envelope_from=sender)

    def again(self) -> Reply:
        accept_spooled(self.context, self.folder)
        return Reply.TAKEN


@contextmanager
def pipe(context: Context, _given: Given, folder: Path) -> Iterator[Channel]:
    yield Pipe(context, folder / "spool")


@dataclass
class Imap:
    """A mailbox at a provider, which adds trace fields."""

    mailbox: ImapFetcher
    server: PrivateDovecot
    user: str
    refuses = False

    def bring(self, raw: bytes, recipient: str, sender: str) -> Reply:
        self.server.bring(self.user, _traced(raw, recipient, sender))
        return self.again()

    def again(self) -> Reply:
        with open_folder(self.server.mailbox(self.user)) as folder:
            try:
                self.mailbox.look(folder)
            except TemporaryFault:
                return Reply.LATER
        with self.server.client(self.user) as client:
            client.select_folder("INBOX", readonly=True)
            return Reply.LEFT if client.search("UNSEEN") else Reply.TAKEN


@contextmanager
def imap(context: Context, given: Given, _folder: Path) -> Iterator[Channel]:
    server = given("dovecot")
    assert isinstance(server, PrivateDovecot)
    user = f"way-{uuid.uuid4().hex[:12]}"
    yield Imap(ImapFetcher(server.mailbox(user), "", context, accept_into(context, Unlimited())), server, user)


@dataclass
class Folder:
    """A maildir."""

    context: Context
    folder: Path
    refuses = False

    def bring(self, raw: bytes, recipient: str, sender: str) -> Reply:
        (self.folder / "new").mkdir(parents=True, exist_ok=True)
        (self.folder / "new" / uuid.uuid4().hex).write_bytes(_traced(raw, recipient, sender))
        return self.again()

    def again(self) -> Reply:
        try:
            taken = MaildirFetcher(self.folder).take_in(
                accept_into(self.context, Unlimited()), self.context.addresses.read, self.context.letter_limit
            )
        except TemporaryFault:
            assert list((self.folder / "new").iterdir())
            return Reply.LATER
        assert not list((self.folder / "new").iterdir())
        return Reply.TAKEN if taken else Reply.LEFT


@contextmanager
def maildir(context: Context, _given: Given, folder: Path) -> Iterator[Channel]:
    yield Folder(context, folder / "Maildir")


@dataclass
class Hook:
    """A provider's webhook."""

    client: FlaskClient
    refuses = False
    last: tuple[bytes, str, str] = (b"", "", "")

    def bring(self, raw: bytes, recipient: str, sender: str) -> Reply:
        self.last = raw, recipient, sender
        now = int(time.time())
        digest = hmac.new(KEY.encode(), f"{now}\n{recipient}\n{sender}\n".encode() + raw, hashlib.sha256).hexdigest()
        envelope = {"recipient": recipient, "sender": sender}
        headers = {"X-Signature": f"t={now},v1={digest}"}
        answer = self.client.post("/hook", query_string=envelope, data=raw, headers=headers)
        return {200: Reply.TAKEN, 503: Reply.LATER, 406: Reply.REFUSED}[answer.status_code]

    def again(self) -> Reply:
        return self.bring(*self.last)


@contextmanager
def hook(context: Context, given: Given, _folder: Path) -> Iterator[Channel]:
    settings = given("settings")
    assert isinstance(settings, Settings)
    yield Hook(create_app(replace(settings, hook_key=KEY), context, limits_url="memory://").test_client())


def listener_at(context: Context) -> Listener:
    return Listener(accept_into(context, Unlimited()), context.addresses.read, context.letter_limit)


def _endpoint(place: object) -> Endpoint:
    assert isinstance(place, Endpoint)
    return place


def _by_code(code: int) -> Reply:
    return Reply.LATER if code < 500 else Reply.REFUSED


def _traced(raw: bytes, recipient: str, sender: str) -> bytes:
    """Add the trace fields of a delivering mail server."""
    return f"Return-Path: <{sender}>\r\nDelivered-To: {recipient}\r\n".encode() + raw
