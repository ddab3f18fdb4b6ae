"""`adjudicator clock`."""

from __future__ import annotations

from typing import BinaryIO

import click

from adjudicator.match.timekeeping.clock_file import answer_lines


@click.command("clock")
@click.argument("file", type=click.File("rb"))
def command(file: BinaryIO) -> None:
    """Tell the clock of histories, for whoever wants to check it.

    FILE (- for standard input) has one history a line, as JSON: the terms, the player's calendar, what happened and
    when. Each is answered with a line: the deadline, the time left and the bank after everything that happened, and
    why the deadline is where it is. docs/developers/clock-file.md tells the format.
    """
    for answer in answer_lines(file):
        click.echo(answer)
