"""`adjudicator verify`."""

from __future__ import annotations

import click

from adjudicator.cli.record_file import RECORDS, explain_fault, read_record
from adjudicator.match.record_v1.verify import verify_record


@click.command("verify")
@RECORDS
def command(paths: tuple[str, ...]) -> None:
    """Check records by dealing and playing them again.

    Prints the differences of each record, or one line if there are none. While a match goes on, only the chain of
    digests can be checked, because its deal is still secret.
    """
    wrong = [path for path in paths if not _is_right(path)]
    if wrong:
        raise click.exceptions.Exit(1)


def _is_right(path: str) -> bool:
    record = read_record(path)
    differences = verify_record(record)
    for difference in differences:
        click.echo(
            f"{path}: {difference}{explain_fault(difference.reason, [seat.name for seat in record.header.seats])}"
        )
    if not differences:
        steps = f"{len(record.steps)} step{'' if len(record.steps) == 1 else 's'}"
        checked = (
            "all digests right" if record.end else "all digests right; the match goes on, so its deal is not public yet"
        )
        click.echo(f"{path}: {steps}, {checked}")
    return not differences
