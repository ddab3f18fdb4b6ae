"""Destinations of received letters, as the inbox keeps them: the seat, digest or request that a letter is for.

Nothing falls, and no seat is given away, while a letter waits that was accepted in time. So letters are looked for by
their destination, and that must not depend on how a mail server spells an address.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, or_

from adjudicator.mail.address import (
    Address,
    AddressBook,
    ConfirmAddress,
    DigestAddress,
    SeatAddress,
    ServiceAddress,
)
from adjudicator.mail.errors import MailFault
from adjudicator.mail.incoming.headers import read_headers
from adjudicator.mail.incoming.letter import read_own_addresses
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox

HELD_FOR = timedelta(days=7)
"""A letter on which our code failed keeps the time from running out if it came so long before the end, or later."""


def name_destination(book: AddressBook, raw: bytes, recipient: str) -> str:
    """Name the destination of a letter; empty for one to the service, the host, or nobody.

    Headers are read only where the recipient does not say it (`dedupe.route_of` goes by the same order).
    """
    try:
        address: Address = book.read(recipient)
    except MailFault:
        address = ServiceAddress()
    if isinstance(address, ServiceAddress):
        headers = read_headers(raw)
        address = book.route(*read_own_addresses(headers)) or address
    return _name(address)


def to_match(code: str) -> ColumnElement[bool]:
    """Select the letters to the seats of a match."""
    return Inbox.destination.startswith(f"match {code.lower()} ", autoescape=True)


def to_digests(numbers: Iterable[int]) -> ColumnElement[bool]:
    """Select the answers to some digests."""
    return Inbox.destination.in_([f"digest {number}" for number in numbers])


def to_requests(numbers: Iterable[int]) -> ColumnElement[bool]:
    """Select the answers to some requests."""
    return Inbox.destination.in_([f"request {number}" for number in numbers])


def is_unjudged(at: datetime) -> ColumnElement[bool]:
    """Select letters that wait to be judged, and those on which our code failed, for some time after a moment."""
    return or_(
        Inbox.state == InboxState.WAITING, and_(Inbox.state == InboxState.ASIDE, Inbox.received_at > at - HELD_FOR)
    )


def _name(address: Address) -> str:
    if isinstance(address, SeatAddress):
        return f"match {address.match} {address.seat}"
    if isinstance(address, DigestAddress):
        return f"digest {address.digest}"
    return f"request {address.request}" if isinstance(address, ConfirmAddress) else ""
