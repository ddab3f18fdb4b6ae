"""`adjudicator backup`."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import click
from sqlalchemy.exc import DBAPIError

from adjudicator.bootstrap import refuse_missing_file
from adjudicator.cli.progress import ends_on_interrupt, show_progress
from adjudicator.config.settings import Settings
from adjudicator.infra.startup_errors import explain_failure
from adjudicator.store.backup import BACKED_UP, NoFile, write_backup
from adjudicator.store.operation_tables import record_job_run
from adjudicator.store.session import Store


@click.command("backup")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
def command(path: Path) -> None:
    """Write everything in the database to FILE, as of one moment; the service may run meanwhile.

    The file has letters, addresses and the secrets of matches: keep it as safe as the database. Back up
    ADJUDICATOR_SECRET, or the file `secret` in ADJUDICATOR_VAR, as well: it is not in FILE, and without it every reply
    address stops working, so that players have to ask for new ones. If FILE is a link, it stays one. A pipe or a device
    is refused.

    Ctrl-C stops it; a backup is of one moment, so the next one begins anew, and an older FILE stays as it is. Exit
    codes: 0, FILE is complete; 1, it was not written; 130, it was stopped.
    """
    settings = Settings.read(os.environ)
    refuse_missing_file(settings)
    try:
        with ends_on_interrupt(lambda: "Nothing was written."):
            show = partial(show_progress, "Writing rows")
            counts = write_backup(settings.database_url, path, datetime.now(UTC), show)
    except NoFile as fault:
        raise click.ClickException(str(fault)) from fault
    _mark(settings)
    click.echo(f"{path}: {counts['matches']} matches, {counts['players']} players, {sum(counts.values())} rows in all")


def _mark(settings: Settings) -> None:
    """Note the time for the doctor. The back-up is complete even if this fails, as with a read-only database."""
    store = Store(settings.database_url)
    try:
        with store.writing() as session:
            record_job_run(session, BACKED_UP, datetime.now(UTC))
    except DBAPIError as fault:
        click.echo(f"The doctor will not know of it: {explain_failure(fault)}", err=True)
    finally:
        store.close()
