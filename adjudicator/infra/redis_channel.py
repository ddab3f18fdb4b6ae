"""Lets Celery reuse its Redis client, where kombu creates a new one for every task sent and every task acknowledged.

Creating a client takes longer than using it, and one letter leads to a dozen of them. kombu has no setting for this,
and we know of no report. Only public names of kombu are used here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kombu.transport.redis import Channel, Transport
from redis import Redis


class CachedClientChannel(Channel):
    """A channel that caches its client for as long as the channel's connection pool lives."""

    _cached: Redis | None = None

    @contextmanager
    def conn_or_acquire(self, client: Redis | None = None) -> Iterator[Redis]:
        """Yield the cached client; create one after the pool was replaced."""
        if client is None:
            if self._cached is None or self._cached.connection_pool is not self.pool:
                with super().conn_or_acquire() as fresh:
                    self._cached = fresh
            client = self._cached
        yield client


def reuse_redis_clients() -> None:
    """Install the channel for all Celery apps of this process."""
    Transport.Channel = CachedClientChannel
