"""`adjudicator verify`."""

from __future__ import annotations

import click

from adjudicator.cli.record_file import RECORD, because, read_record
from adjudicator.match.verify import verify


@click.command("verify")
@RECORD
def command(path: str) -> None:
    """Check a record by dealing and playing it again.

    Prints what differs, or one line when all is right. Of a match that goes on only the chain of digests can be
    checked: its deal is secret.
    """
    record = read_record(path)
    differences = verify(record)
    for difference in differences:
        click.echo(f"{path}: {difference}{because(difference.reason, [seat.name for seat in record.header.seats])}")
    if differences:
        raise click.exceptions.Exit(1)
    steps = f"{len(record.steps)} step{'' if len(record.steps) == 1 else 's'}"
    checked = (
        "all digests right" if record.end else "all digests right; the match goes on, so its deal is not public yet"
    )
    click.echo(f"{path}: {steps}, {checked}")
