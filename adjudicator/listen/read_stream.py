"""Reads a letter from a stream to its end, and holds at most the size limit in memory."""

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
    """Read a letter; over the limit, return only its headers, marked with the size."""
    kept, size = bytearray(), 0
    while chunk := stream.read(CHUNK):
        size += len(chunk)
        kept += chunk[: max(0, max(limit, HEAD) - len(kept))]
    return bytes(kept) if size <= limit else truncate_letter(bytes(kept[:HEAD]), size)
