"""Builds the MIME message of an outbox row: threading headers, Reply-To, List-Unsubscribe, DKIM signature."""

from __future__ import annotations

from sqlalchemy.orm import Session

from adjudicator.mail.address import Address, Route
from adjudicator.mail.errors import MailFault
from adjudicator.mail.outgoing.compose import Attachment, OutgoingLetter, compose_letter
from adjudicator.mail.reply.quoted_author import SENDER_NAME
from adjudicator.services.context import Context
from adjudicator.services.links import letters_url
from adjudicator.services.outbox.letter_headers import HEADERS, AttachedText
from adjudicator.services.outbox.queued_letter import QueuedLetter
from adjudicator.services.signed_rows import only_if_named
from adjudicator.store.tables import Outbox


def build_message(context: Context, letter: QueuedLetter) -> bytes:
    """Build the message. The same row gives the same bytes: a repeat has the same Message-ID and is seen as one."""
    addresses, headers = context.addresses, HEADERS.convert(letter.headers)
    code = headers.code
    composed = compose_letter(
        OutgoingLetter(
            message_id=message_id_of(context, letter),
            date=letter.created_at,
            to=letter.to_address,
            to_name=letter.to_name,
            sender=addresses.service,
            sender_name=SENDER_NAME,
            reply_to=letter.reply_to if context.intake else "",
            subject=_subject(letter.subject, whole_match=context.one_subject and bool(code)),
            text=letter.text,
            html=letter.html,
            references=tuple(filter(None, (addresses.match_thread(code) if code else "", headers.in_reply_to))),
            list_id=addresses.list_id(code) if code else "",
            unsubscribe_url=headers.stop_url or _stop_url(context, letter, headers.player_stamp),
            attachments=tuple(map(_attachment, filter(None, (headers.attachment, *headers.further)))),
        )
    )
    return context.dkim_signer.sign(composed) if context.dkim_signer else composed


def _subject(subject: str, *, whole_match: bool) -> str:
    """Return the letter's own subject, or that of its match: Gmail puts different subjects into different threads."""
    about, end, _ = subject.partition("]")
    return about + end if whole_match else subject


def message_id_of(context: Context, letter: QueuedLetter) -> str:
    """Return the Message-ID of a letter. It is signed, so that a bounce or an answer can be traced to the row."""
    return context.addresses.message_id(letter.id, letter.created_at, _route(context, letter.reply_to))


def find_named_letter(session: Session, context: Context, name: str) -> Outbox | None:
    """Find the letter of ours that has this Message-ID; the signature, the stamp and the route must all be its own."""
    named = context.addresses.read_letter_name(name)
    letter = only_if_named(session, session.get(Outbox, named.number), named.stamp) if named is not None else None
    its_own = letter is not None and context.addresses.read_message_id(name) == _route(context, letter.reply_to)
    return letter if its_own else None


def _stop_url(context: Context, letter: QueuedLetter, stamp: str) -> str:
    return letters_url(context, letter.player_id, stamp, letter.match_id) if letter.player_id is not None else ""


def _route(context: Context, reply_to: str) -> Route | None:
    """Read the route of the Reply-To. It goes into the Message-ID as well: some programs answer to From."""
    try:
        address: Address | None = context.addresses.read(reply_to) if reply_to else None
    except MailFault:
        return None
    return address if isinstance(address, Route) else None


def _attachment(attached: AttachedText) -> Attachment:
    return Attachment(attached.name, attached.type, attached.content)
