"""`adjudicator listen`."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from adjudicator.bootstrap import build_context
from adjudicator.config import logs
from adjudicator.config.settings import Settings
from adjudicator.listen.accept import accept_into
from adjudicator.listen.admission import open_admission
from adjudicator.listen.protocols import Unlimited
from adjudicator.listen.smtp_server import CannotListen, Place, Ready, StoppedBy, serve_smtp
from adjudicator.listen.trusted_relays import TrustedRelays
from adjudicator.run.preflight import cannot_listen


@click.command("listen")
def command() -> None:
    """Take letters in over SMTP and LMTP.

    Listens at ADJUDICATOR_SMTP_IN and, if it is set, at ADJUDICATOR_LMTP_IN. A letter is acknowledged (250) only after
    it is in the database.
    """
    logs.set_up_logging()
    take_letters(Settings.read(os.environ), announce)


def take_letters(settings: Settings, ready: Ready, stopped_by: StoppedBy | None = None) -> None:
    """Take letters in until it is stopped (`serve_smtp`). Raises `BadSetting` if a place is taken or forbidden."""
    context = build_context(settings)
    try:
        serve_smtp(
            settings.smtp_in,
            settings.lmtp_in,
            accept_into(context, Unlimited()),
            context.addresses.read,
            settings.letter_limit,
            ready,
            throttle=open_admission(settings, context),
            relays=TrustedRelays(settings.trusted_relays),
            stopped_by=stopped_by,
        )
    except CannotListen as fault:
        name = "ADJUDICATOR_SMTP_IN" if fault.place is settings.smtp_in else "ADJUDICATOR_LMTP_IN"
        raise cannot_listen(name, fault.place, fault) from fault


def announce(places: Sequence[Place]) -> None:
    """Say where it listens."""
    click.echo(f"listening for letters at {' and '.join(map(str, places))}")
