"""Column types that behave alike on SQLite and PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from enum import StrEnum
from math import floor
from typing import TypeVar

import msgspec
from sqlalchemy import JSON, BigInteger, DateTime, Dialect, Enum, TypeDecorator
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.sql.operators import OperatorType
from sqlalchemy.types import TypeEngine

from adjudicator.codec import Codec

T = TypeVar("T")

_PLAIN: Codec[object] = Codec(object)
Json = JSON().with_variant(JSONB(), "postgresql")


def read_json(text: str | bytes) -> object:
    """Decode JSON, for the engines: msgspec takes a third of the time, and refuses a few texts that Python writes."""
    try:
        return _PLAIN.read(text)
    except msgspec.DecodeError:  # half of a surrogate pair, infinity, no number
        return json.loads(text)


class Moment(TypeDecorator[datetime]):
    """A moment in UTC. SQLite forgets zones: the zone is removed before storing and added again after reading."""

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
        """Add the zone again."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class WholeMoment(TypeDecorator[datetime]):
    """A moment in UTC, cut to the second, as a number: for tables with very many rows."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Count the seconds since 1970."""
        del dialect
        return None if value is None else floor(value.timestamp())

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """Convert them back."""
        del dialect
        return None if value is None else datetime.fromtimestamp(value, UTC)


class ShortDigest(TypeDecorator[str]):
    """A digest of 64 bits as a number, and in the program as 16 hexadecimal digits; an empty text is 0."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> int | None:
        """Convert the digits to a signed number."""
        del dialect
        return None if value is None else int.from_bytes(bytes.fromhex(value), signed=True)

    def process_result_value(self, value: int | None, dialect: Dialect) -> str | None:
        """Convert it back."""
        del dialect
        return None if value is None else value.to_bytes(8, signed=True).hex() if value else ""


class JsonOf(TypeDecorator[T]):
    """A JSON column for values of one class; msgspec converts them to plain JSON values and back."""

    impl = Json
    cache_ok = True
    # As for plain JSON, a None that is set is stored as JSON's null.
    should_evaluate_none = True

    def __init__(self, shape: Codec[T]) -> None:
        super().__init__()
        self.shape = shape

    def process_bind_param(self, value: T | None, dialect: Dialect) -> object:
        """Convert a value to plain dicts, lists and strings."""
        del dialect
        return None if value is None else msgspec.to_builtins(value)

    def process_result_value(self, value: object, dialect: Dialect) -> T | None:
        """Convert it back to a value of the class."""
        del dialect
        return None if value is None else self.shape.convert(value)

    def coerce_compared_value(self, op: OperatorType | None, value: object) -> TypeEngine[object]:
        """Compare parts of the value as a plain JSON column does."""
        return self.impl_instance.coerce_compared_value(op, value)


def enum_column(kind: type[StrEnum]) -> Enum:
    """Store an enumeration as its word, the same on both databases."""
    return Enum(kind, native_enum=False, length=16, values_callable=_words)


def _words(kind: Iterable[StrEnum]) -> list[str]:
    return [member.value for member in kind]
