"""How Celery speaks to Redis: over one client, where it would make a new one for every task sent and every task done.

To make one takes longer than to ask it something, and a letter is worth a dozen of them. kombu has no setting for this,
and there is no report of it; only its public names are used here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kombu.transport.redis import Channel, Transport
from redis import Redis


class CachedClientChannel(Channel):
    """A channel that keeps its client as long as the connections that the client draws from."""

    _lasting: Redis | None = None

    @contextmanager
    def conn_or_acquire(self, client: Redis | None = None) -> Iterator[Redis]:
        """Hand out the client that is kept, or make one and keep it."""
        if client is None:
            if self._lasting is None or self._lasting.connection_pool is not self.pool:
                with super().conn_or_acquire() as fresh:
                    self._lasting = fresh
            client = self._lasting
        yield client


def reuse_redis_clients() -> None:
    """Let every channel of this program be like that."""
    Transport.Channel = CachedClientChannel
