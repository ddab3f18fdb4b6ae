"""`adjudicator plan`."""

from __future__ import annotations

from typing import BinaryIO

import click

from adjudicator.mail.lexicon.plan_words import PLAN_WORDS
from adjudicator.match.plans.lexicon import Lexicon
from adjudicator.match.plans.plan_file import answer_lines


@click.command("plan")
@click.argument("file", type=click.File("rb"))
def command(file: BinaryIO) -> None:
    """Tell what plans would do, for whoever wants to check them.

    FILE (- for standard input) has one case a line, as JSON: the record of a match, a seat, the lines of its plan, and
    letters of the others. Each is answered with a line: which lines are plans, the tree, what is refused, and what
    would be played. docs/developers/plans.md tells the format.
    """
    for answer in answer_lines(file, Lexicon.of(PLAN_WORDS)):
        click.echo(answer)
