"""`adjudicator migrate`."""

from __future__ import annotations

import os

import click

from adjudicator.settings import Settings
from adjudicator.store.revision import NewerDatabase
from adjudicator.store.schema import upgrade


@click.command("migrate")
def command() -> None:
    """Bring the database to the tables of this version.

    It can be called at any time: what has been done already is not done again.
    """
    try:
        upgrade(Settings.read(os.environ).database_url)
    except NewerDatabase as fault:
        raise click.ClickException(str(fault)) from fault
    click.echo("The database is up to date.")
