"""`adjudicator lint`: checks finished letters for faults that some mail program would show."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.mail.outgoing.lint import lint_letter


@click.command("lint")
@click.argument("letters", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(letters: tuple[Path, ...]) -> None:
    """Check finished LETTERS (files of the bytes that are sent) and list their faults."""
    found = [(path, flaw) for path in letters for flaw in lint_letter(path.read_bytes())]
    for path, flaw in found:
        click.echo(f"{path}: {flaw.rule}: {flaw.found}")
    if found:
        raise click.exceptions.Exit(1)
    click.echo(f"{len(letters)} checked, no faults")
