"""Two more ways in: through Postfix, set up as the docs say, by LMTP and through a pipe."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from adjudicator.config.env_reader import Endpoint
from adjudicator.services.context import Context
from testkit.pipe_commands import PipedLetter
from testkit.postfix import PrivatePostfix
from testkit.postfix_delivery import PostfixWithLmtp, PostfixWithPipe
from tests.listen.channels import Channel, Given, Pipe, Reply, listener_at
from tests.listen.running_listener import HERE, running


@dataclass
class PostfixLmtpChannel:
    """A mail server that keeps a letter until we have taken it."""

    postfix: PrivatePostfix
    refuses: bool
    number: str = ""

    def bring(self, raw: bytes, recipient: str, sender: str) -> Reply:
        try:
            self.number = self.postfix.send(raw, sender, recipient)
        except smtplib.SMTPRecipientsRefused:
            return Reply.REFUSED
        tried = self.postfix.becomes(self.number)
        return {"sent": Reply.TAKEN, "deferred": Reply.LATER, "bounced": Reply.REFUSED}[tried]

    def again(self) -> Reply:
        self.postfix.await_sent(self.number)
        return Reply.TAKEN


@contextmanager
def postfix_lmtp(context: Context, given: Given, _folder: Path) -> Iterator[Channel]:
    server = given("with_lmtp")
    assert isinstance(server, PostfixWithLmtp)
    with running(listener_at(context), HERE, Endpoint("127.0.0.1", server.port)):
        yield PostfixLmtpChannel(server.postfix, refuses=True)


@contextmanager
def postfix_pipe(context: Context, given: Given, folder: Path) -> Iterator[Channel]:
    server = given("with_pipe")
    assert isinstance(server, PostfixWithPipe)
    server.set(ADJUDICATOR_MAIL_DOMAIN="club.example")
    pipe = Pipe(context, folder / "spool")

    def command(handed: PipedLetter) -> int:
        assert handed.environment["ADJUDICATOR_MAIL_DOMAIN"] == "club.example"
        word, recipient = handed.words
        assert word == "deliver"
        return pipe.deliver(handed.raw, recipient, None)

    with server.hands.doing(command):
        yield PostfixPipeChannel(server.postfix, refuses=False, pipe=pipe)


@dataclass
class PostfixPipeChannel(PostfixLmtpChannel):
    """A mail server whose command keeps on disk what the database does not take."""

    pipe: Pipe | None = None

    def again(self) -> Reply:
        assert self.pipe is not None
        return self.pipe.again()
