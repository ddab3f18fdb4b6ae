"""Reads records for subcommands; a faulty one ends the command with one line."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from adjudicator.engines.contract import AnyEngine, Note
from adjudicator.engines.registry import engine_for
from adjudicator.match.course.replay import ReplayError
from adjudicator.match.record.bad_record import BadRecord
from adjudicator.match.record.record import AnyRecord, Holder, Published, Record, load_published
from adjudicator.match.record.v1.record import ErasedRecord
from adjudicator.match.record.v1.replay import ReplayError as ReplayErrorV1
from adjudicator.texts.games.note_text import NoWords, render_note
from adjudicator.texts.language.language import SOURCE, language_for

FILE = click.Path(exists=True, dir_okay=False, allow_dash=True)
RECORDS = click.argument("paths", metavar="RECORD.JSON...", type=FILE, nargs=-1, required=True)


@contextmanager
def one_line(path: str, names: Sequence[str] = ()) -> Iterator[None]:
    """Turn the exception of a faulty record into one line of output."""
    try:
        yield
    except BadRecord as fault:
        raise click.ClickException(f"{path}: {fault}") from fault
    except (ReplayError, ReplayErrorV1) as fault:
        raise click.ClickException(f"{path}: {fault}{explain_fault(fault.reason, names)}") from fault


def explain_fault(reason: Note | None, names: Sequence[str]) -> str:
    """Word the rules' reason against a step; if the engine brings no texts, return the reason's key."""
    if reason is None:
        return ""
    try:
        return f": {render_note(reason, language_for(SOURCE), None, names)}"
    except NoWords:
        return f": {reason.key}"


def read_published(path: str) -> Published:
    """Read a record from a file, or from standard input for a dash."""
    text = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    with one_line(path):
        return load_published(text)


def read_record(path: str) -> AnyRecord:
    """Read a record from which names may have been erased."""
    record = read_published(path)
    return record.record if isinstance(record, ErasedRecord) else record


def names_at_start(record: AnyRecord) -> list[str]:
    """Name the seats of a record by those who began there."""
    if isinstance(record, Record):
        return [name_of(record, number, seat.holder) for number, seat in enumerate(record.header.seats)]
    return [f"{seat.name} (house player)" if seat.house else seat.name for seat in record.header.seats]


def name_of(record: Record, seat: int, holder: Holder) -> str:
    """Name a holder as far as the record tells the name: else by the seat's alias, or not at all."""
    if holder.id is None:
        return "house player" if holder.kind == "house" else "nobody"
    opening = record.openings.get(holder.id)
    return opening.text if opening else record.header.seats[seat].alias or "a former player"


def engine_of(record: AnyRecord, path: str) -> AnyEngine:
    """Find the engine of a record's rules."""
    try:
        return engine_for(record.header.rules)
    except KeyError:
        raise click.ClickException(f"{path}: no engine for {record.header.rules} is installed") from None
