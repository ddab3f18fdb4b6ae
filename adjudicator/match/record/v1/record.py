"""The record of a match: header, steps and end, from which the whole match can be reconstructed.

A record is JSON of a published shape (``record.schema.json``), version 1. What a running match hides, its seed and its
deal, is written only once the match is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from adjudicator.codec import Codec
from adjudicator.engines.contract import Options
from adjudicator.match.record.bad_record import BadRecord
from adjudicator.match.record.record_label import read_label
from adjudicator.match.record.v1.match_end import Kind

FORMAT: Literal["adjudicator-record"] = "adjudicator-record"
VERSION: Literal[1] = 1
ERASED_FORMAT: Literal["adjudicator-erased"] = "adjudicator-erased"

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="SHA-256 in hexadecimal")]
Moment = Annotated[datetime, Meta(tz=True)]
SeatIndex = Annotated[int, Meta(ge=0)]
Counted = Annotated[int, Meta(ge=1)]


class Holder(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at a seat."""

    name: str
    house: bool = False


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that was fixed when the match began. Every option value is written out, also the defaults."""

    format: Literal["adjudicator-record"]
    version: Literal[1]
    match: str
    rules: str
    options: dict[str, str | int]
    seats: Annotated[tuple[Holder, ...], Meta(min_length=1)]
    salts: tuple[str, ...]
    commitment: Digest
    started: Moment

    @classmethod
    def of(
        cls,
        *,
        match: str,
        rules: str,
        options: Options,
        seats: Sequence[Holder],
        salts: Sequence[str],
        commitment: str,
        started: datetime,
    ) -> Header:
        """Build the header of a record of this version."""
        return cls(
            FORMAT,
            VERSION,
            match,
            rules,
            dict(options),
            tuple(seats),
            tuple(salts),
            commitment,
            started.astimezone(UTC),
        )


class RecordedStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One canonical step. Its digest covers it and, through the digest before, all that came earlier."""

    n: Counted
    turn: Counted
    seat: SeatIndex
    step: Annotated[str, Meta(min_length=1)]
    forced: bool
    at: Moment
    digest: Digest


class RecordedEnd(Struct, frozen=True, forbid_unknown_fields=True):
    """How the match ended; `seat` is the one that resigned or ran out of time."""

    kind: Kind
    reason: str
    places: tuple[Counted, ...]
    scores: tuple[int | None, ...]
    at: Moment
    digest: Digest
    seat: SeatIndex | None = None


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole match. `seed` (hexadecimal) and `deal` are secrets until there is an end."""

    header: Header
    steps: tuple[RecordedStep, ...] = ()
    end: RecordedEnd | None = None
    seed: Annotated[str, Meta(pattern="^([0-9a-f]{2})+$")] | None = None
    deal: dict[str, Any] | None = None


class ErasedRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record from whose header a name was erased. `first` is the digest of the true header, with which the chain
    begins.
    """

    format: Literal["adjudicator-erased"]
    version: Literal[1]
    first: Digest
    record: Record


RECORD: Codec[Record] = Codec(Record)
RECORDED_END: Codec[RecordedEnd] = Codec(RecordedEnd)


def published_record(record: Record) -> Record:
    """Remove the seed and the deal while the match goes on."""
    return record if record.end else msgspec.structs.replace(record, seed=None, deal=None)


def dump_record(record: Record) -> bytes:
    """Write the public part of a record as JSON."""
    return msgspec.json.format(msgspec.json.encode(published_record(record)), indent=1) + b"\n"


def load_record(text: bytes | str) -> Record:
    """Read a record. Raises `BadRecord`."""
    _check_kind(text)
    try:
        return RECORD.read(text)
    except msgspec.ValidationError as error:
        raise BadRecord(f"the record does not have the right shape: {error}") from error


def _check_kind(text: bytes | str) -> None:
    """Reject other formats and versions first, so that they get an error of their own and not one about a field."""
    kind = read_label(text)
    if kind.format != FORMAT:
        raise BadRecord(f"this is no record of a match: its header's format is {kind.format!r}, not {FORMAT!r}")
    if kind.version != VERSION:
        raise BadRecord(f"the record has version {kind.version}; this program reads version {VERSION}")
