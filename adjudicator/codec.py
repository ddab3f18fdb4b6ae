"""Decodes JSON, MessagePack and plain dicts into typed values. Any thread may decode.

msgspec inspects a class at its first use, and that is not thread-safe: two threads that decoded their first positions
at the same time crashed the process with a memory fault. So decoders are built here, under a lock, before their use.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeAlias, TypeVar, cast

import msgspec

T = TypeVar("T")

Rebuild: TypeAlias = Callable[[type, object], object]

_BUILDING = Lock()


class Codec(Generic[T]):
    """The decoders of one type. `rebuild` decodes the types that msgspec does not know: (type, plain value) → value."""

    def __init__(self, kind: object, rebuild: Rebuild | None = None) -> None:
        """Build the decoders. Raises `TypeError` for a type that cannot be decoded."""
        with _BUILDING:
            self._kind = kind
            self._json: msgspec.json.Decoder[T] = msgspec.json.Decoder(kind, dec_hook=rebuild)
            self._packed: msgspec.msgpack.Decoder[T] = msgspec.msgpack.Decoder(kind, dec_hook=rebuild)

    def read(self, written: bytes | str) -> T:
        """Read JSON. Raises `msgspec.DecodeError`, or its subclass `ValidationError` for JSON of another type."""
        return self._json.decode(written)

    def unpack(self, written: bytes) -> T:
        """Read MessagePack; raises as `read` does."""
        return self._packed.decode(written)

    def convert(self, plain: object) -> T:
        """Convert dicts and lists. Raises `msgspec.ValidationError`."""
        converted: T = msgspec.convert(plain, self._kind)
        return converted


_codecs: dict[tuple[object, Rebuild | None], Codec[object]] = {}


def codec_for(kind: type[T], rebuild: Rebuild | None = None) -> Codec[T]:
    """Return the codec of a type that is known only at run time; it is built at the first call."""
    found = _codecs.get((kind, rebuild))
    if found is None:
        found = _codecs[kind, rebuild] = Codec(kind, rebuild)
    return cast("Codec[T]", found)
