"""Letters that nobody wrote: vacation notices, bounces, read receipts, reactions, answers to meetings.

They are never read as orders. Subjects and `X-Auto-Response-Suppress` decide nothing: the first are in every language,
the second is on every letter that an Exchange server sends for a person.
"""

from __future__ import annotations

import re
from email.message import Message

from adjudicator.mail.incoming.headers import Heading
from adjudicator.mail.text.mime_parameter import parameter
from adjudicator.mail.text.size_limits import children

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


def robot(letter: Message, heading: Heading, envelope_from: str | None = None) -> str:
    """Say why nobody wrote a letter, in one word; empty when somebody did.

    `envelope_from` is empty for the null sender and None when it is not known.
    """
    submitted = heading.text("auto-submitted").lower().partition(";")[0].strip()
    if submitted and submitted != "no":
        return "auto-submitted"
    if any(name in heading for name in _AUTOREPLY):
        return "autoreply"
    if letter.get_content_type() == "multipart/report" or _RECEIPTS & {
        part.get_content_type() for part in _top(letter)
    }:
        return "report"
    return _by_a_press(letter) or _nobody(heading, envelope_from) or _mass(heading)


def _mass(heading: Heading) -> str:
    """Look at what alone proves little: some people's servers write ``Precedence: bulk`` on all that they send."""
    word = heading.text("precedence").lower()
    if word not in _MASS or "list-id" in heading:
        return ""
    return PRECEDENCE if word in _BULK else "autoreply"


def reacts(text: str) -> bool:
    """Tell whether a letter's text is what mail programs write under a reaction, whose picture others cannot show."""
    return bool(_REACTED.match(text[:_LOOKED_AT].strip()))


def from_daemon(heading: Heading) -> bool:
    """Tell whether the sender calls itself the mail system."""
    return bool(_DAEMON.search(heading.text("from")))


def for_many(heading: Heading) -> str:
    """Say in a word why a letter was not meant for us alone: ``list`` or ``spam``; empty when nothing says so."""
    flags = (heading.text("x-spam-flag"), heading.text("x-spam-status"), heading.text("x-spam"))
    if any(flag.lower().startswith("yes") for flag in flags):
        return "spam"
    listed = heading.text("precedence").lower() == "list" or any(name in heading for name in _LIST)
    return "list" if listed else ""


def _by_a_press(letter: Message) -> str:
    parts = [*_top(letter), *(part for top in _top(letter) for part in children(top))]
    for part in parts:
        kind = part.get_content_type()
        if kind == _GMAIL_REACTION:
            return REACTION
        if kind == "text/calendar" and _MEETING.search(_start(part)):
            return CALENDAR
    return ""


def _top(letter: Message) -> list[Message]:
    """List a letter and the parts that it directly consists of."""
    return [letter, *children(letter)]


def _start(part: Message) -> bytes:
    """Read the first lines of a part, with the method that its type may name as one of them."""
    content = part.get_payload(decode=True)
    body = content[:_LOOKED_AT] if isinstance(content, bytes) else b""
    return b"METHOD:" + parameter(part, "method").encode("ascii", "replace") + b"\n" + body


def _nobody(heading: Heading, envelope_from: str | None) -> str:
    return_path = heading.all("return-path")
    if envelope_from in ("", "<>") or (return_path and return_path[0].replace(b" ", b"") == b"<>"):
        return "null-sender"
    if "x-failed-recipients" in heading:
        return "failed-recipients"
    return "daemon" if from_daemon(heading) else ""
