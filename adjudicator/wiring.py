"""Puts the parts together from the settings, once a program."""

from __future__ import annotations

from adjudicator.broker import CeleryBell
from adjudicator.desk.desk import Desk
from adjudicator.mail.address import AddressBook
from adjudicator.run.embedded import broker_url
from adjudicator.settings import Settings
from adjudicator.store.session import Store


def open_desk(settings: Settings) -> Desk:
    """Build the desk that every program of the service works at."""
    secret = settings.secret.encode()
    return Desk(
        store=Store(settings.database_url),
        addresses=AddressBook(
            domain=settings.mail_domain, service=settings.service, separator=settings.separator, secret=secret
        ),
        doorbell=CeleryBell(broker_url(settings)),
        site=settings.site,
        secret=secret,
        letter_limit=settings.letter_limit,
        host_address=settings.host_address,
        house_seconds=settings.house_seconds,
    )
