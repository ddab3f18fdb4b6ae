"""`adjudicator verify`."""

from __future__ import annotations

import click

from adjudicator.cli.record_file import RECORDS, explain_fault, names_at_start, read_published
from adjudicator.match.course.verify import names_withheld, verify_published
from adjudicator.match.record.record import Published, Record, standing_end
from adjudicator.match.record.v1.record import ErasedRecord


@click.command("verify")
@RECORDS
def command(paths: tuple[str, ...]) -> None:
    """Check records by dealing and playing them again.

    Prints the differences of each record, or one line if there are none. While a match goes on its deal is still
    secret; then the chain of digests is checked, and who did what to the match.
    """
    wrong = [path for path in paths if not _is_right(path)]
    if wrong:
        raise click.exceptions.Exit(1)


def _is_right(path: str) -> bool:
    published = read_published(path)
    record = published.record if isinstance(published, ErasedRecord) else published
    differences = verify_published(published)
    for difference in differences:
        click.echo(f"{path}: {difference}{explain_fault(difference.reason, names_at_start(record))}")
    if not differences:
        click.echo(f"{path}: {'; '.join(_praise(published))}")
    return not differences


def _praise(published: Published) -> list[str]:
    """Say what was checked, and what could not be."""
    record = published.record if isinstance(published, ErasedRecord) else published
    if isinstance(record, Record):
        over = standing_end(record.entries) is not None
        count, what = len(record.entries), "entry" if len(record.entries) == 1 else "entries"
    else:
        over = record.end is not None
        count, what = len(record.steps), "step" if len(record.steps) == 1 else "steps"
    said = [f"{count} {what}, all digests right"]
    if not over:
        said.append("the match goes on, so its deal is not public yet")
    elif record.deal is None:
        said.append("a host can still open the match again, so its deal is not public yet")
    if isinstance(record, Record) and (withheld := names_withheld(record)):
        said.append(f"names withheld: {withheld}")
    if isinstance(published, ErasedRecord):
        said.append("names were erased, so the header's names are not covered")
    return said
