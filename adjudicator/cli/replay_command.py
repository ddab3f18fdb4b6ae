"""`adjudicator replay`."""

from __future__ import annotations

from collections.abc import Iterator

import click

from adjudicator.cli.record_file import RECORD, engine_of, one_line, read_record
from adjudicator.match.record_v1.record import Record
from adjudicator.match.record_v1.replay import replay_record
from adjudicator.match.trace import trace_record

HEADINGS = ("n", "turn", "seat", "step", "", "at")


@click.command("replay")
@RECORD
@click.option("--trace", is_flag=True, help="Print lines of JSON, as playout does.")
def command(path: str, *, trace: bool) -> None:
    """Play the match of a record again and print it, step by step."""
    record = read_record(path)
    engine = engine_of(record, path)
    with one_line(path, [seat.name for seat in record.header.seats]):
        if trace:
            for line in trace_record(record, engine):
                click.echo(line)
            return
        for _ in replay_record(record, engine):
            pass
    for line in _table(record):
        click.echo(line)


def _table(record: Record) -> Iterator[str]:
    header = record.header
    names = [f"{holder.name} (house player)" if holder.house else holder.name for holder in header.seats]
    yield f"{header.match.upper()}: {header.rules}, {', '.join(names)}, begun {header.started:%Y-%m-%d %H:%M} UTC"
    rows = [
        (str(s.n), str(s.turn), names[s.seat], s.step, "forced" if s.forced else "", f"{s.at:%Y-%m-%d %H:%M}")
        for s in record.steps
    ]
    widths = [max(map(len, column)) for column in zip(HEADINGS, *rows, strict=True)]
    for row in (HEADINGS, *rows):
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    if record.end is not None:
        places = ", ".join(f"{name} {place}" for name, place in zip(names, record.end.places, strict=False))
        yield f"over: {record.end.reason}" + (f"; places: {places}" if places else "")
