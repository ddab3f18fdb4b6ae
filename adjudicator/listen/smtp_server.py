"""The SMTP and LMTP server, which runs until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Self

from adjudicator.config.env_reader import Endpoint
from adjudicator.listen.protocols import Accept, AddressReader, Throttle
from adjudicator.listen.smtp_connection import CONNECTIONS, SECONDS, ConnectionLimits, LimitedLmtp, LimitedSmtp
from adjudicator.listen.smtp_handler import LmtpHandler, SmtpHandler
from adjudicator.listen.trusted_relays import TrustedRelays

THREADS = 4
"""Letters stored at once; SQLite has one writer, so more threads would only wait."""
GRACE = 10.0
"""Seconds at a stop for letters that are being stored."""
LAST_WORDS = 1.0
"""Seconds at a stop for clients to read their last answer."""
IDENT = "Adjudicator"

Place = Endpoint | Path
Ready = Callable[[Sequence[Place]], None]
StoppedBy = Callable[[asyncio.Event], AbstractContextManager[None]]
"""While its block runs, something sets the event when the listener is to stop."""


class CannotListen(OSError):
    """A place is taken or forbidden; its cause is the system's error."""

    def __init__(self, place: Place, fault: OSError) -> None:
        super().__init__(fault.errno, fault.strerror or str(fault))
        self.place = place


class Listener:
    """The open sockets of the server, as an asynchronous context manager."""

    def __init__(
        self,
        accept: Accept,
        known: AddressReader,
        limit: int,
        *,
        throttle: Throttle | None = None,
        relays: TrustedRelays | None = None,
        connections: int = CONNECTIONS,
        seconds: float = SECONDS,
    ) -> None:
        """Take the functions that store letters and read addresses, and the most bytes of a letter; open nothing yet.

        `throttle` counts each letter before `accept`, which must not count. `relays` are the host's own mail servers.
        """
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="letters")
        self._handlers = {
            LimitedSmtp: SmtpHandler(accept, known, self._threads, throttle, relays),
            LimitedLmtp: LmtpHandler(accept, known, self._threads, throttle, relays),
        }
        self._connections = ConnectionLimits(connections, {})
        self._limit = limit
        self._seconds = seconds
        self._servers: list[asyncio.Server] = []
        self.places: list[Place] = []
        """The places it listens at; a port 0 is replaced by the one that the system chose."""

    async def open(self, smtp_at: Place | None, lmtp_at: Place | None) -> None:
        """Start to listen. Raises `CannotListen`."""
        for kind, place in ((LimitedSmtp, smtp_at), (LimitedLmtp, lmtp_at)):
            if place is None:
                continue
            try:
                self._servers.append(await self._serve(kind, place))
            except OSError as fault:
                raise CannotListen(place, fault) from fault

    async def close(self) -> None:
        """Stop in this order, so that a client that got no 250 has not lost its letter.

        1. Accept no new connections.
        2. Wait up to `GRACE` until letters that are being stored are committed and answered.
        3. Close the connections, and after `LAST_WORDS` abort those that are still open.
        """
        for server in self._servers:
            server.close()
        busy = [work for handler in self._handlers.values() for work in handler.busy]
        if busy:
            await asyncio.wait(busy, timeout=GRACE)
            await asyncio.sleep(0)  # lets the answers go out
        for transport in list(self._connections.inside):
            transport.close()
        for server in self._servers:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(server.wait_closed(), LAST_WORDS)
        for transport in list(self._connections.inside):
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

        def make_protocol() -> LimitedSmtp | LimitedLmtp:
            return kind(
                self._handlers[kind],
                self._connections,
                data_size_limit=self._limit,
                enable_SMTPUTF8=True,
                ident=IDENT,
                timeout=self._seconds,
                loop=loop,
            )

        if isinstance(place, Path):
            _refuse_taken(place)
            server = await loop.create_unix_server(make_protocol, place)
            place.chmod(0o660)
            self.places.append(place)
            return server
        server = await loop.create_server(make_protocol, place.host, place.port, reuse_address=True)
        self.places.append(Endpoint(place.host, server.sockets[0].getsockname()[1]))
        return server


def serve_smtp(
    smtp_at: Place | None,
    lmtp_at: Place | None,
    accept: Accept,
    known: AddressReader,
    limit: int,
    ready: Ready = lambda _places: None,
    *,
    throttle: Throttle | None = None,
    relays: TrustedRelays | None = None,
    stopped_by: StoppedBy | None = None,
) -> None:
    """Listen until it is stopped, then store the letters that have arrived, and return.

    SIGTERM and SIGINT stop it, or in a thread that is not the main one a `StopSwitch`. `ready` is called with the
    places once all are open. Raises `CannotListen`.
    """
    listener = Listener(accept, known, limit, throttle=throttle, relays=relays)
    asyncio.run(_serve_until(stopped_by or _stopped_by_signals, smtp_at, lmtp_at, listener, ready))


async def _serve_until(
    stopped_by: StoppedBy, smtp_at: Place | None, lmtp_at: Place | None, listener: Listener, ready: Ready
) -> None:
    stop = asyncio.Event()
    async with listener:
        await listener.open(smtp_at, lmtp_at)
        with stopped_by(stop):
            ready(listener.places)
            await stop.wait()


class StopSwitch:
    """Stops a listener from another thread, at any time: also before it listens, and after it has ended."""

    def __init__(self) -> None:
        self._lock = threading.RLock()  # a signal may come while the main thread holds it
        self.used = False
        """Whether it was told to stop."""
        self._running: tuple[asyncio.AbstractEventLoop, asyncio.Event] | None = None

    def stop(self) -> None:
        """Let the listener stop, and do not wait for it."""
        with self._lock:
            self.used = True
            if self._running is not None:
                loop, stop = self._running
                loop.call_soon_threadsafe(stop.set)

    @contextlib.contextmanager
    def __call__(self, stop: asyncio.Event) -> Iterator[None]:
        """Let the switch set an event of the running loop for as long as the block runs."""
        with self._lock:
            self._running = (asyncio.get_running_loop(), stop)
            if self.used:
                stop.set()
        try:
            yield
        finally:
            with self._lock:
                self._running = None


@contextlib.contextmanager
def _stopped_by_signals(stop: asyncio.Event) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    try:
        yield
    finally:
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)


def _refuse_taken(place: Path) -> None:
    """Raise `OSError` if a server answers at this socket: asyncio would remove the file of a live one."""
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(place))
        except (FileNotFoundError, ConnectionRefusedError):
            return
    raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE), str(place))
