"""The digest chain of a record: each entry carries a SHA-256 that covers everything before it.

The digest of an entry is ``sha256(previous + text)``: `previous` is the digest before in hexadecimal, `text` the entry
without its own digest in canonical form. The first digest covers the header alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

import msgspec

from adjudicator.match.record.record import (
    ENTRY,
    By,
    ClaimEntry,
    ClaimValues,
    EndEntry,
    EndValues,
    Entry,
    ExtendEntry,
    ExtendValues,
    GrantEntry,
    GrantValues,
    Header,
    PauseEntry,
    PauseValues,
    Record,
    ResumeEntry,
    ResumeValues,
    RulingEntry,
    RulingValues,
    SeatEntry,
    SeatValues,
    StepEntry,
    StepValues,
    UndoEntry,
    UndoValues,
    Values,
    canonical,
    whole_second,
)

UNSEALED = "0" * 64

_ENTRY_OF: Mapping[type[Values], Callable[..., Entry]] = {
    StepValues: StepEntry,
    UndoValues: UndoEntry,
    SeatValues: SeatEntry,
    PauseValues: PauseEntry,
    ResumeValues: ResumeEntry,
    ExtendValues: ExtendEntry,
    GrantValues: GrantEntry,
    ClaimValues: ClaimEntry,
    RulingValues: RulingEntry,
    EndValues: EndEntry,
}


def first_digest(header: Header) -> str:
    """Compute the digest of a header, which begins the chain."""
    return hashlib.sha256(canonical(header)).hexdigest()


def next_digest(previous: str, entry: Entry) -> str:
    """Compute the digest of an entry from the previous digest; the entry's own `digest` field is left out."""
    fields = {"kind": entry.kind} | {name: getattr(entry, name) for name in ("n", "by", "at", "values")}
    return hashlib.sha256(previous.encode() + canonical(fields)).hexdigest()


def chain_entry(previous: str, n: int, by: By, at: datetime, values: Values) -> Entry:
    """Build the entry number `n` with its digest; the kind follows from the values. The moment is cut to seconds."""
    entry = _ENTRY_OF[type(values)](n=n, by=by, at=whole_second(at), values=values, digest=UNSEALED)
    return msgspec.structs.replace(entry, digest=next_digest(previous, entry))


def restore_entry(kind: str, n: int, by: By, at: datetime, values: object, digest: str) -> Entry:
    """Read a stored entry back, its `values` as plain JSON. Raises `msgspec.ValidationError`."""
    return ENTRY.convert({"kind": kind, "n": n, "by": by, "at": at, "values": values, "digest": digest})


def digests(record: Record) -> Iterator[str]:
    """Compute the right digests of the entries."""
    digest = first_digest(record.header)
    for entry in record.entries:
        digest = next_digest(digest, entry)
        yield digest


def last_digest(record: Record) -> str:
    """Return the digest that the next entry continues."""
    return record.entries[-1].digest if record.entries else first_digest(record.header)
