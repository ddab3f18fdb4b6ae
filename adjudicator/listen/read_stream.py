"""Reads a letter from a stream to its end, whatever its size, and keeps no more of it than can be judged."""

from __future__ import annotations

from typing import Protocol

from adjudicator.mail.text.size_limits import HEAD
from adjudicator.mail.text.truncate import truncate_letter

CHUNK = 64 << 10


class Stream(Protocol):
    """Anything that bytes can be read from."""

    def read(self, most: int, /) -> bytes:
        """Read some more bytes; none at the end."""
        ...


def read_whole(stream: Stream, limit: int) -> bytes:
    """Read a letter; of one that is larger than the limit only the head remains, marked with its size."""
    kept, size = bytearray(), 0
    while chunk := stream.read(CHUNK):
        size += len(chunk)
        kept += chunk[: max(0, max(limit, HEAD) - len(kept))]
    return bytes(kept) if size <= limit else truncate_letter(bytes(kept[:HEAD]), size)
