"""Recognises mail that no person wrote: auto-replies (RFC 3834), bounces, receipts, reactions, meeting replies.

Such mail is never read as orders. Neither Subject (any language) nor X-Auto-Response-Suppress (Exchange adds it to
people's letters too) is evidence.
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
"""The one reason that a person's letter may have too (`Precedence: bulk`): sender and recipient must decide."""
ONE_CLICK = frozenset({REACTION, CALENDAR})
"""Mail that a person sends with one click, perhaps in the belief that it is a reply."""

_AUTOREPLY = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply", "x-autoreply-from", "x-mail-autoreply")
_BULK = frozenset({"bulk", "junk"})
_PRECEDENCES = _BULK | {"auto_reply", "auto-reply"}
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
_SEARCHED = 4000


def auto_reply_reason(letter: Message, headers: Headers, envelope_from: str | None = None) -> str:
    """Name the reason why a program wrote a letter; empty for a person's letter.

    The evidence, strongest first: Auto-Submitted (RFC 3834, 5), headers of autoresponders, reports (RFC 6522) and
    receipts, reactions and meeting replies, the null reverse-path or a daemon as sender, Precedence.

    `envelope_from` is empty for the null reverse-path and None if unknown.
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
    return _one_click_reason(letter) or _sender_reason(headers, envelope_from) or _precedence_reason(headers)


def _precedence_reason(headers: Headers) -> str:
    """Judge by Precedence, the weakest evidence: some servers write ``bulk`` on all letters of people."""
    word = headers.text("precedence").lower()
    if word not in _PRECEDENCES or "list-id" in headers:
        return ""
    return PRECEDENCE if word in _BULK else "autoreply"


def is_reaction(text: str) -> bool:
    """Is a text the fallback that mail programs send with an emoji reaction, for programs that cannot show it?"""
    return bool(_REACTED.match(text[:_SEARCHED].strip()))


def is_from_daemon(headers: Headers) -> bool:
    """Is the From header that of a mail system, such as MAILER-DAEMON?"""
    return bool(_DAEMON.search(headers.text("from")))


def bulk_reason(headers: Headers) -> str:
    """Name the reason why a letter was not written to us alone: ``list`` or ``spam``; else empty."""
    flags = (headers.text("x-spam-flag"), headers.text("x-spam-status"), headers.text("x-spam"))
    if any(flag.lower().startswith("yes") for flag in flags):
        return "spam"
    listed = headers.text("precedence").lower() == "list" or any(name in headers for name in _LIST)
    return "list" if listed else ""


def _one_click_reason(letter: Message) -> str:
    parts = [*_top(letter), *(part for top in _top(letter) for part in child_parts(top))]
    for part in parts:
        kind = part.get_content_type()
        if kind == _GMAIL_REACTION:
            return REACTION
        if kind == "text/calendar" and _MEETING.search(_start(part)):
            return CALENDAR
    return ""


def _top(letter: Message) -> list[Message]:
    """List a letter and its direct parts."""
    return [letter, *child_parts(letter)]


def _start(part: Message) -> bytes:
    """Read the start of a calendar part, with the `method` parameter of its Content-Type as its first line."""
    content = part.get_payload(decode=True)
    body = content[:_SEARCHED] if isinstance(content, bytes) else b""
    return b"METHOD:" + read_parameter(part, "method").encode("ascii", "replace") + b"\n" + body


def _sender_reason(headers: Headers, envelope_from: str | None) -> str:
    return_path = headers.all("return-path")
    if envelope_from in ("", "<>") or (return_path and return_path[0].replace(b" ", b"") == b"<>"):
        return "null-sender"
    if "x-failed-recipients" in headers:
        return "failed-recipients"
    return "daemon" if is_from_daemon(headers) else ""
