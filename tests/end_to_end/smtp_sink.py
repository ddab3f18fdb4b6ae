"""A relay that keeps what it is given: it can refuse addresses, hesitate before its answer, and be away."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session

from adjudicator.config.env_reader import Endpoint
from testkit.waiting import PATIENCE


@dataclass(frozen=True, slots=True)
class Delivered:
    """A letter that the relay has taken, and when."""

    sender: str
    recipient: str
    letter: EmailMessage
    at: float = field(default_factory=time.monotonic)


class _Connection(SMTP):
    """A connection that can be cut."""

    def __init__(self, sink: Sink, **options: Any) -> None:
        super().__init__(sink, **options)
        self._sink = sink

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._sink.lines.add(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self._sink.lines.discard(self.transport)
        super().connection_lost(error)


class Sink:
    """The relay, in a thread of its own, always at the same place."""

    def __init__(self, place: Endpoint) -> None:
        self.place = place
        self.delivered: list[Delivered] = []
        self.lines: set[asyncio.BaseTransport] = set()
        self.hesitating = threading.Event()
        """Set while a letter has been read whole and is not answered."""
        self._refusals: dict[str, list[str]] = {}
        self._news = threading.Condition()
        self._may_answer: asyncio.Event | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="sink", daemon=True)
        self._server: asyncio.Server | None = None
        self._thread.start()

    def open(self) -> None:
        """Be there for whoever connects."""
        self._server = self._in_loop(self._serve())

    def close(self) -> None:
        """Be away, and cut the connections that were kept."""
        self._in_loop(self._leave())

    def end(self) -> None:
        """Close it for good."""
        self.close()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Be away for a while."""
        self.close()
        try:
            yield
        finally:
            self.open()

    @contextmanager
    def hesitant(self) -> Iterator[None]:
        """Read letters for a while without answering that they were taken."""
        self._may_answer = asyncio.Event()
        try:
            yield
        finally:
            self._loop.call_soon_threadsafe(self._may_answer.set)
            self._may_answer = None
            self.hesitating.clear()

    def refuse(self, address: str, answer: str, times: int = 1) -> None:
        """Refuse the next letters to an address."""
        self._refusals[address] = [answer] * times

    def refused_all(self, address: str) -> bool:
        """Tell whether every refusal that was meant for an address has been given."""
        return not self._refusals.get(address)

    def to(self, address: str) -> list[EmailMessage]:
        """List the letters to an address."""
        return [one.letter for one in tuple(self.delivered) if one.recipient == address]

    def await_letter(self, find: Callable[[], EmailMessage | None], what: str) -> EmailMessage:
        """Wait until a letter can be found among those that were delivered."""
        with self._news:
            found = self._news.wait_for(find, PATIENCE)
        subjects = [f"{one.recipient}: {one.letter['Subject']}" for one in self.delivered[-8:]]
        assert found is not None, f"no letter {what}; the last ones were {subjects}"
        return found

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if self._refusals.get(address):
            return self._refusals[address].pop()
        envelope.rcpt_tos.append(address)
        return "250 known"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        letter = message_from_bytes(envelope.original_content or b"", policy=default)
        assert isinstance(letter, EmailMessage)
        with self._news:
            self.delivered += [Delivered(envelope.mail_from or "", to, letter) for to in envelope.rcpt_tos]
            self._news.notify_all()
        if self._may_answer is not None:
            self.hesitating.set()
            await self._may_answer.wait()
        return "250 taken"

    async def _serve(self) -> asyncio.Server:
        return await self._loop.create_server(
            lambda: _Connection(self, loop=self._loop, enable_SMTPUTF8=True), self.place.host, self.place.port
        )

    async def _leave(self) -> None:
        if self._server is None:
            return
        self._server.close()
        for line in tuple(self.lines):
            line.abort()  # type: ignore[attr-defined]
        await self._server.wait_closed()
        self._server = None

    def _in_loop(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)
