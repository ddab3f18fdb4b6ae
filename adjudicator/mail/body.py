"""The text of a letter, found among its parts: plain text unless that is blank, HTML otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from email.message import Message

from adjudicator.mail.charset import decode, tidy
from adjudicator.mail.flowed import unflow
from adjudicator.mail.hypertext import to_text
from adjudicator.mail.limits import TEXT, children

_ENCODINGS = frozenset({"base64", "quoted-printable", "x-uuencode", "uuencode", "uue", "x-uue"})


@dataclass(frozen=True, slots=True)
class Body:
    """What a letter says; `unread` names the kinds of parts that were not looked into."""

    text: str
    from_html: bool
    unread: tuple[str, ...]


def read_body(letter: Message) -> Body:
    """Read the text of a letter. Raises `LetterRefused` when its HTML is nested too deep."""
    plain: list[str] = []
    html: list[Message] = []
    unread: list[str] = []
    for part in _leaves(letter):
        kind = part.get_content_type()
        if part.get_content_disposition() == "attachment" or kind not in ("text/plain", "text/html"):
            unread.append(kind)
        elif kind == "text/html":
            html.append(part)
        else:
            plain.append(_plain(part))
    written = [text for text in plain if text.strip()]
    if written or not html:
        return Body("\n".join(written)[:TEXT], from_html=False, unread=tuple(unread))
    return Body("\n".join(to_text(_decode(part)) for part in html)[:TEXT], from_html=True, unread=tuple(unread))


def _leaves(letter: Message) -> list[Message]:
    """List the parts that hold something, in order; a letter within the letter is one of them."""
    leaves: list[Message] = []
    waiting = [letter]
    while waiting:
        part = waiting.pop()
        if part.get_content_maintype() == "multipart":
            waiting.extend(reversed(children(part)))
        else:
            leaves.append(part)
    return leaves


def _plain(part: Message) -> str:
    text = tidy(_decode(part)[:TEXT])
    if _parameter(part, "format") == "flowed":
        return unflow(text, delsp=_parameter(part, "delsp") == "yes")
    return text


def _decode(part: Message) -> str:
    encoding = str(part.get("content-transfer-encoding", "")).strip(" \t\r\n;\"'").lower()
    # A misspelt encoding is none, as the standard library has it; but one with a stray semicolon is meant.
    del part["content-transfer-encoding"]
    part["content-transfer-encoding"] = encoding if encoding in _ENCODINGS else "8bit"
    raw = part.get_payload(decode=True)
    return decode(raw if isinstance(raw, bytes) else b"", _parameter(part, "charset"))


def _parameter(part: Message, name: str) -> str:
    value = part.get_param(name, "")
    return (value[2] if isinstance(value, tuple) else str(value)).strip().lower()
