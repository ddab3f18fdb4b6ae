"""A letter that came in, as a value: who wrote it, to what it answers, and what it says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from email.message import Message

from adjudicator.mail.errors import LetterRefused, SenderFault
from adjudicator.mail.incoming.auto_reply import REACTION, auto_reply_reason, bulk_reason, is_reaction
from adjudicator.mail.incoming.body import read_body
from adjudicator.mail.incoming.bounce import Bounce, read_bounce
from adjudicator.mail.incoming.headers import Headers
from adjudicator.mail.incoming.openpgp import find_key, strip_armour
from adjudicator.mail.text.line_kind import without_doubts
from adjudicator.mail.text.normalize import normalize_letter
from adjudicator.mail.text.size_limits import LETTER, parse_within_limits
from adjudicator.mail.trust.from_header import Sender, read_sender

_RETURNED = re.compile(r"(?i)[a-z0-9._-]+[+-]bounce-[0-9]")
"""The addresses that letters of ours come back to: nobody else writes there."""
_OURS = ("to", "delivered-to", "x-forwarded-to", "x-original-to", "envelope-to", "cc")


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter taken apart. Nothing in it is trusted yet: the address it came to decides what it may do."""

    message_id: str
    subject: str
    sender: Sender | None
    sender_fault: SenderFault | None
    """Why there is no sender."""
    references: tuple[str, ...]
    """The letters it answers, oldest first."""
    recipients: tuple[str, ...]
    """Every address that it says it went to, the likeliest first."""
    trace: tuple[tuple[str, str], ...]
    """What mail servers wrote on top of it."""
    list_id: str
    date: datetime | None
    text: str
    """What it says; a line that its writer may not see as it reads holds a `passage.DOUBT`."""
    from_html: bool
    unread: tuple[str, ...]
    """The kinds of parts that were not looked into, as in ``application/ms-tnef``."""
    robot: str
    """Why nobody wrote it, in a word; empty when somebody did."""
    bounce: Bounce | None
    for_many: str = ""
    """Why it was not meant for us alone: ``list``, ``spam`` or nothing."""
    key: str = ""
    """A public key that stands in it; it is no part of its text."""
    html: str = ""
    """Its text once more, where it came as plain text and as HTML."""
    loops: tuple[str, ...] = ()
    """The addresses that say they have sent it already."""


def read_letter(raw: bytes, envelope_from: str | None = None, limit: int = LETTER) -> Letter:
    """Read raw bytes as a letter; whatever is odd in it is read as well as it goes.

    `envelope_from` is empty for the null sender and None when it is not known. Raises `LetterRefused` when the letter
    is larger or more deeply nested than anything that people send.
    """
    mended = normalize_letter(raw)
    try:
        return _read(parse_within_limits(mended, limit), mended, envelope_from)
    except RecursionError:
        raise LetterRefused("nested") from None


def _read(parsed: Message, mended: bytes, envelope_from: str | None) -> Letter:
    headers = Headers(parsed)
    sender, fault = _sender(headers)
    body = read_body(parsed)
    recipients = tuple(dict.fromkeys(headers.addresses(*_OURS)))
    written = without_doubts(body.text)
    written_by = auto_reply_reason(parsed, headers, envelope_from) or (REACTION if is_reaction(written) else "")
    returned = written_by == "null-sender" or any(map(_RETURNED.match, recipients))
    return Letter(
        message_id=next(iter(headers.message_ids("message-id")), ""),
        subject=headers.text("subject"),
        sender=sender,
        sender_fault=fault,
        references=headers.message_ids("references", "in-reply-to"),
        recipients=recipients,
        trace=headers.trace(),
        list_id=headers.text("list-id"),
        date=headers.date(),
        text=strip_armour(body.text),
        html=body.html,
        key=find_key(written),
        from_html=body.from_html,
        unread=body.unread,
        robot=written_by,
        bounce=read_bounce(parsed, headers, written, mended, returned=returned),
        for_many=bulk_reason(headers),
        loops=tuple(headers.addresses("x-loop")),
    )


def _sender(headers: Headers) -> tuple[Sender | None, SenderFault | None]:
    try:
        return read_sender(headers.all("from")), None
    except SenderFault as fault:
        return None, fault
