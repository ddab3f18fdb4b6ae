"""The digest chain: each step of a record carries a SHA-256 that covers everything before it.

The digest of an entry is ``sha256(previous + text)``: `previous` is the digest before in hexadecimal, `text` the entry
without its own digest as JSON with sorted keys, no blanks and plain UTF-8. The first digest covers the header alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

from adjudicator.engines.contract import Seat
from adjudicator.match.record.v1.match_end import Ending
from adjudicator.match.record.v1.record import Header, Record, RecordedEnd, RecordedStep

UNSEALED = "0" * 64


def first_digest(header: Header) -> str:
    """Compute the digest of a header, which begins the chain."""
    return hashlib.sha256(_canonical(header)).hexdigest()


def next_digest(previous: str, entry: RecordedStep | RecordedEnd) -> str:
    """Compute the digest of an entry from the previous digest; the entry's own `digest` field is left out."""
    fields = {name: getattr(entry, name) for name in entry.__struct_fields__ if name != "digest"}
    return hashlib.sha256(previous.encode() + _canonical(fields)).hexdigest()


def record_step(previous: str, n: int, turn: int, seat: Seat, step: str, *, forced: bool, at: datetime) -> RecordedStep:
    """Build the record's entry of a canonical step, with its digest."""
    entry = RecordedStep(n, turn, seat, step, forced, at.astimezone(UTC), UNSEALED)
    return msgspec.structs.replace(entry, digest=next_digest(previous, entry))


def record_end(previous: str, ending: Ending, at: datetime) -> RecordedEnd:
    """Build the record's entry of the end, with its digest."""
    entry = RecordedEnd(
        ending.kind, ending.reason, ending.places, ending.scores, at.astimezone(UTC), UNSEALED, ending.seat
    )
    return msgspec.structs.replace(entry, digest=next_digest(previous, entry))


def digests(record: Record) -> Iterator[str]:
    """Compute the right digests of the steps, and then of the end."""
    digest = first_digest(record.header)
    for step in record.steps:
        digest = next_digest(digest, step)
        yield digest
    if record.end:
        yield next_digest(digest, record.end)


def last_digest(record: Record) -> str:
    """Return the digest that the next entry continues."""
    if record.end:
        return record.end.digest
    return record.steps[-1].digest if record.steps else first_digest(record.header)


def _canonical(entry: object) -> bytes:
    return msgspec.json.encode(entry, order="sorted")
