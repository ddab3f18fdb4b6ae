"""`adjudicator lint`: looks over letters that were sent, for what some mail program would make of them."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.mail.outgoing.lint import lint_letter


@click.command("lint")
@click.argument("letters", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(letters: tuple[Path, ...]) -> None:
    """Look over finished LETTERS (files as they go over the wire) and list what is wrong with them."""
    found = [(path, flaw) for path in letters for flaw in lint_letter(path.read_bytes())]
    for path, flaw in found:
        click.echo(f"{path}: {flaw.rule}: {flaw.found}")
    if found:
        raise click.exceptions.Exit(1)
    click.echo(f"{len(letters)} looked over, nothing is wrong")
