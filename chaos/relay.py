"""The relay to which all letters go. It can refuse, hang, drop connections, and be down."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

from aiosmtpd.smtp import SMTP, Envelope, Session

from chaos.diary import Diary
from chaos.received_letter import Received

LATER = "451 4.7.1 not now, come again"


class _Connection(SMTP):
    """A connection that can be cut."""

    def __init__(self, relay: Relay, **options: Any) -> None:
        super().__init__(relay, **options)
        self._relay = relay

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._line = cast("asyncio.Transport", transport)
        self._relay.lines.add(self._line)

    def connection_lost(self, error: Exception | None) -> None:
        self._relay.lines.discard(self._line)
        super().connection_lost(error)


class Relay:
    """A mail server that writes every letter into a diary before it answers."""

    def __init__(self, port: int, diary: Diary, tell: Callable[[Received], None]) -> None:
        self.port = port
        self.lines: set[asyncio.Transport] = set()
        self.refusing = False
        self.dropping = 0
        """Number of further letters that it takes without answering."""
        self.counted = 0
        self._diary = diary
        self._tell = tell
        self._may_answer = asyncio.Event()
        self._may_answer.set()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Start to listen."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(
            lambda: _Connection(self, loop=loop, enable_SMTPUTF8=True), "127.0.0.1", self.port
        )

    def close(self) -> None:
        """Stop listening, and cut every connection."""
        if self._server is not None:
            self._server.close()
        for line in tuple(self.lines):
            line.abort()

    def hang(self) -> None:
        """Answer no letter until `wake`."""
        self._may_answer.clear()

    def wake(self) -> None:
        """Answer again."""
        self._may_answer.set()

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Accept every recipient, unless it refuses all."""
        if self.refusing:
            return LATER
        envelope.rcpt_tos.append(address)
        return "250 known"

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Log the letter, then answer as the present fault allows."""
        for to in envelope.rcpt_tos:
            self._take(Received.read(envelope.original_content or b"", to))
        if self.dropping and server.transport is not None:
            self.dropping -= 1
            cast("asyncio.Transport", server.transport).abort()
        await self._may_answer.wait()
        return "250 taken"

    def _take(self, letter: Received) -> None:
        self.counted += 1
        self._diary.note(
            "arrived",
            id=letter.message_id,
            to=letter.to,
            subject=letter.subject,
            answers=letter.in_reply_to,
            chain=letter.chain,
            played=letter.played,
            digest=letter.digest,
        )
        asyncio.get_running_loop().call_soon(self._tell, letter)
