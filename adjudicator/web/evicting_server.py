"""The web server: waitress, whose connections give way to new ones.

Waitress reads without threads, so an open connection is cheap; but it stops accepting at `connection_limit`, and a
silent connection keeps its slot for minutes (https://github.com/Pylons/waitress/issues/301). Here requests and idle
connections have time limits, and at the limit the connection that has been idle longest is closed for the new one.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import MultiSocketServer, TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

    from adjudicator.config.env_reader import Endpoint

THREADS = 4
LARGEST_BODY = 64 << 20
"""The largest request in bytes. It is buffered on disk until it is complete."""


@dataclass(frozen=True, slots=True)
class ConnectionTimeouts:
    """Timeouts of a connection in seconds, and the number of connections."""

    head: float = 10.0
    """From the first byte of a request to the end of its headers."""
    idle: float = 20.0
    """Without a byte in either direction while we wait for the client."""
    connections: int = 500
    """Well below the default limit of 1,024 open files."""


class TimedChannel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection that remembers when its current request began."""

    began = 0.0

    def received(self, data: bytes) -> bool:
        """Read bytes, and note when a request begins."""
        before = self.request
        loaded: bool = super().received(data)
        if self.request is not before:
            self.began = time.time()
        return loaded

    @property
    def is_at_work(self) -> bool:
        """Whether a request is complete and its answer not yet written."""
        return bool(self.requests)

    def is_overdue(self, now: float, timeouts: ConnectionTimeouts) -> bool:
        """Tell whether the client has exceeded a timeout."""
        silent: bool = now - self.last_activity > timeouts.idle
        if self.total_outbufs_len:
            return silent  # a thread may still want to write more
        half_a_head = self.request is not None and not self.request.headers_finished
        return not self.is_at_work and (silent or (half_a_head and now - self.began > timeouts.head))


class EvictingServer(TcpWSGIServer):  # type: ignore[misc]
    """A server that accepts every connection, and closes overdue or idle ones to make room."""

    channel_class = TimedChannel
    timeouts = ConnectionTimeouts()

    def maintenance(self, now: float) -> None:
        """Close overdue connections; waitress calls it about once a second."""
        for channel in list(self.active_channels.values()):
            if channel.is_overdue(now, self.timeouts):
                channel.will_close = True

    def handle_accept(self) -> None:
        """Accept a connection; close another one if there are too many."""
        super().handle_accept()
        if len(self.active_channels) > self.timeouts.connections:
            self._evict()

    def _evict(self) -> None:
        # After accepting: the new connection is closed last, and a file number that is freed here is not reused by it.
        idle = [channel for channel in self.active_channels.values() if not channel.is_at_work]
        if idle:
            min(idle, key=lambda channel: float(channel.last_activity)).handle_close()


def web_server(
    application: WSGIApplication, place: Endpoint, timeouts: ConnectionTimeouts
) -> TcpWSGIServer | MultiSocketServer:
    """Listen on every address of a host name; ``run()`` serves. Raises `OSError`."""
    settings = Adjustments(
        host=place.host,
        port=place.port,
        threads=THREADS,
        ident=None,
        # The application decides whose forwarding headers count (ProxyFix), so the server passes all of them.
        clear_untrusted_proxy_headers=False,
        max_request_body_size=LARGEST_BODY,
        connection_limit=2 * timeouts.connections + 100,  # waitress' limit, never reached: ours is lower
        cleanup_interval=1,
        asyncore_use_poll=True,
    )
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.set_thread_count(settings.threads)
    sockets: dict[int, object] = {}
    servers = []
    for address in settings.listen:
        server = EvictingServer(application, sockets, dispatcher=dispatcher, adj=settings, sockinfo=address)
        server.timeouts = timeouts
        servers.append(server)
    if len(servers) == 1:
        return servers[0]
    listening = [(server.effective_host, server.effective_port) for server in servers]
    return MultiSocketServer(sockets, settings, listening, dispatcher, servers[0].log_info)
