"""`adjudicator replay`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

import click

from adjudicator.cli.record_file import FILE, engine_of, name_of, names_at_start, one_line, read_record
from adjudicator.cli.replay_runs import replay_everything
from adjudicator.config.settings import Settings
from adjudicator.match.course.course import Course
from adjudicator.match.course.replay import replay_record
from adjudicator.match.house.trace import trace_record
from adjudicator.match.record.record import (
    AnyRecord,
    ClaimEntry,
    EndEntry,
    Entry,
    ExtendEntry,
    GrantEntry,
    PauseEntry,
    Record,
    RulingEntry,
    SeatEntry,
    StepEntry,
    UndoEntry,
)
from adjudicator.match.record.v1.record import Record as RecordV1
from adjudicator.match.record.v1.replay import replay_record as replay_v1

HEADINGS = ("n", "turn", "seat", "step", "", "at")
ENTRY_HEADINGS = ("n", "turn", "by", "entry", "", "at")
MINUTE = "%Y-%m-%d %H:%M"

Row = tuple[str, ...]


@click.command("replay")
@click.argument("path", metavar="[RECORD.JSON]", type=FILE, required=False)
@click.option("--trace", is_flag=True, help="Print lines of JSON, as playout does.")
@click.option("--all", "everything", is_flag=True, help="Replay all matches of this installation instead of a record.")
@click.option("--again", is_flag=True, help="With --all: also those that this version has replayed before.")
def command(path: str | None, *, trace: bool, everything: bool, again: bool) -> None:
    """Play the match of a record again and print it, entry by entry.

    With --all it replays every match of this installation, running or over, by the engines that are installed, and
    compares positions, results and digests with what the database has. Each fault is a line with the code of the match
    and the entry. Ctrl-C stops it; the same command goes on where it stopped, and leaves out finished matches that the
    same code has replayed before. People may play meanwhile. Exit codes: 0, all is well; 1, there are faults; 130, it
    was stopped.
    """
    if everything:
        if path is not None or trace:
            raise click.UsageError("--all takes no record and no --trace")
        replay_everything(Settings.read(os.environ), again=again)
    elif path is None or again:
        raise click.UsageError("name a record, or use --all")
    else:
        _replay_record(path, trace=trace)


def _replay_record(path: str, *, trace: bool) -> None:
    record = read_record(path)
    engine = engine_of(record, path)
    with one_line(path, names_at_start(record)):
        if trace:
            for line in trace_record(record, engine):
                click.echo(line)
            return
        if isinstance(record, Record):
            replay_record(record, engine)
        else:
            for _ in replay_v1(record, engine):
                pass
    for line in _table(record) if isinstance(record, Record) else _table_v1(record):
        click.echo(line)


def _table(record: Record) -> Iterator[str]:
    course = Course(record.header.seats, record.entries)
    undone = set(course.undone())
    yield _title(record)
    yield from _columns(ENTRY_HEADINGS, [_row(record, course, entry, undone) for entry in record.entries])
    if end := course.end():
        holders = [name_of(record, seat, seating.holder) for seat, seating in enumerate(course.seatings())]
        yield _over(end.values.reason, end.values.places, holders)


def _row(record: Record, course: Course, entry: Entry, undone: set[int]) -> Row:
    came_back = isinstance(entry, SeatEntry) and entry.values.why == "back"
    seatings = course.seatings(entry.n if came_back else entry.n - 1)
    by = entry.by if isinstance(entry.by, str) else name_of(record, entry.by, seatings[entry.by].holder)
    if not isinstance(entry, StepEntry):
        return (str(entry.n), "", by, _words(record, entry), "", f"{entry.at:{MINUTE}}")
    marks = [entry.values.how, *["undone"] * (entry.n in undone)]
    return (str(entry.n), str(entry.values.turn), by, entry.values.step, ", ".join(marks), f"{entry.at:{MINUTE}}")


def _words(record: Record, entry: Entry) -> str:
    """Say what was done to a match."""
    match entry:
        case UndoEntry():
            return f"undo: back to {entry.values.to}"
        case SeatEntry():
            who = name_of(record, entry.values.seat, entry.values.holder)
            return f"seat {entry.values.seat}: {entry.values.why}, {who}"
        case RulingEntry():
            return f"ruling: {entry.values.do}" + ("" if entry.values.to is None else f", back to {entry.values.to}")
        case EndEntry():
            return f"end: {entry.values.cause}"
    return f"{entry.kind}{_clock_words(entry)}"


def _clock_words(entry: Entry) -> str:
    match entry:
        case PauseEntry():
            return f" until {entry.values.until:{MINUTE}}" if entry.values.until else ""
        case ExtendEntry():
            return f": {entry.values.hours} h for {', '.join(f'seat {seat}' for seat in entry.values.seats)}"
        case GrantEntry():
            return f": {entry.values.hours} h for seat {entry.values.seat}"
        case ClaimEntry():
            return f" against seat {entry.values.seat}"
    return ""


def _table_v1(record: RecordV1) -> Iterator[str]:
    names = names_at_start(record)
    yield _title(record)
    rows = [
        (str(s.n), str(s.turn), names[s.seat], s.step, "forced" if s.forced else "", f"{s.at:{MINUTE}}")
        for s in record.steps
    ]
    yield from _columns(HEADINGS, rows)
    if record.end is not None:
        yield _over(record.end.reason, record.end.places, names)


def _title(record: AnyRecord) -> str:
    header = record.header
    begun = f"{header.match.upper()}: {header.rules}, {', '.join(names_at_start(record))}"
    return f"{begun}, begun {header.started:{MINUTE}} UTC"


def _columns(headings: Row, rows: Sequence[Row]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    for row in (headings, *rows):
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _over(reason: str, places: Sequence[int], names: Sequence[str]) -> str:
    placed = ", ".join(f"{name} {place}" for name, place in zip(names, places, strict=False))
    return f"over: {reason}" + (f"; places: {placed}" if placed else "")
