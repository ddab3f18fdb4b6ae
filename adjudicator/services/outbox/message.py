"""Enclosing a letter of the outbox: threaded, with the address for its answer, and the way to stop such letters."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row

from adjudicator.mail.address import Address, ConfirmAddress, SeatAddress
from adjudicator.mail.errors import MailFault
from adjudicator.mail.outgoing.compose import Attachment, Outgoing, compose
from adjudicator.mail.reply.quoted_author import SENDER_NAME
from adjudicator.services.context import Desk
from adjudicator.services.links import letters_url
from adjudicator.store.tables import Outbox


def enclose(desk: Desk, letter: Outbox | Row[Any]) -> bytes:
    """Write a row of the outbox out. The same row gives the same letter, so that a repeat can be known for one."""
    addresses, code = desk.addresses, letter.headers["code"]
    attached = letter.headers.get("attachment")
    composed = compose(
        Outgoing(
            message_id=name_of(desk, letter),
            date=letter.created_at,
            to=letter.to_address,
            to_name=letter.to_name,
            sender=addresses.service,
            sender_name=SENDER_NAME,
            reply_to=letter.reply_to if desk.intake else "",
            subject=_subject(desk, letter),
            text=letter.text,
            html=letter.html,
            references=tuple(
                filter(None, (addresses.match_thread(code) if code else "", letter.headers["in_reply_to"]))
            ),
            list_id=addresses.list_id(code) if code else "",
            unsubscribe_url=_stop_url(desk, letter),
            attachments=(_attachment(attached),) if attached else (),
        )
    )
    return desk.sealer.seal(composed) if desk.sealer else composed


def _subject(desk: Desk, letter: Outbox | Row[Any]) -> str:
    """Take the subject of a letter, or of its whole match: Gmail parts letters whose subjects differ."""
    about, end, _ = letter.subject.partition("]")
    return about + end if desk.one_subject and letter.headers["code"] else str(letter.subject)


def name_of(desk: Desk, letter: Outbox | Row[Any]) -> str:
    """Name a letter by the Message-ID that it goes out with."""
    return desk.addresses.message_id(letter.id, _route(desk, letter.reply_to))


def _stop_url(desk: Desk, letter: Outbox | Row[Any]) -> str:
    own = letters_url(desk, letter.player_id, letter.match_id) if letter.player_id is not None else ""
    return str(letter.headers.get("stop_url", own))


def _route(desk: Desk, reply_to: str) -> SeatAddress | ConfirmAddress | None:
    """Find what the answer to this letter is for, to sign it into the Message-ID as well."""
    try:
        address: Address | None = desk.addresses.read(reply_to) if reply_to else None
    except MailFault:
        return None
    return address if isinstance(address, SeatAddress | ConfirmAddress) else None


def _attachment(attached: dict[str, str]) -> Attachment:
    return Attachment(attached["name"], attached["type"], attached["text"].encode())
