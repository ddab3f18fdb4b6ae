"""Letters of ours that come back: which one, what the mail system says went wrong, and whether for good."""

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
from adjudicator.mail.text.rfc2047 import printable
from adjudicator.mail.text.size_limits import LINES, child_parts

_PATIENCE = re.compile(
    r"(?i)delay|warning|temporar|retry|try again|still trying|verz(?:ö|oe)ger|vertraagd|ritard|différé"
)
_MESSAGE_ID = re.compile(r"<[^<>\s@]{1,200}@[^<>\s@]{1,255}>")
_LOOKED_AT = 20_000
_NO_ASCII = re.compile(rb"[^\t\n\r -~]")
_GUESSED_AT = 128 << 10
"""Bytes of a letter about which the library is asked: twice those of a letter of ours with a report around it."""
_MOST_IDS = 20

logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL + 1)  # it logs what it cannot read, which is hostile


@dataclass(frozen=True, slots=True)
class Bounce:
    """A letter that was not delivered; only a permanent fault says that the address is no good."""

    permanent: bool
    status: str
    """As in ``5.1.1`` or ``550``; empty when the mail system did not say."""
    why: str
    final: bool = True
    """Whether the mail system has given up; otherwise it only says that it takes long."""
    letters: tuple[str, ...] = ()
    """The Message-IDs that it names, one of which may be the letter's."""


def read_bounce(
    letter: Message, headers: Headers, text: str, mended: bytes, *, returned: bool = False
) -> Bounce | None:
    """Read a letter, and its mended bytes, as the report on one that came back; None when it is no such report.

    `returned` tells that it came from nobody or to an address for bounces, so that looser signs count as well: people
    write to each other about the same words.
    """
    found = _read(letter, headers, text[:_LOOKED_AT], mended, returned=returned)
    return replace(found, letters=_ids(letter, headers, text[:_LOOKED_AT])) if found else None


def _read(letter: Message, headers: Headers, text: str, mended: bytes, *, returned: bool) -> Bounce | None:
    if _is_report(letter):
        return max(_reports(letter), key=lambda bounce: (bounce.permanent, bounce.final), default=None)
    sure = "x-failed-recipients" in headers or is_from_daemon(headers)
    return (_guessed(mended, text) if sure or returned else None) or (_worded(text) if sure else None)


def _is_report(letter: Message) -> bool:
    return letter.get_content_type() == "multipart/report" and any(
        part.get_content_type() == "message/delivery-status" for part in child_parts(letter)
    )


def _reports(letter: Message) -> Iterator[Bounce]:
    """Yield the recipients whom a delivery report (RFC 3464) calls undelivered."""
    for part in child_parts(letter):
        if part.get_content_type() != "message/delivery-status":
            continue
        for fields in child_parts(part):
            action = str(fields.get("action", "")).strip().lower()
            if action not in ("failed", "delayed"):
                continue
            why = printable(str(fields.get("diagnostic-code", "")))[:500]
            status = status_in(str(fields.get("status", "")))
            dead = action == "failed" and blames_address(status or status_in(why) or "5")
            yield Bounce(dead, status, why, final=action == "failed")


def _guessed(mended: bytes, text: str) -> Bounce | None:
    """Ask a library that knows many mail systems' own words; what it cannot read raises anything."""
    try:
        copy = _plain_copy(mended)
        later, never = all_failures(copy) if copy else ((), ())
    except Exception:  # noqa: BLE001  # a detector that stumbles over a letter says nothing about it
        return None
    if not later and not never:
        return None
    status = status_in(text)
    return Bounce(bool(never) and blames_address(status or "5"), status, _line_with(text, status), final=bool(never))


def _plain_copy(mended: bytes) -> Message | None:
    """Parse a letter for the library, in ASCII, as it would decode the rest by whatever codec the letter names.

    There is no copy of a long letter: dozens of patterns are tried on each of its lines.
    """
    if len(mended) > _GUESSED_AT or mended.count(b"\n") > LINES:
        return None
    copy = message_from_bytes(_NO_ASCII.sub(b"?", mended), policy=compat32)
    if "@" not in str(copy.get("from", "")):
        del copy["From"]
        copy["From"] = "mailer-daemon@localhost"
    return copy


def _worded(text: str) -> Bounce:
    """Read what the mail system itself wrote in words of its own."""
    status = status_in(text)
    final = status.startswith("5") if status else not _PATIENCE.search(text)
    return Bounce(blames_address(status or "5") if final else False, status, _line_with(text, status), final=final)


def _ids(letter: Message, headers: Headers, text: str) -> tuple[str, ...]:
    """List the Message-IDs of what came back: in the letter or the headers that it encloses, or in its text."""
    found: list[str] = []
    for part in child_parts(letter):
        if part.get_content_type() in ("message/rfc822", "text/rfc822-headers", "message/rfc822-headers"):
            inner = child_parts(part)
            content = inner[0].get("message-id", "") if inner else part.get_payload()
            found += _MESSAGE_ID.findall(str(content)[:_LOOKED_AT])
    found += [*headers.message_ids("references", "in-reply-to", "x-failed-message-id"), *_MESSAGE_ID.findall(text)]
    return tuple(dict.fromkeys(found))[:_MOST_IDS]


def _line_with(text: str, status: str) -> str:
    start = text.find(status) if status else -1
    if start < 0:
        return ""
    start = text.rfind("\n", 0, start) + 1
    return printable(text[start:].partition("\n")[0])[:500]
