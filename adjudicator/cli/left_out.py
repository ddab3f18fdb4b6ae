"""Tells of matches that a command has left out because they cannot be read, and lets the doctor know."""

from __future__ import annotations

from datetime import datetime

import click
from sqlalchemy.exc import DBAPIError

from adjudicator.infra.startup_errors import explain_failure
from adjudicator.services.match_reader import MatchReader
from adjudicator.store.session import Store


def note_left_out(store: Store, reader: MatchReader, now: datetime) -> None:
    """Name the matches that were left out, and store why."""
    codes = ", ".join(one.code for one in reader.faulty.values())
    click.echo(f"Left out, because they cannot be read: {codes}. The doctor tells why.", err=True)
    try:
        with store.writing() as session:
            reader.note_in(session, now)
    except DBAPIError as fault:
        click.echo(f"The doctor will not know of it: {explain_failure(fault)}", err=True)
