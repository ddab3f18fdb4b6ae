"""`adjudicator listen`."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from adjudicator import logs
from adjudicator.listen.gate import open_gate
from adjudicator.listen.keeping import Unlimited
from adjudicator.listen.relays import TrustedRelays
from adjudicator.listen.smtp import Place, serve
from adjudicator.listen.taking import accept_at
from adjudicator.settings import Settings
from adjudicator.wiring import open_desk


@click.command("listen")
def command() -> None:
    """Take letters in over SMTP and LMTP.

    Listens at ADJUDICATOR_SMTP_IN and, if it is set, at ADJUDICATOR_LMTP_IN. A letter is answered with 250 only when
    it is in the database.
    """
    settings = Settings.read(os.environ)
    logs.set_up()
    context = open_desk(settings)
    try:
        serve(
            settings.smtp_in,
            settings.lmtp_in,
            accept_at(context, Unlimited()),
            context.addresses.read,
            settings.letter_limit,
            _announce,
            throttle=open_gate(settings, context),
            relays=TrustedRelays(settings.trusted_relays),
        )
    except OSError as fault:
        raise click.ClickException(f"cannot listen at {settings.smtp_in}: {fault.strerror or fault}") from fault


def _announce(places: Sequence[Place]) -> None:
    click.echo(f"listening for letters at {' and '.join(map(str, places))}")
