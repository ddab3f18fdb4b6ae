"""Instants: whole seconds since 1970, UTC. The clock counts in them, because integers are exact and fast."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, TypeAlias

Instant: TypeAlias = int
"""Seconds since 1970-01-01T00:00:00Z."""
Seconds: TypeAlias = int
Span: TypeAlias = tuple[Instant, Instant]
"""From an instant, up to and without another."""

HOUR: Final = 3600
DAY: Final = 24 * HOUR
FOREVER: Final[Instant] = 1 << 62
"""The end of a span without a known end."""

_FORM = "%Y-%m-%dT%H:%M:%SZ"


def to_instant(moment: datetime) -> Instant:
    """Convert an aware datetime; parts of a second are cut off. Raises `ValueError` for one without a zone."""
    if moment.utcoffset() is None:
        raise ValueError(f"{moment} says no time zone")
    return int(moment.timestamp() // 1)


def from_instant(instant: Instant) -> datetime:
    """Convert to a datetime in UTC."""
    return datetime.fromtimestamp(instant, UTC)


def parse_instant(text: str) -> Instant:
    """Read ``2027-01-04T13:00:00Z``. Raises `ValueError`."""
    moment = datetime.strptime(text, _FORM).replace(tzinfo=UTC)
    if format_instant(to_instant(moment)) != text:
        raise ValueError(f"{text!r} is not written like 2027-01-04T13:00:00Z")
    return to_instant(moment)


def format_instant(instant: Instant) -> str:
    """Write as ``2027-01-04T13:00:00Z``."""
    return from_instant(instant).strftime(_FORM)
