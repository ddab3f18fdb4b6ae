"""Letters that nobody wrote: vacation notices, bounces, read receipts, reactions, answers to meetings.

They are never read as orders. Subjects and `X-Auto-Response-Suppress` decide nothing: the first are in every language,
the second is on every letter that an Exchange server sends for a person.
"""

from __future__ import annotations

import re
from email.message import Message

from adjudicator.mail.incoming.headers import Headers
from adjudicator.mail.text.mime_parameter import read_parameter
from adjudicator.mail.text.size_limits import child_parts

REACTION = "reaction"
CALENDAR = "calendar"
PRECEDENCE = "precedence"
"""The one sign that a person's letter can have: who is written to, and by whom, decides."""
BY_A_PRESS = frozenset({REACTION, CALENDAR})
"""What a person sends with the press of a button, perhaps in the belief that it is an answer."""

_AUTOREPLY = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply", "x-autoreply-from", "x-mail-autoreply")
_BULK = frozenset({"bulk", "junk"})
_MASS = _BULK | {"auto_reply", "auto-reply"}
_LIST = ("list-id", "list-post", "list-unsubscribe", "mailing-list", "x-mailing-list")
_DAEMON = re.compile(r"(?i)(?:^|[<\s\"])(?:mailer-daemon|mail-daemon|mdaemon|postmaster)(?:@|\s*[>\"]|$)")
_RECEIPTS = frozenset({"message/disposition-notification", "message/delivery-status", "message/feedback-report"})
_GMAIL_REACTION = "text/vnd.google.email-reaction+json"
_REACTED = re.compile(
    r"(?:\W{1,8}\s*)?\S.{0,80} (?:reacted to your message|reacted via Gmail"
    r"|hat auf Ihre Nachricht reagiert|hat über Gmail reagiert|a réagi à votre message|a réagi via Gmail"
    r"|ha reagito al (?:tuo )?messaggio|ha aggiunto una reazione tramite Gmail"
    r"|heeft gereageerd op (?:je|uw) bericht|heeft gereageerd via Gmail)\b"
)
_MEETING = re.compile(rb"(?im)^METHOD:(?:REPLY|COUNTER|DECLINECOUNTER|REFRESH|REQUEST|CANCEL)\s*$")
_LOOKED_AT = 4000


def auto_reply_reason(letter: Message, headers: Headers, envelope_from: str | None = None) -> str:
    """Say why nobody wrote a letter, in one word; empty when somebody did.

    `envelope_from` is empty for the null sender and None when it is not known.
    """
    submitted = headers.text("auto-submitted").lower().partition(";")[0].strip()
    if submitted and submitted != "no":
        return "auto-submitted"
    if any(name in headers for name in _AUTOREPLY):
        return "autoreply"
    if letter.get_content_type() == "multipart/report" or _RECEIPTS & {
        part.get_content_type() for part in _top(letter)
    }:
        return "report"
    return _by_a_press(letter) or _nobody(headers, envelope_from) or _mass(headers)


def _mass(headers: Headers) -> str:
    """Look at what alone proves little: some people's servers write ``Precedence: bulk`` on all that they send."""
    word = headers.text("precedence").lower()
    if word not in _MASS or "list-id" in headers:
        return ""
    return PRECEDENCE if word in _BULK else "autoreply"


def is_reaction(text: str) -> bool:
    """Tell whether a letter's text is what mail programs write under a reaction, whose picture others cannot show."""
    return bool(_REACTED.match(text[:_LOOKED_AT].strip()))


def is_from_daemon(headers: Headers) -> bool:
    """Tell whether the sender calls itself the mail system."""
    return bool(_DAEMON.search(headers.text("from")))


def bulk_reason(headers: Headers) -> str:
    """Say in a word why a letter was not meant for us alone: ``list`` or ``spam``; empty when nothing says so."""
    flags = (headers.text("x-spam-flag"), headers.text("x-spam-status"), headers.text("x-spam"))
    if any(flag.lower().startswith("yes") for flag in flags):
        return "spam"
    listed = headers.text("precedence").lower() == "list" or any(name in headers for name in _LIST)
    return "list" if listed else ""


def _by_a_press(letter: Message) -> str:
    parts = [*_top(letter), *(part for top in _top(letter) for part in child_parts(top))]
    for part in parts:
        kind = part.get_content_type()
        if kind == _GMAIL_REACTION:
            return REACTION
        if kind == "text/calendar" and _MEETING.search(_start(part)):
            return CALENDAR
    return ""


def _top(letter: Message) -> list[Message]:
    """List a letter and the parts that it directly consists of."""
    return [letter, *child_parts(letter)]


def _start(part: Message) -> bytes:
    """Read the first lines of a part, with the method that its type may name as one of them."""
    content = part.get_payload(decode=True)
    body = content[:_LOOKED_AT] if isinstance(content, bytes) else b""
    return b"METHOD:" + read_parameter(part, "method").encode("ascii", "replace") + b"\n" + body


def _nobody(headers: Headers, envelope_from: str | None) -> str:
    return_path = headers.all("return-path")
    if envelope_from in ("", "<>") or (return_path and return_path[0].replace(b" ", b"") == b"<>"):
        return "null-sender"
    if "x-failed-recipients" in headers:
        return "failed-recipients"
    return "daemon" if is_from_daemon(headers) else ""
