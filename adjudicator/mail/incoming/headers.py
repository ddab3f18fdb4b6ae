"""Reads headers one at a time and without errors, whatever bytes are in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32
from email.utils import parsedate_to_datetime
from itertools import islice

from adjudicator.mail.text.normalize import normalize_letter, split_header_section
from adjudicator.mail.text.rfc2047 import decode_words, printable_text
from adjudicator.mail.text.size_limits import HEAD
from adjudicator.mail.trust.auth_results import RECEIVED, RESULTS

_MESSAGE_ID = re.compile(r"<[^<>\s]{1,900}>")
_ADDRESS = re.compile(r"[^\s<>,;:\"()\[\]]{1,64}@[^\s<>,;:\"()\[\]]{1,255}")
_FOLD = re.compile(rb"\n[ \t]*")
_REFERENCES = 100
_TRACE = 100


class Headers:
    """The headers of a parsed letter. Of several with one name the first counts, unless a method says otherwise."""

    __slots__ = ("_lines",)

    def __init__(self, letter: Message) -> None:
        self._lines = [(name.lower(), _bytes(value)) for name, value in letter.raw_items()]

    def all(self, name: str) -> list[bytes]:
        """List the values of all headers of a name, unfolded, as the bytes of the letter."""
        return [value for known, value in self._lines if known == name]

    def __contains__(self, name: str) -> bool:
        return any(known == name for known, _ in self._lines)

    def text(self, name: str) -> str:
        """Read the first header of a name as printable text, encoded words decoded; empty when there is none."""
        values = self.all(name)
        return printable_text(decode_words(values[0].decode("utf-8", "replace"))) if values else ""

    def message_ids(self, *names: str) -> tuple[str, ...]:
        """List the Message-IDs in headers, in order, without repetitions; the last hundred of them."""
        found = (_MESSAGE_ID.findall(value.decode("ascii", "replace")) for name in names for value in self.all(name))
        return tuple(dict.fromkeys(name for ids in found for name in ids))[-_REFERENCES:]

    def addresses(self, *names: str) -> Iterator[str]:
        """Yield everything that looks like an address in headers. For finding our own addresses, not for trust."""
        for name in names:
            for value in self.all(name):
                yield from _ADDRESS.findall(value.decode("utf-8", "replace"))

    def trace(self) -> tuple[tuple[str, str], ...]:
        """List the trace headers from the top, as `auth_results.findings` wants them."""
        lines = ((name, value.decode("utf-8", "replace")) for name, value in self._lines if name in (RECEIVED, RESULTS))
        return tuple(islice(lines, _TRACE))

    def date(self) -> datetime | None:
        """Read the Date header, as UTC if it has no zone; None when it is missing or unreadable."""
        try:
            moment = parsedate_to_datetime(self.text("date"))
        except (ValueError, TypeError, OverflowError, IndexError):
            return None
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def read_headers(raw: bytes) -> Headers:
    """Parse only the header section of a raw letter."""
    head, _ = split_header_section(normalize_letter(raw))
    return Headers(BytesHeaderParser(policy=compat32).parsebytes(head[:HEAD] + b"\n\n"))


def _bytes(value: object) -> bytes:
    return _FOLD.sub(b" ", str(value).encode("utf-8", "surrogateescape")).strip()
