"""Two more ways in: through Postfix, set up as the docs say, by LMTP and through a pipe."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from adjudicator.config.env_reader import Endpoint
from adjudicator.services.context import Desk
from tests.listen.handing import Handed
from tests.listen.listening import HERE, running
from tests.listen.servers import WithLmtp, WithPipe
from tests.listen.ways import Given, Pipe, Said, Way, listener_at
from tests.postfix import PrivatePostfix


@dataclass
class Relayed:
    """A mail server that keeps a letter until we have taken it."""

    postfix: PrivatePostfix
    door: bool
    number: str = ""

    def bring(self, raw: bytes, recipient: str, sender: str) -> Said:
        try:
            self.number = self.postfix.send(raw, sender, recipient)
        except smtplib.SMTPRecipientsRefused:
            return Said.REFUSED
        tried = self.postfix.becomes(self.number)
        return {"sent": Said.TAKEN, "deferred": Said.LATER, "bounced": Said.REFUSED}[tried]

    def again(self) -> Said:
        self.postfix.await_sent(self.number)
        return Said.TAKEN


@contextmanager
def postfix_lmtp(desk: Desk, given: Given, _folder: Path) -> Iterator[Way]:
    server = given("with_lmtp")
    assert isinstance(server, WithLmtp)
    with running(listener_at(desk), HERE, Endpoint("127.0.0.1", server.port)):
        yield Relayed(server.postfix, door=True)


@contextmanager
def postfix_pipe(desk: Desk, given: Given, folder: Path) -> Iterator[Way]:
    server = given("with_pipe")
    assert isinstance(server, WithPipe)
    server.set(ADJUDICATOR_MAIL_DOMAIN="club.example")
    pipe = Pipe(desk, folder / "spool")

    def command(handed: Handed) -> int:
        assert handed.environment["ADJUDICATOR_MAIL_DOMAIN"] == "club.example"
        word, recipient = handed.words
        assert word == "deliver"
        return pipe.deliver(handed.raw, recipient, None)

    with server.hands.doing(command):
        yield RelayedToPipe(server.postfix, door=False, pipe=pipe)


@dataclass
class RelayedToPipe(Relayed):
    """A mail server whose command keeps on disk what the database does not take."""

    pipe: Pipe | None = None

    def again(self) -> Said:
        assert self.pipe is not None
        return self.pipe.again()
