"""`adjudicator migrate`."""

from __future__ import annotations

import os

import click

from adjudicator.config.settings import Settings
from adjudicator.store.revision import NewerDatabase
from adjudicator.store.schema import NeedsDowntime, upgrade_schema


@click.command("migrate")
@click.option("--rolling", is_flag=True, help="Refuse a change that running programs of the last version cannot use.")
def command(*, rolling: bool) -> None:
    """Bring the database to the tables of this version.

    It can be called at any time; finished steps are not repeated. If you upgrade machines one by one, use `--rolling`:
    it changes nothing if all of them have to be stopped first.
    """
    try:
        upgrade_schema(Settings.read(os.environ).database_url, rolling=rolling)
    except (NewerDatabase, NeedsDowntime) as fault:
        raise click.ClickException(str(fault)) from fault
    click.echo("The database is up to date.")
