"""A letter of ours as bytes: text and HTML side by side, threaded, and marked as written by a machine."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from email.header import Header
from email.headerregistry import Address, AddressHeader
from email.message import EmailMessage
from email.policy import SMTP, EmailPolicy
from email.utils import format_datetime
from typing import Any
from urllib.parse import quote

from adjudicator.mail.encoded import printable

_WIDE = SMTP.clone(max_line_length=998)
_SUBJECT = 200
_NAME = 100
_REFERENCES = 10
_LINE = 78
_NEEDS_QUOTING = re.compile(r"(?m)[^\x00-\x7f]|[ \t]$|^From |^\.|.{79}")
_TOKEN = re.compile(r"[\x21-\x7e]+")


class _LetterPolicy(EmailPolicy):
    """Folds what people read and leaves what programs read in one piece.

    The standard policy turns a Message-ID or a link of more than 78 characters into an encoded word, and threads and
    unsubscribing break; a wide one for all headers writes encoded words longer than the 75 characters they may have.
    """

    def fold_binary(self, name: str, value: Any) -> bytes:
        """Fold a header for the wire."""
        if str(value).isascii():
            return _WIDE.fold_binary(name, value)
        if isinstance(value, AddressHeader):
            return _fold_address(name, value.addresses[0])
        return SMTP.fold_binary(name, value)


def _fold_address(name: str, address: Address) -> bytes:
    """Encode a display name as a whole: the standard policy garbles one that has both quotes and accents."""
    display = Header(address.display_name, "utf-8", header_name=name).encode(linesep="\r\n")
    return f"{name}: {display} <{address.addr_spec}>\r\n".encode("ascii")


_POLICY = _LetterPolicy(linesep="\r\n")


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a letter."""

    name: str
    kind: str
    """As in ``application/json``."""
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """Everything that a letter is made of; names and subjects may be anybody's text, the rest is ours."""

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
    """Message-IDs, oldest first; the first is the root of the thread."""
    list_id: str = ""
    unsubscribe_url: str = ""
    """Takes RFC 8058's POST."""
    unsubscribe_mailto: str = ""
    attachments: tuple[Attachment, ...] = ()


def compose(letter: Outgoing) -> bytes:
    """Write a letter out, ready for the wire."""
    whole = EmailMessage(policy=_POLICY)
    for name, value in _headers(letter):
        whole[name] = value
    _set_text(whole, letter.text)
    if letter.html:
        # Left to itself the library would write lines of up to 998 bytes, eight bits each.
        whole.add_alternative(letter.html, subtype="html", cte="quoted-printable")
    for attached in letter.attachments:
        main, _, sub = attached.kind.partition("/")
        whole.add_attachment(attached.content, maintype=main, subtype=sub, filename=printable(attached.name))
    _set_boundaries(whole, letter.message_id)
    return whole.as_bytes()


def mailto_link(address: str, subject: str, body: str) -> str:
    """Write a link that opens a letter with everything filled in."""
    # The plus sign of the address is escaped too: some mail programs read it as a blank.
    return f"mailto:{quote(address, safe='@')}?subject={quote(subject, safe='')}&body={quote(_crlf(body), safe='')}"


def _headers(letter: Outgoing) -> list[tuple[str, Any]]:
    references = _thread(letter.references)
    headers: list[tuple[str, Any]] = [
        ("Date", format_datetime(letter.date)),
        ("Message-ID", _token(letter.message_id)),
        ("From", _address(letter.sender, letter.sender_name)),
        ("To", _address(letter.to, letter.to_name)),
        ("Reply-To", _address(letter.reply_to, letter.sender_name) if letter.reply_to else ""),
        ("Subject", printable(letter.subject)[:_SUBJECT]),
        ("In-Reply-To", references[-1] if references else ""),
        ("References", " ".join(references)),
        ("Auto-Submitted", "auto-generated"),
        ("X-Auto-Response-Suppress", "All"),
        ("List-Id", _token(letter.list_id) if letter.list_id else ""),
        ("List-Unsubscribe", _unsubscribe(letter)),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click" if letter.unsubscribe_url else ""),
    ]
    return [(name, value) for name, value in headers if value]


def _thread(references: tuple[str, ...]) -> list[str]:
    """Keep the root of a thread and its newest letters, as RFC 5322 advises for a long one."""
    known = list(dict.fromkeys(name for name in references if _TOKEN.fullmatch(name)))
    return known if len(known) <= _REFERENCES else [known[0], *known[1 - _REFERENCES :]]


def _unsubscribe(letter: Outgoing) -> str:
    ways = [letter.unsubscribe_url, f"mailto:{letter.unsubscribe_mailto}" if letter.unsubscribe_mailto else ""]
    return ", ".join(f"<{_token(way)}>" for way in ways if way)


def _address(address: str, name: str) -> Address:
    return Address(display_name=printable(name)[:_NAME], addr_spec=_token(address))


def _token(text: str) -> str:
    """Pass on text that programs read. Raises `ValueError` when it could not stand in a header as it is."""
    if not _TOKEN.fullmatch(text):
        raise ValueError(f"{text!r} cannot stand in a header")
    return text


def _set_text(whole: EmailMessage, text: str) -> None:
    encoding = "quoted-printable" if _NEEDS_QUOTING.search(text) else "7bit"
    whole.set_content(text, cte=encoding)


def _set_boundaries(whole: EmailMessage, message_id: str) -> None:
    """Choose boundaries by the letter, so that composing it again gives the same bytes."""
    mark = hashlib.sha256(message_id.encode()).hexdigest()[:24]
    for number, part in enumerate(whole.walk()):
        if part.is_multipart():
            part.set_boundary(f"=_{mark}_{number}")


def _crlf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", "\r\n")
