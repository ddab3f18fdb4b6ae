"""Reads records for subcommands; a faulty one ends the command with one line."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from adjudicator.engines.contract import AnyEngine, Note
from adjudicator.engines.registry import engine_for
from adjudicator.match.bad_record import BadRecord
from adjudicator.match.record_v1.record import Record, load_record
from adjudicator.match.record_v1.replay import ReplayError
from adjudicator.texts.language import SOURCE, language_for
from adjudicator.texts.note_text import NoWords, render_note

FILE = click.Path(exists=True, dir_okay=False, allow_dash=True)
RECORD = click.argument("path", metavar="RECORD.JSON", type=FILE)
RECORDS = click.argument("paths", metavar="RECORD.JSON...", type=FILE, nargs=-1, required=True)


@contextmanager
def one_line(path: str, names: Sequence[str] = ()) -> Iterator[None]:
    """Turn the exception of a faulty record into one line of output."""
    try:
        yield
    except BadRecord as fault:
        raise click.ClickException(f"{path}: {fault}") from fault
    except ReplayError as fault:
        raise click.ClickException(f"{path}: {fault}{explain_fault(fault.reason, names)}") from fault


def explain_fault(reason: Note | None, names: Sequence[str]) -> str:
    """Word the rules' reason against a step; if the engine brings no texts, return the reason's key."""
    if reason is None:
        return ""
    try:
        return f": {render_note(reason, language_for(SOURCE), None, names)}"
    except NoWords:
        return f": {reason.key}"


def read_record(path: str) -> Record:
    """Read a record from a file, or from standard input for a dash."""
    text = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    with one_line(path):
        return load_record(text)


def engine_of(record: Record, path: str) -> AnyEngine:
    """Find the engine of a record's rules."""
    try:
        return engine_for(record.header.rules)
    except KeyError:
        raise click.ClickException(f"{path}: no engine for {record.header.rules} is installed") from None
