"""`adjudicator deliver`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import click

from adjudicator import logs
from adjudicator.listen.keeping import TemporaryFault
from adjudicator.listen.pipe import AGAIN, deliver
from adjudicator.listen.taking import SPOOL, accept_at, take_in
from adjudicator.settings import Settings
from adjudicator.wiring import open_desk


@click.command("deliver")
@click.argument("recipient", required=False, default="")
@click.option("--from", "envelope_from", help="The envelope sender; else the mail server's SENDER or Return-Path.")
def command(recipient: str, envelope_from: str | None) -> None:
    """Take one letter in from a mail server's pipe.

    Reads the letter from standard input. RECIPIENT is the address it came to; without it, the mail server's variables
    and the letter's own headers are looked at. Ends with 0 when the letter is kept and with 75 when it should be
    brought again, never with anything else.
    """
    raw = sys.stdin.buffer.read()
    try:
        settings = Settings.read(os.environ)
        logs.set_up()
        desk = open_desk(settings)
    except Exception as fault:  # noqa: BLE001  # whatever it is, the mail server must keep the letter
        click.echo(f"adjudicator deliver: {fault}", err=True)
        sys.exit(AGAIN)
    folder = settings.var / SPOOL
    code = deliver(
        raw,
        recipient,
        accept_at(desk),
        desk.addresses.read,
        folder,
        envelope_from=envelope_from,
        environ=os.environ,
    )
    with suppress(TemporaryFault):
        take_in(desk, folder)
    sys.exit(code)
