"""Letters of ours that come back: what the mail system says went wrong, and whether for good."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message

from adjudicator.mail.encoded import printable
from adjudicator.mail.heading import Heading
from adjudicator.mail.limits import children
from adjudicator.mail.robot import from_daemon

_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_REPLY = re.compile(r"(?m)\b([45])\d\d[ -]")
_PATIENCE = re.compile(
    r"(?i)delay|warning|temporar|retry|try again|still trying|verz(?:ö|oe)ger|vertraagd|ritard|différé"
)
_LOOKED_AT = 20_000


@dataclass(frozen=True, slots=True)
class Bounce:
    """A letter that was not delivered; only a permanent fault says that the address is no good."""

    permanent: bool
    status: str
    """As in ``5.1.1``; empty when the mail system did not say."""
    why: str


def read_bounce(letter: Message, heading: Heading, text: str) -> Bounce | None:
    """Read a letter as the report on one that came back; None when it is no such report."""
    if _is_report(letter):
        return max(_reports(letter), key=lambda bounce: bounce.permanent, default=None)
    if not ("x-failed-recipients" in heading or from_daemon(heading)):
        return None
    looked_at = text[:_LOOKED_AT]
    status = _STATUS.search(looked_at)
    reply = _REPLY.search(looked_at)
    code = status or reply
    permanent = code[1] == "5" if code else not _PATIENCE.search(looked_at)
    return Bounce(permanent, status[0] if status else "", _line_around(looked_at, code))


def _is_report(letter: Message) -> bool:
    return letter.get_content_type() == "multipart/report" and any(
        part.get_content_type() == "message/delivery-status" for part in children(letter)
    )


def _reports(letter: Message) -> Iterator[Bounce]:
    """Yield the recipients whom a delivery report (RFC 3464) calls undelivered."""
    for part in children(letter):
        if part.get_content_type() != "message/delivery-status":
            continue
        for fields in children(part):
            action = str(fields.get("action", "")).strip().lower()
            status = _STATUS.search(str(fields.get("status", "")))
            if action in ("failed", "delayed"):
                permanent = action == "failed" and (status is None or status[1] == "5")
                why = printable(str(fields.get("diagnostic-code", "")))[:500]
                yield Bounce(permanent, status[0] if status else "", why)


def _line_around(text: str, found: re.Match[str] | None) -> str:
    if found is None:
        return ""
    start = text.rfind("\n", 0, found.start()) + 1
    return printable(text[start:].partition("\n")[0])[:500]
