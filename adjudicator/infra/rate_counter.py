"""Rate limits: Redis counts the events of all programs together; while Redis is away, each program counts alone."""

from __future__ import annotations

import time
from functools import cached_property
from typing import Literal

import structlog
from limits import RateLimitItem
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import FixedWindowRateLimiter
from redis.exceptions import RedisError

PREFIX = "adjudicator"
PATIENCE = 1.0
"""Seconds that Redis may take for one count."""
AWAY_SECONDS = 5.0
"""After a failure Redis is not asked for this long."""

log = structlog.get_logger()


class RateCounter:
    """Fixed-window counters. Thread-safe."""

    def __init__(self, url: str) -> None:
        """Take the URL of Redis, as redis-py wants it. Nothing is opened before the first count."""
        address = url.replace("unix://", "redis+unix://", 1)
        options = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
        self._shared = FixedWindowRateLimiter(storage_from_string(address, **options))
        self._away_until = 0.0

    @cached_property
    def _own(self) -> FixedWindowRateLimiter:
        return FixedWindowRateLimiter(MemoryStorage())  # it starts a thread, and most programs never need it

    @property
    def away(self) -> bool:
        """Is Redis away? Then the counts are those of this program alone."""
        return time.monotonic() < self._away_until

    def has_room(self, limit: RateLimitItem, *keys: str) -> bool:
        """Would one more event of these keys be within the limit? Counts nothing."""
        return self._ask("test", limit, *keys)

    def within(self, limit: RateLimitItem, *keys: str) -> bool:
        """Count one more event of these keys. Is it still within the limit?"""
        return self._ask("hit", limit, *keys)

    def _ask(self, what: Literal["hit", "test"], limit: RateLimitItem, *keys: str) -> bool:
        if not self.away:
            try:
                return bool(getattr(self._shared, what)(limit, PREFIX, *keys))
            except (RedisError, OSError) as fault:
                self._away_until = time.monotonic() + AWAY_SECONDS
                log.warning("broker is away; each program counts for itself", fault=str(fault))
        return bool(getattr(self._own, what)(limit, PREFIX, *keys))
