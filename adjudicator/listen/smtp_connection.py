"""The SMTP and LMTP sides of a connection: aiosmtpd's, with limits that it does not have.

It wants none for connections: https://github.com/aio-libs/aiosmtpd/issues/282.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, AnyStr, cast

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, syntax

CONNECTIONS = 200
OF_ONE_HOST = 50
"""Connections that one machine may have, so that the mail servers of others always find room."""
SECONDS = 120.0
"""How long a client may be silent, or take for one letter."""
LINE = 256 << 10
"""Bytes of a line. The 1,000 of the standard are more than some large senders keep to."""
FLOOD = 64 << 20
"""Bytes beyond the limit after which a letter is not even read to its end any more."""


@dataclass(slots=True)
class ConnectionLimits:
    """What the connections of one listener share: how many there may be, and who is in."""

    most: int
    inside: dict[asyncio.Transport, str]
    """Who is in, and from which machine."""

    def is_full_for(self, host: str) -> bool:
        """Tell whether nobody more may come in, at all or from this machine; our own sockets have no name."""
        theirs = sum(1 for name in self.inside.values() if name == host) if host else 0
        return len(self.inside) >= self.most or theirs >= OF_ONE_HOST


class _Limits(SMTP):
    """Limits that are the same for both protocols."""

    # It is read when the stream of a connection is built: an attribute of the instance would come too late.
    line_length_limit = LINE

    def __init__(self, handler: Any, doorway: ConnectionLimits, **options: Any) -> None:
        super().__init__(handler, **options)
        self._doorway = doorway
        self._flood = 0
        self._turned_away = False
        self._connection: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        connection = cast("asyncio.Transport", transport)
        host = str((connection.get_extra_info("peername") or [""])[0])
        if self._doorway.is_full_for(host):
            self._turned_away = True
            connection.write(b"421 4.3.2 too many connections, try again later\r\n")
            connection.close()
            return
        self._connection = connection
        self._doorway.inside[connection] = host
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self._turned_away:
            return
        if self._connection is not None:
            self._doorway.inside.pop(self._connection, None)
        super().connection_lost(error)

    def eof_received(self) -> bool | None:
        return False if self._turned_away else super().eof_received()

    def data_received(self, octets: bytes) -> None:
        """Hang up on a sender who pours into one letter what no memory can hold."""
        if self._turned_away:
            return
        self._flood += len(octets)
        if self._flood > (self.data_size_limit or 0) + FLOOD and self._connection is not None:
            self._connection.abort()
            return
        super().data_received(octets)

    @syntax("DATA")
    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        """Take a letter, and begin to count again."""
        self._flood = 0
        try:
            await super().smtp_DATA(arg)
        finally:
            self._flood = 0

    async def push(self, status: AnyStr) -> None:
        """Answer, and hang up after a 421, which says that we do (RFC 5321, 4.2.1)."""
        await super().push(status)
        if status[:3] in ("421", b"421") and self._connection is not None:
            self._connection.close()

    @syntax("VRFY <address>")
    async def smtp_VRFY(self, _arg: str) -> None:  # noqa: N802
        """Tell nobody which addresses exist; that is found out at RCPT, one letter at a time."""
        await self.push("252 2.5.0 send a letter and see")


class LimitedSmtp(_Limits):
    """A connection over SMTP."""


class LimitedLmtp(LMTP, _Limits):
    """A connection over LMTP."""
