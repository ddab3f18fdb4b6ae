"""Parses an incoming letter: raw bytes come in, a `Letter` goes out: sender, references, text.

It promises to read whatever can be read. Odd letters are read as well as possible; only a letter beyond the size limits
is refused. Run it in the sandbox: a hostile letter may cost time and memory.
"""

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
"""Bounce addresses of ours; only mail servers write there."""
_OURS = ("to", "delivered-to", "x-forwarded-to", "x-original-to", "envelope-to", "cc")


@dataclass(frozen=True, slots=True)
class Letter:
    """A parsed letter. Nothing in it is trusted yet: `trust` and the signed address decide on its rights."""

    message_id: str
    subject: str
    sender: Sender | None
    sender_fault: SenderFault | None
    """Why `sender` is None."""
    references: tuple[str, ...]
    """Message-IDs of References and In-Reply-To, oldest first."""
    recipients: tuple[str, ...]
    """Addresses in To, Delivered-To and similar headers, likeliest first."""
    trace: tuple[tuple[str, str], ...]
    """Received and Authentication-Results headers, from the top."""
    list_id: str
    date: datetime | None
    text: str
    """Its text, quotes included. Lines that the sender may see differently carry a `line_kind.DOUBT`."""
    from_html: bool
    unread: tuple[str, ...]
    """Content types of parts that were not read, as in ``application/ms-tnef``."""
    robot: str
    """Reason why a program wrote it (see `auto_reply_reason`); empty for a person's letter."""
    bounce: Bounce | None
    for_many: str = ""
    """``list`` or ``spam`` if it was not written to us alone; else empty."""
    key: str = ""
    """An OpenPGP public key in it, removed from `text`."""
    html: str = ""
    """The text of its HTML alternative, if `text` is from plain text."""
    language: str = ""
    """The Content-Language and Accept-Language headers, as lists of tags; mail programs write both."""
    loops: tuple[str, ...] = ()
    """Addresses in X-Loop: services that have sent it already."""


def read_letter(raw: bytes, envelope_from: str | None = None, limit: int = LETTER) -> Letter:
    """Parse raw bytes as a letter.

    `envelope_from` is the SMTP MAIL FROM: empty for the null reverse-path (RFC 5321, 4.5.5), None if unknown. Raises
    `LetterRefused` when the letter exceeds a size limit.
    """
    normalized = normalize_letter(raw)
    try:
        return _read(parse_within_limits(normalized, limit), normalized, envelope_from)
    except RecursionError:
        raise LetterRefused("nested") from None


def read_own_addresses(headers: Headers) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read where the route of an answer may stand: the Message-IDs that it refers to, and its recipients."""
    recipients = tuple(dict.fromkeys(headers.addresses(*_OURS)))
    return headers.message_ids("references", "in-reply-to"), recipients


def _read(parsed: Message, normalized: bytes, envelope_from: str | None) -> Letter:
    headers = Headers(parsed)
    sender, fault = _sender(headers)
    body = read_body(parsed)
    references, recipients = read_own_addresses(headers)
    written = without_doubts(body.text)
    written_by = auto_reply_reason(parsed, headers, envelope_from) or (REACTION if is_reaction(written) else "")
    returned = written_by == "null-sender" or any(map(_RETURNED.match, recipients))
    return Letter(
        message_id=next(iter(headers.message_ids("message-id")), ""),
        subject=headers.text("subject"),
        sender=sender,
        sender_fault=fault,
        references=references,
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
        bounce=read_bounce(parsed, headers, written, normalized, returned=returned),
        for_many=bulk_reason(headers),
        language=",".join(filter(None, (headers.text("content-language"), headers.text("accept-language")))),
        loops=tuple(headers.addresses("x-loop")),
    )


def _sender(headers: Headers) -> tuple[Sender | None, SenderFault | None]:
    try:
        return read_sender(headers.all("from")), None
    except SenderFault as fault:
        return None, fault
