"""`adjudicator broadcast`."""

from __future__ import annotations

import os
from datetime import UTC, datetime

import click

from adjudicator.bootstrap import build_context
from adjudicator.config.settings import Settings
from adjudicator.services.host import deeds
from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.services.unit_of_work import unit_of_work


@click.command("broadcast")
@click.argument("text")
@click.option("--match", "code", help="Only to the players of this match.")
def command(text: str, code: str | None) -> None:
    """Write TEXT to everybody who plays here, one letter each."""
    if not text.strip():
        raise click.UsageError("the letter is empty: give its text, in quotation marks")
    context = build_context(Settings.read(os.environ))
    with unit_of_work(context, datetime.now(UTC)) as work:
        match = None if code is None else find_match(work.session, code)
        if code is not None and match is None:
            raise click.ClickException(f"there is no match {code.upper()}; `adjudicator match list` lists them")
        try:
            told = deeds.broadcast(work, text, match)
        except deeds.DeedRefused as fault:
            raise click.ClickException(str(fault)) from fault
    click.echo(f"Letters written: {told}")
