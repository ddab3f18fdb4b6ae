"""Reads bounces: the status that a mail system reports, whether it is permanent, and the letter that came back.

Three sources, in this order: a delivery report (RFC 3464), the library flufl.bounce, which knows the wordings of many
mail systems, and words and codes in the text. The last two are used only with evidence that it is a bounce at all.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email import message_from_bytes
from email.message import Message
from email.policy import compat32

from flufl.bounce import all_failures

from adjudicator.mail.incoming.auto_reply import is_from_daemon
from adjudicator.mail.incoming.delivery_status import blames_address, status_in
from adjudicator.mail.incoming.headers import Headers
from adjudicator.mail.text.rfc2047 import printable_text
from adjudicator.mail.text.size_limits import LINES, child_parts

_DELAYED = re.compile(
    r"(?i)delay|warning|temporar|retry|try again|still trying|verz(?:ö|oe)ger|vertraagd|ritard|différé"
)
_MESSAGE_ID = re.compile(r"<[^<>\s@]{1,200}@[^<>\s@]{1,255}>")
_SEARCHED = 20_000
_NO_ASCII = re.compile(rb"[^\t\n\r -~]")
_LARGEST_GUESSED = 128 << 10
"""Largest letter for flufl.bounce: twice a letter of ours with a report around it."""
_MOST_IDS = 20

logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL + 1)  # it logs unparsable, that is hostile, mail


@dataclass(frozen=True, slots=True)
class Bounce:
    """A report that a letter was not delivered."""

    permanent: bool
    """Whether the address does not work. A failed letter may have another cause, such as a full mailbox."""
    status: str
    """As in ``5.1.1`` or ``550``; empty if there is none."""
    why: str
    """The mail system's own explanation, on one line."""
    final: bool = True
    """Whether the mail system gave up; otherwise the letter is only delayed."""
    letters: tuple[str, ...] = ()
    """All Message-IDs in the report; one of them may be that of our letter."""


def read_bounce(
    letter: Message, headers: Headers, text: str, normalized: bytes, *, returned: bool = False
) -> Bounce | None:
    """Read a letter as a bounce; None if it is none. `normalized` are its normalised bytes.

    `returned`: it has a null reverse-path, or was sent to a bounce address. Only then, or with a daemon as its sender,
    is its wording evidence: people use the same words in letters to each other.
    """
    found = _read(letter, headers, text[:_SEARCHED], normalized, returned=returned)
    return replace(found, letters=_ids(letter, headers, text[:_SEARCHED])) if found else None


def _read(letter: Message, headers: Headers, text: str, normalized: bytes, *, returned: bool) -> Bounce | None:
    if _is_report(letter):
        return max(_reports(letter), key=lambda bounce: (bounce.permanent, bounce.final), default=None)
    sure = "x-failed-recipients" in headers or is_from_daemon(headers)
    return (_guessed(normalized, text) if sure or returned else None) or (_worded(text) if sure else None)


def _is_report(letter: Message) -> bool:
    return letter.get_content_type() == "multipart/report" and any(
        part.get_content_type() == "message/delivery-status" for part in child_parts(letter)
    )


def _reports(letter: Message) -> Iterator[Bounce]:
    """Yield a bounce for each failed or delayed recipient of a delivery report (RFC 3464, 2.3)."""
    for part in child_parts(letter):
        if part.get_content_type() != "message/delivery-status":
            continue
        for fields in child_parts(part):
            action = str(fields.get("action", "")).strip().lower()
            if action not in ("failed", "delayed"):
                continue
            why = printable_text(str(fields.get("diagnostic-code", "")))[:500]
            status = status_in(str(fields.get("status", "")))
            dead = action == "failed" and blames_address(status or status_in(why) or "5")
            yield Bounce(dead, status, why, final=action == "failed")


def _guessed(normalized: bytes, text: str) -> Bounce | None:
    """Ask flufl.bounce, which knows the wordings of many mail systems. It may raise anything on hostile input."""
    try:
        copy = _plain_copy(normalized)
        later, never = all_failures(copy) if copy else ((), ())
    except Exception:  # noqa: BLE001  # an error in a detector is no evidence
        return None
    if not later and not never:
        return None
    status = status_in(text)
    return Bounce(bool(never) and blames_address(status or "5"), status, _line_with(text, status), final=bool(never))


def _plain_copy(normalized: bytes) -> Message | None:
    """Parse a letter again for flufl.bounce, in ASCII: it would decode other bytes by any codec that the letter names.

    None for a long letter: the library tries dozens of patterns on each line.
    """
    if len(normalized) > _LARGEST_GUESSED or normalized.count(b"\n") > LINES:
        return None
    copy = message_from_bytes(_NO_ASCII.sub(b"?", normalized), policy=compat32)
    if "@" not in str(copy.get("from", "")):
        del copy["From"]
        copy["From"] = "mailer-daemon@localhost"
    return copy


def _worded(text: str) -> Bounce:
    """Read status and finality from the words of the text."""
    status = status_in(text)
    final = status.startswith("5") if status else not _DELAYED.search(text)
    return Bounce(blames_address(status or "5") if final else False, status, _line_with(text, status), final=final)


def _ids(letter: Message, headers: Headers, text: str) -> tuple[str, ...]:
    """List the Message-IDs in the enclosed letter or headers, in the report's own headers, and in its text."""
    found: list[str] = []
    for part in child_parts(letter):
        if part.get_content_type() in ("message/rfc822", "text/rfc822-headers", "message/rfc822-headers"):
            inner = child_parts(part)
            content = inner[0].get("message-id", "") if inner else part.get_payload()
            found += _MESSAGE_ID.findall(str(content)[:_SEARCHED])
    found += [*headers.message_ids("references", "in-reply-to", "x-failed-message-id"), *_MESSAGE_ID.findall(text)]
    return tuple(dict.fromkeys(found))[:_MOST_IDS]


def _line_with(text: str, status: str) -> str:
    start = text.find(status) if status else -1
    if start < 0:
        return ""
    start = text.rfind("\n", 0, start) + 1
    return printable_text(text[start:].partition("\n")[0])[:500]
