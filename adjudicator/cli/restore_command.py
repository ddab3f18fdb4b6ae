"""`adjudicator restore`."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import click

from adjudicator.cli.progress import ends_on_interrupt, show_progress
from adjudicator.config.settings import Settings
from adjudicator.store.backup import BadBackup, NotEmpty, restore_backup
from adjudicator.store.revision import NewerDatabase


@click.command("restore")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False, exists=True))
def command(path: Path) -> None:
    """Fill an empty database from a backup, and bring its tables to this version.

    The backup may come from SQLite or PostgreSQL, and go into either. Stop the service first. Letters that were being
    sent when the backup was made go out once more, with the same Message-ID.

    Ctrl-C stops it and leaves the database empty, so that the next run begins anew. Exit codes: 0, everything was
    restored; 1, nothing was; 130, it was stopped. `adjudicator replay --all` then checks every match.
    """
    try:
        with ends_on_interrupt(lambda: "Nothing was restored."):
            show = partial(show_progress, "Reading bytes")
            counts = restore_backup(Settings.read(os.environ).database_url, path, show)
    except (BadBackup, NotEmpty, NewerDatabase) as fault:
        raise click.ClickException(str(fault)) from fault
    click.echo(f"Restored {counts['matches']} matches and {counts['players']} players, {sum(counts.values())} rows.")
