"""Listens for mail servers over SMTP and LMTP, until told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Self

from adjudicator.config.env_reader import Endpoint
from adjudicator.listen.protocols import Accept, Known, Throttle
from adjudicator.listen.smtp_connection import CONNECTIONS, SECONDS, ConnectionLimits, LimitedLmtp, LimitedSmtp
from adjudicator.listen.smtp_handler import LmtpHandler, SmtpHandler
from adjudicator.listen.trusted_relays import TrustedRelays

THREADS = 4
"""Letters kept at once; more would wait for the database's one writer."""
GRACE = 10.0
"""Seconds that letters in hand are given when the listener stops."""
LAST_WORDS = 1.0
"""Seconds that a client is given to read its last answer."""
IDENT = "Adjudicator"

Place = Endpoint | Path
Ready = Callable[[Sequence[Place]], None]


class Listener:
    """The open doors of one program, as an asynchronous context."""

    def __init__(
        self,
        accept: Accept,
        known: Known,
        limit: int,
        *,
        throttle: Throttle | None = None,
        relays: TrustedRelays | None = None,
        connections: int = CONNECTIONS,
        seconds: float = SECONDS,
    ) -> None:
        """Take what keeps letters, what knows addresses, the most bytes of a letter, what counts, and whom to believe.

        `accept` does not count: `throttle` does, before it. Nothing is open yet.
        """
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="letters")
        self._clerks = {
            LimitedSmtp: SmtpHandler(accept, known, self._threads, throttle, relays),
            LimitedLmtp: LmtpHandler(accept, known, self._threads, throttle, relays),
        }
        self._doorway = ConnectionLimits(connections, {})
        self._limit = limit
        self._seconds = seconds
        self._servers: list[asyncio.Server] = []
        self.places: list[Place] = []
        """Where it listens, with the ports that the system chose."""

    async def open(self, smtp_at: Place | None, lmtp_at: Place | None) -> None:
        """Start to listen. Raises `OSError` when a place cannot be had."""
        for kind, place in ((LimitedSmtp, smtp_at), (LimitedLmtp, lmtp_at)):
            if place is not None:
                self._servers.append(await self._serve(kind, place))

    async def close(self) -> None:
        """Stop listening, let letters in hand be kept, and hang up."""
        for server in self._servers:
            server.close()
        busy = [work for handler in self._clerks.values() for work in handler.busy]
        if busy:
            await asyncio.wait(busy, timeout=GRACE)
            await asyncio.sleep(0)  # lets the answers go out
        for transport in list(self._doorway.inside):
            transport.close()
        for server in self._servers:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(server.wait_closed(), LAST_WORDS)
        for transport in list(self._doorway.inside):
            transport.abort()
        self._threads.shutdown(wait=False)
        for place in self.places:
            if isinstance(place, Path):
                place.unlink(missing_ok=True)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _serve(self, kind: type[LimitedSmtp | LimitedLmtp], place: Place) -> asyncio.Server:
        loop = asyncio.get_running_loop()

        def door() -> LimitedSmtp | LimitedLmtp:
            return kind(
                self._clerks[kind],
                self._doorway,
                data_size_limit=self._limit,
                enable_SMTPUTF8=True,
                ident=IDENT,
                timeout=self._seconds,
                loop=loop,
            )

        if isinstance(place, Path):
            _refuse_taken(place)
            server = await loop.create_unix_server(door, place)
            place.chmod(0o660)
            self.places.append(place)
            return server
        server = await loop.create_server(door, place.host, place.port, reuse_address=True)
        self.places.append(Endpoint(place.host, server.sockets[0].getsockname()[1]))
        return server


def serve(
    smtp_at: Place | None,
    lmtp_at: Place | None,
    accept: Accept,
    known: Known,
    limit: int,
    ready: Ready = lambda _places: None,
    *,
    throttle: Throttle | None = None,
    relays: TrustedRelays | None = None,
) -> None:
    """Listen until SIGTERM or SIGINT, then finish the letters in hand and return.

    `ready` is told the places once all of them are open. Raises `OSError` when one cannot be had.
    """
    listener = Listener(accept, known, limit, throttle=throttle, relays=relays)
    asyncio.run(_serve_until_told(smtp_at, lmtp_at, listener, ready))


async def _serve_until_told(smtp_at: Place | None, lmtp_at: Place | None, listener: Listener, ready: Ready) -> None:
    told = asyncio.Event()
    async with listener:
        await listener.open(smtp_at, lmtp_at)
        with _told_by_signals(told):
            ready(listener.places)
            await told.wait()


@contextlib.contextmanager
def _told_by_signals(told: asyncio.Event) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told.set)
    try:
        yield
    finally:
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)


def _refuse_taken(place: Path) -> None:
    """Find out whether somebody answers at a socket: asyncio takes the file away without asking. Raises `OSError`."""
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(place))
        except (FileNotFoundError, ConnectionRefusedError):
            return
    raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE), str(place))
