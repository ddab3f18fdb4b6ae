"""`adjudicator migrate`."""

from __future__ import annotations

import os

import click

from adjudicator.config.settings import Settings
from adjudicator.store.revision import NewerDatabase
from adjudicator.store.schema import NeedsDowntime, upgrade


@click.command("migrate")
@click.option("--rolling", is_flag=True, help="Refuse what programs of the version before could not go on with.")
def command(*, rolling: bool) -> None:
    """Bring the database to the tables of this version.

    It can be called at any time: what has been done already is not done again. Where machines are upgraded one by one,
    `--rolling` changes nothing if all of them have to be stopped first.
    """
    try:
        upgrade(Settings.read(os.environ).database_url, rolling=rolling)
    except (NewerDatabase, NeedsDowntime) as fault:
        raise click.ClickException(str(fault)) from fault
    click.echo("The database is up to date.")
