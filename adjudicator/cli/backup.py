"""`adjudicator backup`."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import click

from adjudicator.settings import Settings
from adjudicator.store.backup import save


@click.command("backup")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
def command(path: Path) -> None:
    """Write everything in the database to FILE, as of one moment; the service may run meanwhile.

    The file has letters, addresses and the secrets of matches: keep it as safe as the database. What it does not have
    is ADJUDICATOR_SECRET, or the file `secret` in ADJUDICATOR_VAR: without that, players must ask for new addresses to
    answer to.
    """
    counts = save(Settings.read(os.environ).database_url, path, datetime.now(UTC))
    click.echo(f"{path}: {counts['matches']} matches, {counts['players']} players, {sum(counts.values())} rows in all")
