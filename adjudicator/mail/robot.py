"""Letters that nobody wrote: vacation notices, bounces, read receipts, our own letters come back.

They are never read as orders and never answered. Subjects and `X-Auto-Response-Suppress` decide nothing: the first are
in every language, the second is on every letter that an Exchange server sends for a person.
"""

from __future__ import annotations

import re
from email.message import Message

from adjudicator.mail.heading import Heading

_AUTOREPLY = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply", "x-autoreply-from", "x-mail-autoreply")
_MASS = frozenset({"bulk", "junk", "auto_reply", "auto-reply"})
_DAEMON = re.compile(r"(?i)(?:^|[<\s\"])(?:mailer-daemon|mail-daemon|mdaemon|postmaster)(?:@|\s*[>\"]|$)")


def robot(letter: Message, heading: Heading, envelope_from: str | None = None) -> str:
    """Say why nobody wrote a letter, in one word; empty when somebody did.

    `envelope_from` is empty for the null sender and None when it is not known.
    """
    submitted = heading.text("auto-submitted").lower().partition(";")[0].strip()
    if submitted and submitted != "no":
        return "auto-submitted"
    if any(name in heading for name in _AUTOREPLY):
        return "autoreply"
    if heading.text("precedence").lower() in _MASS and "list-id" not in heading:
        return "precedence"
    if letter.get_content_type() == "multipart/report":
        return "report"
    return _nobody(heading, envelope_from)


def from_daemon(heading: Heading) -> bool:
    """Tell whether the sender calls itself the mail system."""
    return bool(_DAEMON.search(heading.text("from")))


def _nobody(heading: Heading, envelope_from: str | None) -> str:
    return_path = heading.all("return-path")
    if envelope_from in ("", "<>") or (return_path and return_path[0].replace(b" ", b"") == b"<>"):
        return "null-sender"
    if "x-failed-recipients" in heading:
        return "failed-recipients"
    return "daemon" if from_daemon(heading) else ""
