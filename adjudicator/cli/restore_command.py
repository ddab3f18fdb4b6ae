"""`adjudicator restore`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from adjudicator.config.settings import Settings
from adjudicator.store.backup import BadBackup, NotEmpty, restore_backup
from adjudicator.store.revision import NewerDatabase


@click.command("restore")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False, exists=True))
def command(path: Path) -> None:
    """Fill an empty database from a backup, and bring its tables to this version.

    The backup may come from SQLite or PostgreSQL, and go into either. Stop the service first. Letters that were being
    sent when the backup was made go out once more, with the same Message-ID.
    """
    try:
        counts = restore_backup(Settings.read(os.environ).database_url, path)
    except (BadBackup, NotEmpty, NewerDatabase) as fault:
        raise click.ClickException(str(fault)) from fault
    click.echo(f"Restored {counts['matches']} matches and {counts['players']} players, {sum(counts.values())} rows.")
