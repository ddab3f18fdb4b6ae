"""The kinds of things that a record can hold, by name: what the kept records must have between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from adjudicator.engines.registry import engines
from adjudicator.match.course.verify import names_withheld
from adjudicator.match.record.record import (
    AnyRecord,
    Cause,
    ClaimEntry,
    Counts,
    Deed,
    EndEntry,
    Entry,
    ExtendEntry,
    GrantEntry,
    Header,
    How,
    PauseEntry,
    Published,
    Record,
    ResumeEntry,
    RulingEntry,
    SeatEntry,
    StepEntry,
    UndoEntry,
    Why,
)
from adjudicator.match.record.v1 import record as record_v1
from adjudicator.match.record.v1.match_end import Kind
from adjudicator.match.record.v1.record import ErasedRecord

NEVER_WRITTEN = {
    *("how api", "how skip", "how player"),  # no service plays by an interface or hides names, or has `late=skip`
    *("do play", "do uphold", "do warn"),  # no service gives these rulings yet
}
"""What version 2 knows and no service writes."""


def header_of(record: Published) -> record_v1.Header | Header:
    """Return the header of a record from which names may have been erased."""
    return record.record.header if isinstance(record, ErasedRecord) else record.header


def kinds_of(record: Published) -> set[str]:
    """Name the kinds of things in a record."""
    if isinstance(record, ErasedRecord):
        return {*_kinds(record.record), "version 1: names erased"}
    withheld = isinstance(record, Record) and record.seed is not None and names_withheld(record)
    return {*_kinds(record), *(["names erased"] if withheld else [])}


def required_kinds() -> set[str]:
    """Name what the kept records must have: all that the services write, in each game where it is the game's."""
    kinds = {f"version 1: end {kind}" for kind in Kind} | {"version 1", "version 2", "opened again"}
    kinds |= {"names erased", "version 1: names erased"}
    for what, words in (("why", Why), ("do", Deed), ("end", Cause), ("how", How), ("counts", Counts)):
        kinds |= {f"{what} {word}" for word in get_args(words)}
    kinds |= {f"revealed {word}" for word in ("none", "small", "great")}
    kinds |= {f"salt from {word}" for word in ("word", "letter", "none")}
    kinds |= {"undo of the own turn", "undo that others agreed to", "pause of a player", "pause of the host"}
    kinds |= {"pause with an end", "pause without an end", "resume", "extend", "grant", "claim", "late step"}
    kinds |= {"forced step", "silence that counts as a yes", "ruling that leaves something known"}
    for key, engine in engines().items():
        rules = engine.rules
        if rules.home != "adjudicator":
            continue
        kinds |= {f"{key} at {seats} seats" for seats in rules.seats} | {
            f"{key}: version 1",
            f"{key}: ended by the rules",
        }
        kinds |= {f"{key} {option.key}={value}" for option in rules.options for value in option.values}
        for preset, options in rules.presets.items():
            kinds.add(f"{key} preset={preset}" if options else f"{key} at its defaults")
    return kinds - NEVER_WRITTEN


def _kinds(record: AnyRecord) -> Iterator[str]:
    header = record.header
    yield f"version {header.version}"
    yield f"{header.rules} at {len(header.seats)} seats"
    yield from (f"{header.rules} {key}={value}" for key, value in header.options.items())
    if header.rules not in engines():
        return
    rules = engines()[header.rules].rules
    for preset, options in rules.presets.items():
        if options and rules.complete(options) == header.options:
            yield f"{header.rules} preset={preset}"
    if rules.complete({}) == header.options:
        yield f"{header.rules} at its defaults"
    if not isinstance(record, Record):
        yield f"{header.rules}: version 1"
        if record.end is not None:
            yield f"version 1: end {record.end.kind}"
        return
    yield from (f"salt from {salt.source}" for salt in record.header.salts)
    ended = 0
    for entry in record.entries:
        yield from _of_entry(entry)
        ended += isinstance(entry, EndEntry)
        if isinstance(entry, EndEntry) and entry.values.cause == "rules":
            yield f"{header.rules}: ended by the rules"
    if ended > 1:
        yield "opened again"


def _of_entry(entry: Entry) -> Iterator[str]:
    if getattr(entry.values, "silent", ()):
        yield "silence that counts as a yes"
    match entry:
        case StepEntry():
            yield from (f"how {entry.values.how}", f"revealed {entry.values.revealed}")
            yield from ["late step"] * entry.values.late + ["forced step"] * entry.values.forced
        case SeatEntry():
            yield f"why {entry.values.why}"
        case EndEntry():
            yield f"end {entry.values.cause}"
            yield from (f"counts {person.counts}" for person in entry.values.people)
        case _:
            yield from _of_act(entry)


def _of_act(entry: Entry) -> Iterator[str]:
    match entry:
        case UndoEntry():
            yield "undo that others agreed to" if entry.values.agreed else "undo of the own turn"
        case PauseEntry():
            yield "pause of the host" if entry.by == "host" else "pause of a player"
            yield "pause with an end" if entry.values.until else "pause without an end"
        case RulingEntry():
            yield f"do {entry.values.do}"
            yield from ["ruling that leaves something known"] * bool(entry.values.known)
        case ResumeEntry() | ExtendEntry() | GrantEntry() | ClaimEntry():
            yield entry.kind
