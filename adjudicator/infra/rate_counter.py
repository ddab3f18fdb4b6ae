"""Counts how often something happens, at the broker that all programs share, and without it each program for itself."""

from __future__ import annotations

import time
from typing import Literal

import structlog
from limits import RateLimitItem
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import FixedWindowRateLimiter
from redis.exceptions import RedisError

PREFIX = "adjudicator"
PATIENCE = 1.0
"""Seconds that the broker may take to count."""
AWAY_SECONDS = 5.0
"""How long it is not asked again after it did not answer."""

log = structlog.get_logger()


class RateCounter:
    """Counts. Any thread may ask."""

    def __init__(self, url: str) -> None:
        """Take the broker's address, as redis-py wants it; nothing is opened before something is counted."""
        address = url.replace("unix://", "redis+unix://", 1)
        options = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
        self._shared = FixedWindowRateLimiter(storage_from_string(address, **options))
        self._own = FixedWindowRateLimiter(MemoryStorage())
        self._away_until = 0.0

    @property
    def away(self) -> bool:
        """Tell whether the broker is away, so that what is counted is only what this program has seen."""
        return time.monotonic() < self._away_until

    def has_room(self, limit: RateLimitItem, *keys: str) -> bool:
        """Tell whether one more of these keys would be within the limit, and count nothing."""
        return self._ask("test", limit, *keys)

    def within(self, limit: RateLimitItem, *keys: str) -> bool:
        """Count one more of these keys, and tell whether that is still within the limit."""
        return self._ask("hit", limit, *keys)

    def _ask(self, what: Literal["hit", "test"], limit: RateLimitItem, *keys: str) -> bool:
        if not self.away:
            try:
                return bool(getattr(self._shared, what)(limit, PREFIX, *keys))
            except (RedisError, OSError) as fault:
                self._away_until = time.monotonic() + AWAY_SECONDS
                log.warning("broker is away; each program counts for itself", fault=str(fault))
        return bool(getattr(self._own, what)(limit, PREFIX, *keys))
