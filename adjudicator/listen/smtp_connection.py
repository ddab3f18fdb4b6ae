"""aiosmtpd's SMTP and LMTP protocols, with limits on connections, on silence and on bytes.

aiosmtpd itself has no limit on connections: https://github.com/aio-libs/aiosmtpd/issues/282.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import Any, AnyStr, cast

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, syntax

CONNECTIONS = 200
OF_ONE_HOST = 50
"""Connections from one machine at most, so that other mail servers always find room."""
SECONDS = 120.0
"""How long a client may be silent, or take to send one letter."""
LINE = 256 << 10
"""Bytes of a line at most. Some large senders exceed the 1,000 of the standard (RFC 5321, 4.5.3.1.6)."""
_ATOMS = r"[A-Za-z0-9_+=-]+(?:\.[A-Za-z0-9_+=-]+)*"
_PLAIN = re.compile(rf"<({_ATOMS}@{_ATOMS})> *([A-Za-z0-9= ]*)")
"""An address without quotes and comments, as nearly all are, and the parameters behind it."""
FLOOD = 64 << 20
"""Bytes over the size limit that are still read and discarded; after them the connection is aborted."""


@dataclass(slots=True)
class ConnectionLimits:
    """The open connections of one listener, and their limit."""

    most: int
    inside: dict[asyncio.Transport, str]
    """The open connections, each with the address of its machine."""

    def is_full_for(self, host: str) -> bool:
        """Tell whether a further connection is over a limit; a Unix socket has no host and no limit of its own."""
        from_host = sum(1 for name in self.inside.values() if name == host) if host else 0
        return len(self.inside) >= self.most or from_host >= OF_ONE_HOST


class _Limits(SMTP):
    """The limits that both protocols share."""

    # aiosmtpd reads it in the constructor, so it has to be an attribute of the class.
    line_length_limit = LINE

    def __init__(self, handler: Any, limits: ConnectionLimits, **options: Any) -> None:
        super().__init__(handler, **options)
        self._limits = limits
        self._received = 0
        self._rejected = False
        self._connection: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        connection = cast("asyncio.Transport", transport)
        host = str((connection.get_extra_info("peername") or [""])[0])
        if self._limits.is_full_for(host):
            self._rejected = True
            connection.write(b"421 4.3.2 too many connections, try again later\r\n")
            connection.close()
            return
        self._connection = connection
        self._limits.inside[connection] = host
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self._rejected:
            return
        if self._connection is not None:
            self._limits.inside.pop(self._connection, None)
        super().connection_lost(error)

    def eof_received(self) -> bool | None:
        return False if self._rejected else super().eof_received()

    def data_received(self, octets: bytes) -> None:
        """Abort a connection that sends far more bytes for one letter than the size limit."""
        if self._rejected:
            return
        self._received += len(octets)
        if self._received > (self.data_size_limit or 0) + FLOOD and self._connection is not None:
            self._connection.abort()
            return
        super().data_received(octets)

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        """Read a plain address by a pattern: the parser of the standard library takes a tenth of a letter's time."""
        plain = _PLAIN.fullmatch(arg)
        return (plain[1], plain[2]) if plain else super()._getaddr(arg)

    @syntax("DATA")
    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        """Take a letter; its bytes are counted from zero."""
        self._received = 0
        try:
            await super().smtp_DATA(arg)
        finally:
            self._received = 0

    async def push(self, status: AnyStr) -> None:
        """Answer, and close the connection after a 421, which announces it (RFC 5321, 4.2.1)."""
        await super().push(status)
        if status[:3] in ("421", b"421") and self._connection is not None:
            self._connection.close()

    @syntax("VRFY <address>")
    async def smtp_VRFY(self, _arg: str) -> None:  # noqa: N802
        """Do not tell which addresses exist: RCPT tells it, where wrong guesses are counted."""
        await self.push("252 2.5.0 send a letter and see")


class LimitedSmtp(_Limits):
    """A connection over SMTP."""


class LimitedLmtp(LMTP, _Limits):
    """A connection over LMTP."""
