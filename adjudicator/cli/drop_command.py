"""`adjudicator drop`."""

from __future__ import annotations

import os
from datetime import UTC, datetime

import click

from adjudicator.bootstrap import build_context
from adjudicator.config import logs
from adjudicator.config.settings import Settings
from adjudicator.mail.address import LARGEST_ROW
from adjudicator.services.inbound import quarantine


@click.command("drop")
@click.argument("number", type=click.IntRange(1, LARGEST_ROW))
def command(number: int) -> None:
    """Drop a letter that was set aside: it is never judged, but stays in the database.

    `adjudicator retry` lists the letters that are set aside. If the service had told the writer that their letter has
    to wait, it now tells them that the letter was dropped.
    """
    logs.set_up_logging()
    context = build_context(Settings.read(os.environ))
    if not quarantine.drop_letter(context, number, datetime.now(UTC)):
        raise click.ClickException(f"letter {number} is not set aside; `adjudicator retry` lists those that are")
    click.echo(f"Letter {number} was dropped.")
