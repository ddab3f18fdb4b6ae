"""Reading what was written down back into the classes it came from.

msgspec takes a class apart when something is first read into it, and whoever comes in that moment finds it half taken
apart: two threads that read their first positions at once ended the program with a fault of its memory. So a class is
taken apart here, by one thread at a time, and nothing is read into it before.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeAlias, TypeVar, cast

import msgspec

T = TypeVar("T")

Rebuild: TypeAlias = Callable[[type, object], object]

_TAKING_APART = Lock()


class Shape(Generic[T]):
    """A type that is ready to be read into by any number of threads. `rebuild` makes what is no plain value again."""

    def __init__(self, kind: object, rebuild: Rebuild | None = None) -> None:
        """Take the type apart. Raises `TypeError` for one that cannot be read into."""
        with _TAKING_APART:
            self._kind = kind
            self._json: msgspec.json.Decoder[T] = msgspec.json.Decoder(kind, dec_hook=rebuild)
            self._packed: msgspec.msgpack.Decoder[T] = msgspec.msgpack.Decoder(kind, dec_hook=rebuild)

    def read(self, written: bytes | str) -> T:
        """Read JSON. Raises `msgspec.DecodeError`, and `msgspec.ValidationError` where it has another shape."""
        return self._json.decode(written)

    def unpack(self, written: bytes) -> T:
        """Read MessagePack; raises as `read` does."""
        return self._packed.decode(written)

    def convert(self, plain: object) -> T:
        """Read what is dicts and lists already. Raises `msgspec.ValidationError`."""
        told: T = msgspec.convert(plain, self._kind)
        return told


_shapes: dict[tuple[object, Rebuild | None], Shape[object]] = {}


def shape_of(kind: type[T], rebuild: Rebuild | None = None) -> Shape[T]:
    """Find the shape of a type that is known only when something is to be read into it."""
    found = _shapes.get((kind, rebuild))
    if found is None:
        found = _shapes[kind, rebuild] = Shape(kind, rebuild)
    return cast("Shape[T]", found)
