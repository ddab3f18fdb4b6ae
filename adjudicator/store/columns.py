"""Column types that both databases keep alike."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, DateTime, Dialect, Enum, TypeDecorator
from sqlalchemy.dialects.postgresql import JSONB

Json = JSON().with_variant(JSONB(), "postgresql")


class Moment(TypeDecorator[datetime]):
    """A moment in UTC. SQLite forgets zones, so they are put off on the way in and on again on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse a moment without a zone; hand the database UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment without a zone: {value}")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Put the zone on again."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def word(kind: type[StrEnum]) -> Enum:
    """Store an enumeration as its word, the same on both databases."""
    return Enum(kind, native_enum=False, length=16, values_callable=_words)


def _words(kind: Any) -> list[str]:
    return [member.value for member in kind]
