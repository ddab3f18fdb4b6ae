"""Composes an outgoing letter: an `OutgoingLetter` comes in, its bytes for SMTP go out.

Text and HTML are alternatives, references put it into the match's thread, and its headers say that a program wrote it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime

from adjudicator.mail.outgoing.header_writer import address_header, is_token, one_line, text_header, token_header
from adjudicator.mail.outgoing.mime import file_part, multipart, text_part

_SUBJECT = 200
_NAME = 100
_REFERENCES = 10
_LONGEST_ID = 900


@dataclass(frozen=True, slots=True)
class Attachment:
    """An attached file."""

    name: str
    kind: str
    """Content type, as in ``application/json``."""
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class OutgoingLetter:
    """Contents of a letter. Names and subject may come from players; everything else must be ours."""

    message_id: str
    date: datetime
    to: str
    sender: str
    subject: str
    text: str
    html: str = ""
    to_name: str = ""
    sender_name: str = ""
    reply_to: str = ""
    references: tuple[str, ...] = ()
    """Message-IDs, oldest first. The first is the root of the thread, the last becomes In-Reply-To."""
    list_id: str = ""
    unsubscribe_url: str = ""
    """Must accept the one-click POST of RFC 8058."""
    unsubscribe_mailto: str = ""
    attachments: tuple[Attachment, ...] = ()


def compose_letter(letter: OutgoingLetter) -> bytes:
    """Write a letter as bytes for SMTP, with CRLF. Deterministic: equal letters give equal bytes.

    Raises `ValueError` for an address, Message-ID or link that cannot stand in a header.
    """
    # Boundaries are derived from the Message-ID, not random, so that a letter sent twice is the same to the last byte.
    mark = hashlib.sha256(letter.message_id.encode()).hexdigest()[:24]
    texts = [text_part("plain", letter.text)]
    if letter.html:
        texts.append(text_part("html", letter.html))
    files = [file_part(attached.name, attached.kind, attached.content) for attached in letter.attachments]
    body = multipart("mixed", f"=_files_{mark}", [multipart("alternative", f"=_texts_{mark}", texts), *files])
    return "".join(_head(letter)).encode("ascii") + b"MIME-Version: 1.0\r\n" + body


def _head(letter: OutgoingLetter) -> list[str]:
    sender_name, to_name = one_line(letter.sender_name, _NAME), one_line(letter.to_name, _NAME)
    head = [
        text_header("Date", format_datetime(letter.date)),
        token_header("Message-ID", letter.message_id),
        address_header("From", letter.sender, sender_name),
        address_header("To", letter.to, to_name),
    ]
    if letter.reply_to:
        head.append(address_header("Reply-To", letter.reply_to, sender_name))
    head.append(text_header("Subject", one_line(letter.subject, _SUBJECT)))
    if references := _thread(letter.references):
        head += [token_header("In-Reply-To", references[-1]), token_header("References", *references)]
    head += [text_header("Auto-Submitted", "auto-generated"), text_header("X-Auto-Response-Suppress", "All")]
    # X-Loop: recognises our own letter if it comes back. X-MS-Reactions: Outlook offers no emoji reactions to it, which
    # would arrive as letters.
    head += [token_header("X-Loop", letter.sender), text_header("X-MS-Reactions", "disallow")]
    if letter.list_id:
        head.append(token_header("List-Id", letter.list_id))
    return head + _unsubscribing(letter)


def _thread(references: tuple[str, ...]) -> list[str]:
    """Trim long References to the root of the thread and its newest letters, as RFC 5537, 3.4.4, allows for news."""
    known = list(dict.fromkeys(name for name in references if is_token(name) and len(name) <= _LONGEST_ID))
    return known if len(known) <= _REFERENCES else [known[0], *known[1 - _REFERENCES :]]


def _unsubscribing(letter: OutgoingLetter) -> list[str]:
    ways = [letter.unsubscribe_url, f"mailto:{letter.unsubscribe_mailto}" if letter.unsubscribe_mailto else ""]
    head = [token_header("List-Unsubscribe", *_listed(ways))] if any(ways) else []
    if letter.unsubscribe_url:
        head.append(text_header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"))
    return head


def _listed(ways: list[str]) -> list[str]:
    """Write links as RFC 2369 wants them: in angle brackets, with commas between them."""
    links = [f"<{way}>" for way in ways if way]
    return [*(f"{link}," for link in links[:-1]), links[-1]]
