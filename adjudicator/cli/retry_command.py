"""`adjudicator retry`."""

from __future__ import annotations

import os
from datetime import UTC, datetime

import click

from adjudicator.bootstrap import build_context
from adjudicator.config import logs
from adjudicator.config.settings import Settings
from adjudicator.mail.address import LARGEST_ROW
from adjudicator.services.inbound import quarantine


@click.command("retry")
@click.argument("number", type=click.IntRange(1, LARGEST_ROW), required=False)
@click.option("--traceback", "show_traceback", is_flag=True, help="Print the traceback of each letter.")
def command(number: int | None, *, show_traceback: bool) -> None:
    """Judge a letter again that was set aside.

    Without a NUMBER, list the letters that are set aside. `adjudicator drop` closes one without judging it.
    """
    logs.set_up_logging()
    context = build_context(Settings.read(os.environ))
    if number is None:
        with context.store.reading() as session:
            rows = quarantine.quarantined_letters(session)
        for row in rows:
            described = quarantine.describe_letter(row)
            click.echo(
                f"{row.id:6}  {row.received_at:%Y-%m-%d %H:%M}  tries {row.tries}  from {row.envelope_from or 'nobody'}"
                f"  {described.subject or 'no subject'}\n        {described.fault}"
            )
            if show_traceback:
                click.echo(row.traceback)
        if not rows:
            click.echo("No letter is set aside.")
    elif quarantine.retry_letter(context, number, datetime.now(UTC)):
        click.echo(f"Letter {number} is in the queue again.")
    else:
        raise click.ClickException(f"letter {number} is not set aside; `adjudicator retry` lists those that are")
