"""The record of a match, version 2: a header and one chain of entries, the steps and all that people did to the match.

A record is JSON of a published shape (``record.schema.json``). Names and reasons are not in the chain: it holds their
digests, and `Record.openings` holds the texts, so that a text can be erased and the record still verifies. What a
running match hides, its seed and its deal, is written only once the match is over.

Records of version 1 are read and written here too; all else about them is in `record.v1`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from adjudicator.codec import Codec
from adjudicator.engines.contract import Options, Revealed
from adjudicator.match.record.bad_record import BadRecord
from adjudicator.match.record.record_label import read_label
from adjudicator.match.record.v1 import record as version_1

FORMAT: Literal["adjudicator-record"] = "adjudicator-record"
VERSION: Literal[2] = 2

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="SHA-256 in hexadecimal")]
Moment = Annotated[datetime, Meta(tz=True, description="UTC, whole seconds, rounded down")]
SeatIndex = Annotated[int, Meta(ge=0)]
Counted = Annotated[int, Meta(ge=1)]
Number = Annotated[int, Meta(ge=0, description="The number of an entry; 0 is the position as laid out")]
Plain = Annotated[str, Meta(pattern="^[ -~]*$", description="Printable ASCII")]
Key = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$")]

Use: TypeAlias = Literal["name", "reason", "step"]
By: TypeAlias = SeatIndex | Literal["host", "director", "server"]
How: TypeAlias = Literal["letter", "page", "api", "player", "plan", "habit", "house", "forced", "skip", "ruling"]
Why: TypeAlias = Literal[
    "resigned", "late", "bounced", "expelled", "vacated", "excused",
    "takeover", "seated", "handed", "back", "waited",
    "substitute", "returned",
]  # fmt: skip
Deed: TypeAlias = Literal["rewind", "play", "uphold", "warn"]
Cause: TypeAlias = Literal["rules", "resigned", "time", "alone", "agreed", "awarded", "annulled"]
Counts: TypeAlias = Literal["full", "gain", "loss", "no"]


# Larger numbers are not the same in every language.
LARGEST = 2**53 - 1


def whole_second(moment: datetime) -> datetime:
    """Cut a moment to the second, in UTC, as a record writes it."""
    return moment.astimezone(UTC).replace(microsecond=0)


class _Value(Struct, frozen=True, forbid_unknown_fields=True):
    """A value whose fields are all written."""


class _Sparse(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A value whose fields with a default are left out while they have it."""


class Holder(_Value, frozen=True):
    """Who sits at a seat. A person or a bot has the commitment to their name as `id`."""

    kind: Literal["person", "bot", "house", "nobody"]
    id: Digest | None = None

    def __post_init__(self) -> None:
        if (self.id is None) != (self.kind in ("house", "nobody")):
            raise ValueError(f"a holder of kind {self.kind} has {'no id' if self.id is None else 'an id'}")


HOUSE = Holder("house")
NOBODY = Holder("nobody")


class SeatHeader(_Value, frozen=True):
    """Who began at a seat, and the name of the seat where names are hidden (else empty)."""

    holder: Holder
    alias: Plain = ""


class Salt(_Value, frozen=True):
    """A player's gift to the deal: `source` tells whether as a word, as a letter, or not at all."""

    source: Literal["word", "letter", "none"] = msgspec.field(name="from")
    salt: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]

    def __post_init__(self) -> None:
        if (self.source == "none") != (not self.salt):
            raise ValueError(f"a salt from {self.source} is {self.salt!r}")


class Header(_Value, frozen=True):
    """Everything that was fixed when the match began. Every option and term is written out, also the defaults."""

    format: Literal["adjudicator-record"]
    version: Literal[2]
    match: Plain
    rules: Plain
    options: dict[Key, Plain | int]
    terms: dict[Key, Plain | int]
    seats: Annotated[tuple[SeatHeader, ...], Meta(min_length=1)]
    asked: Moment
    seed_digest: Digest
    salts: tuple[Salt, ...]
    commitment: Digest
    started: Moment

    @classmethod
    def of(
        cls,
        *,
        match: str,
        rules: str,
        options: Options,
        terms: Options,
        seats: Sequence[SeatHeader],
        asked: datetime,
        seed_digest: str,
        salts: Sequence[Salt],
        commitment: str,
        started: datetime,
    ) -> Header:
        """Build the header of a record of this version. The moments are cut to seconds."""
        return cls(
            FORMAT,
            VERSION,
            match,
            rules,
            dict(options),
            dict(terms),
            tuple(seats),
            whole_second(asked),
            seed_digest,
            tuple(salts),
            commitment,
            whole_second(started),
        )


class Terms(Struct, frozen=True):
    """The terms of a match that verification depends on. A header may hold others, which stay in `Header.terms`."""

    undo: Literal["ask", "never", "free"] = "ask"
    late: Literal["claim", "house", "skip", "lose"] = "claim"
    vacant: Literal["house", "wait"] = "house"
    names: Literal["shown", "hidden"] = "shown"


class StepValues(_Value, frozen=True):
    """A canonical step. `forced`: nothing else was legal. `late`: played in the days of grace."""

    turn: Counted
    step: Annotated[str, Meta(min_length=1, pattern="^[ -~]*$")]
    how: How
    forced: bool
    late: bool
    revealed: Revealed


class UndoValues(_Value, frozen=True):
    """The board goes back to entry `to`; `agreed` lists the other seats that said yes, none within the running turn."""

    to: Number
    agreed: tuple[SeatIndex, ...]


class SeatValues(_Sparse, frozen=True):
    """Another holder sits at a seat. `until`: when a substitute goes again."""

    seat: SeatIndex
    holder: Holder
    why: Why
    agreed: tuple[SeatIndex, ...] = ()
    silent: tuple[SeatIndex, ...] = ()
    until: Moment | None = None
    because: Digest | None = None


class PauseValues(_Sparse, frozen=True):
    """All clocks stand; `until` is None for a pause without a known end."""

    until: Moment | None
    agreed: tuple[SeatIndex, ...] = ()
    silent: tuple[SeatIndex, ...] = ()
    because: Digest | None = None


class ResumeValues(_Sparse, frozen=True):
    """The clocks run on."""

    because: Digest | None = None


class ExtendValues(_Sparse, frozen=True):
    """Some seats get more time."""

    seats: tuple[SeatIndex, ...]
    hours: Counted
    because: Digest | None = None


class GrantValues(_Value, frozen=True):
    """A person gives another seat more time."""

    seat: SeatIndex
    hours: Counted


class ClaimValues(_Value, frozen=True):
    """A person claims their right against a seat that is late."""

    seat: SeatIndex


class RulingValues(_Sparse, frozen=True):
    """Decision of a host or director. `to`: the entry the board goes back to. `known`: entries that no longer stand
    although what they brought to light stays known. `about`: the entry that the ruling is about.
    """

    do: Deed
    to: Number | None
    known: tuple[Counted, ...]
    because: Digest
    about: Counted | None = None


class Person(_Value, frozen=True):
    """Somebody who ever held a seat, and the weight of the match for them. An invited house has no `id`."""

    seat: SeatIndex
    id: Digest | None
    sat_down: Number = msgspec.field(name="from")
    left: Counted | None = msgspec.field(name="to")
    counts: Counts
    rank: Counted | None


class EndValues(_Sparse, frozen=True):
    """The match is over. `seat`: whose deed it was. Places, scores and people are the result."""

    cause: Cause
    reason: Plain
    seat: SeatIndex | None
    places: tuple[Counted, ...]
    scores: tuple[int | None, ...]
    people: tuple[Person, ...]
    agreed: tuple[SeatIndex, ...] = ()
    because: Digest | None = None


class _Entry(_Value, frozen=True, kw_only=True, tag_field="kind"):
    """Fields of all entries. The digest covers the entry and, through the digest before, all that came earlier."""

    n: Counted
    by: By
    at: Moment
    digest: Digest

    @property
    def kind(self) -> str:
        """The kind of entry, as the record writes it."""
        return str(self.__struct_config__.tag)


class StepEntry(_Entry, frozen=True, kw_only=True, tag="step"):
    """A step was played."""

    values: StepValues


class UndoEntry(_Entry, frozen=True, kw_only=True, tag="undo"):
    """Steps were taken back."""

    values: UndoValues


class SeatEntry(_Entry, frozen=True, kw_only=True, tag="seat"):
    """Somebody sat down or left."""

    values: SeatValues


class PauseEntry(_Entry, frozen=True, kw_only=True, tag="pause"):
    """The match was paused."""

    values: PauseValues


class ResumeEntry(_Entry, frozen=True, kw_only=True, tag="resume"):
    """The match goes on after a pause."""

    values: ResumeValues


class ExtendEntry(_Entry, frozen=True, kw_only=True, tag="extend"):
    """Seats got more time."""

    values: ExtendValues


class GrantEntry(_Entry, frozen=True, kw_only=True, tag="grant"):
    """A person gave another more time."""

    values: GrantValues


class ClaimEntry(_Entry, frozen=True, kw_only=True, tag="claim"):
    """A person claimed against a late seat."""

    values: ClaimValues


class RulingEntry(_Entry, frozen=True, kw_only=True, tag="ruling"):
    """A host or director decided."""

    values: RulingValues


class EndEntry(_Entry, frozen=True, kw_only=True, tag="end"):
    """The match ended."""

    values: EndValues


Entry: TypeAlias = (
    StepEntry
    | UndoEntry
    | SeatEntry
    | PauseEntry
    | ResumeEntry
    | ExtendEntry
    | GrantEntry
    | ClaimEntry
    | RulingEntry
    | EndEntry
)
Values: TypeAlias = (
    StepValues
    | UndoValues
    | SeatValues
    | PauseValues
    | ResumeValues
    | ExtendValues
    | GrantValues
    | ClaimValues
    | RulingValues
    | EndValues
)


class Opening(_Value, frozen=True):
    """The text behind a commitment, and the salt that it was sealed with."""

    use: Use
    text: str
    salt: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Record(_Value, frozen=True):
    """A whole match. `seed` (hexadecimal) and `deal` are secrets until the match is over."""

    header: Header
    entries: tuple[Entry, ...] = ()
    openings: dict[Digest, Opening] = {}
    seed: Annotated[str, Meta(pattern="^([0-9a-f]{2})+$")] | None = None
    deal: dict[str, Any] | None = None


AnyRecord: TypeAlias = Record | version_1.Record
"""A record of either version."""
Published: TypeAlias = AnyRecord | version_1.ErasedRecord
"""A record as it is published. From one of version 1, names can be erased only at the cost of its first digest."""

RECORD: Codec[Record] = Codec(Record)
ENTRY: Codec[Entry] = Codec(Entry)
ERASED: Codec[version_1.ErasedRecord] = Codec(version_1.ErasedRecord)
TERMS: Codec[Terms] = Codec(Terms)

# The end by time can be mended for so long, and what is hidden stays so (R25, R41).
MENDABLE = timedelta(days=7)


def read_terms(header: Header) -> Terms:
    """Read the terms that verification depends on. Raises `BadRecord`."""
    try:
        return TERMS.convert(header.terms)
    except msgspec.ValidationError as error:
        raise BadRecord(f"the terms do not have the right shape: {error}") from error


def standing_end(entries: Sequence[Entry]) -> EndEntry | None:
    """Return the end that counts: the last one, unless a ruling opened the match again."""
    for entry in reversed(entries):
        if isinstance(entry, EndEntry):
            return entry
        if isinstance(entry, RulingEntry) and entry.values.do in ("rewind", "play"):
            return None
    return None


def published_record(record: Record, now: datetime) -> Record:
    """Remove everything that may not be public yet: the seed, the deal and hidden names, until the match is over.

    After an end by time they stay hidden for a week, in which a host can open the match again.
    """
    end = standing_end(record.entries)
    if end and now >= end.at + (MENDABLE if end.values.cause == "time" else timedelta()):
        return record
    hidden = read_terms(record.header).names == "hidden"
    openings = {digest: text for digest, text in record.openings.items() if not (hidden and text.use == "name")}
    return msgspec.structs.replace(record, openings=openings, seed=None, deal=None)


def dump_record(record: Published) -> bytes:
    """Write a record as JSON: one of version 2 as it is, of version 1 only its public part."""
    if isinstance(record, version_1.ErasedRecord):
        record = msgspec.structs.replace(record, record=version_1.published_record(record.record))
        return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"
    if isinstance(record, version_1.Record):
        return version_1.dump_record(record)
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def load_published(text: bytes | str) -> Published:
    """Read a record of either version, or one from which names were erased. Raises `BadRecord`."""
    if read_label(text).format != version_1.ERASED_FORMAT:
        return load_record(text)
    try:
        return ERASED.read(text)
    except msgspec.ValidationError as error:
        raise BadRecord(f"the record does not have the right shape: {error}") from error


def load_record(text: bytes | str) -> AnyRecord:
    """Read a record of either version. Raises `BadRecord`."""
    label = read_label(text)
    if label.format != FORMAT:
        raise BadRecord(f"this is no record of a match: its header's format is {label.format!r}, not {FORMAT!r}")
    match label.version:
        case version_1.VERSION:
            return version_1.load_record(text)
        case version if version == VERSION:
            return _load(text)
    raise BadRecord(f"the record has version {label.version}; this program reads versions 1 and 2")


def _load(text: bytes | str) -> Record:
    try:
        record = RECORD.read(text)
        written = json.loads(text, object_pairs_hook=_once)
    except ValueError as error:
        raise BadRecord(f"the record does not have the right shape: {error}") from error
    read_terms(record.header)
    _check_writing(written["header"], record.header, "$.header")
    for index, (plain, entry) in enumerate(zip(written.get("entries", ()), record.entries, strict=True)):
        _check_writing(plain, entry, f"$.entries[{index}]")
    return record


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1)
        raise ValueError(f"an object has the key {twice!r} twice")
    return found


def _check_writing(plain: object, value: Header | Entry, path: str) -> None:
    """Refuse other spellings of a value (``1.0``, ``+00:00``, a default that is left out elsewhere).

    Checkers that share no code with this one compute digests from what is written, so it must be written in one way.
    """
    for part in _parts(plain):
        if isinstance(part, str) and not (part.isascii() and part.isprintable()):
            raise BadRecord(f"the record does not have the right shape: {part!r} is not printable ASCII - at `{path}`")
        if isinstance(part, int) and abs(part) > LARGEST:
            raise BadRecord(f"the record does not have the right shape: {part} is too large - at `{path}`")
    if msgspec.json.encode(plain, order="sorted") != canonical(value):
        raise BadRecord(f"the record does not have the right shape: not written in the one right way - at `{path}`")


def _parts(plain: object) -> Iterator[object]:
    match plain:
        case dict():
            yield from plain
            for value in plain.values():
                yield from _parts(value)
        case list():
            for value in plain:
                yield from _parts(value)
        case _:
            yield plain


def canonical(value: Header | Entry | Mapping[str, object]) -> bytes:
    """Write a value as the chain digests it: JSON with sorted keys and no blanks."""
    return msgspec.json.encode(value, order="sorted")
