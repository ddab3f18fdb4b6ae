"""An inbox that fails as it is told to, and clients that talk to a listener word by word."""

import asyncio
import smtplib
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from adjudicator.config.env_reader import Endpoint
from adjudicator.listen.smtp_server import Listener, Place
from adjudicator.mail.address import AddressBook

BOOK = AddressBook("club.example", secret=b"a secret for tests only")
HERE = Endpoint("127.0.0.1", 0)


@dataclass
class FakeInbox:
    """Stands for the inbox: remembers letters, or fails as it is told to."""

    letters: list[tuple[bytes, str, str, str]] = field(default_factory=list)
    trusted: list[bool] = field(default_factory=list)
    fault: Callable[[str], Exception | None] = lambda _recipient: None

    def __call__(
        self, raw: bytes, recipient: str, envelope_from: str, channel: str, *, trusted_relay: bool = False
    ) -> None:
        fault = self.fault(recipient)
        if fault is not None:
            raise fault
        self.letters.append((raw, recipient, envelope_from, channel))
        self.trusted.append(trusted_relay)


@contextmanager
def running(listener: Listener, smtp_at: Endpoint = HERE, lmtp_at: Endpoint = HERE) -> Iterator[Listener]:
    """Let a listener listen in a thread for the time of a `with` block."""
    loop, ready, told = asyncio.new_event_loop(), threading.Event(), asyncio.Event()

    async def run() -> None:
        async with listener:
            await listener.open(smtp_at, lmtp_at)
            ready.set()
            await told.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(run()))
    thread.start()
    try:
        assert ready.wait(20)
        yield listener
    finally:
        loop.call_soon_threadsafe(told.set)
        thread.join(20)
        loop.close()


class Conversation:
    """A conversation, word by word."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._lines = connection.makefile("rb")
        self.greeting = self.answer()

    def answer(self) -> str:
        """Read one answer, with its continued lines; empty when the other side hung up."""
        lines = []
        for line in iter(self._lines.readline, b""):
            lines.append(line.decode().rstrip("\r\n"))
            if line[3:4] != b"-":
                break
        return "\n".join(lines)

    def say(self, words: str | bytes) -> str:
        """Say a line and read the answer."""
        self.send(words if isinstance(words, bytes) else f"{words}\r\n".encode())
        return self.answer()

    def send(self, octets: bytes) -> None:
        """Say something and do not wait."""
        self.connection.sendall(octets)


@dataclass
class OpenListener:
    """A listener at work, with raw conversations and a mail program's client."""

    smtp: Place
    lmtp: Place
    inside: Callable[[], int]
    closing: ExitStack

    def client(self) -> smtplib.SMTP:
        """Connect as a mail program does."""
        assert isinstance(self.smtp, Endpoint)
        return self.closing.enter_context(smtplib.SMTP(self.smtp.host, self.smtp.port, timeout=20))

    def talk(self, place: Place) -> Conversation:
        """Connect and say whatever one likes."""
        assert isinstance(place, Endpoint)
        return Conversation(self.closing.enter_context(socket.create_connection((place.host, place.port), timeout=20)))


Opens = Callable[..., OpenListener]
