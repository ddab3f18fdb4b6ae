"""A linter for outgoing letters: does a letter arrive in every mail program as it was written?

Bytes come in, a list of `Flaw` goes out. Hosts run it on letters of their installation, authors on those of their game.
It finds faults of ours: a header that a relay folds in the wrong place, a fact that only the HTML part has, a picture
from another server, a board that a mail program would reflow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from email.policy import compat32
from urllib.parse import unquote

from adjudicator.mail.outgoing.lint_page import HtmlPart, read_page
from adjudicator.mail.outgoing.mime import MISLEADING_START
from adjudicator.mail.text.rfc2047 import decode_words

LONGEST_LINE = 998
"""Octets of a line without CRLF (RFC 5321, 4.5.3.1.6); relays may cut longer ones."""
WIDEST = 78
LARGEST = 100_000
"""Bytes without attachments: Gmail clips larger letters."""
LONGEST_SUBJECT = 200

_ONCE = ("Date", "From", "To", "Subject", "Message-ID", "MIME-Version", "Auto-Submitted")
_FOR_PROGRAMS = (
    "Message-ID", "In-Reply-To", "References", "List-Id", "List-Unsubscribe", "List-Unsubscribe-Post", "Reply-To",
    "X-Loop",
)  # fmt: skip
_ID = re.compile(r"<[\x21-\x7e]+@[\x21-\x7e]+>")
_SIGNATURE = "-- "
_DRAWN = re.compile(r"[\n\x20-\x7e\u00a0\u00c0-\u024f\u2019]*")
_LINK = re.compile(r"https?://[^\s<>\"]+")


@dataclass(frozen=True, slots=True)
class Flaw:
    """A broken rule, and the place in the letter that breaks it."""

    rule: str
    found: str


def lint_letter(raw: bytes) -> tuple[Flaw, ...]:
    """List the flaws of a letter in its form for SMTP, with CRLF; empty for a good one."""
    letter = message_from_bytes(raw, policy=compat32)
    parts = [part for part in letter.walk() if not part.is_multipart() and part.get_content_disposition() is None]
    plain = [_content(part) for part in parts if part.get_content_type() == "text/plain"]
    pages = [read_page(_content(part)) for part in parts if part.get_content_type() == "text/html"]
    text = plain[0] if plain else ""
    found = [*_wire(raw), *_weight(letter, raw), *_headers(letter), *_text(plain)]
    for page in pages:
        for rule in _PAGE_RULES:
            found += rule(page, text, decode_words(str(letter.get("Subject", ""))))
    return tuple(found)


def _content(part: Message) -> str:
    content = part.get_payload(decode=True)
    text = content.decode("utf-8", "replace") if isinstance(content, bytes) else ""
    return text.replace("\r\n", "\n")


def _wire(raw: bytes) -> Iterator[Flaw]:
    if b"\r" in raw.replace(b"\r\n", b"") or b"\n" in raw.replace(b"\r\n", b""):
        yield Flaw("wire", "a line does not end with CR and LF")
    for line in raw.split(b"\r\n"):
        if len(line) > LONGEST_LINE:
            yield Flaw("wire", f"a line of {len(line)} octets: {line[:60]!r}")


def _weight(letter: Message, raw: bytes) -> Iterator[Flaw]:
    files = (part for part in letter.walk() if part.get_content_disposition() == "attachment")
    size = len(raw) - sum(len(str(part.get_payload())) for part in files)
    if size >= LARGEST:
        yield Flaw("weight", f"{size} bytes")


def _headers(letter: Message) -> Iterator[Flaw]:
    for name in _ONCE:
        if len(letter.get_all(name, [])) != 1:
            yield Flaw("header", f"{name} stands there {len(letter.get_all(name, []))} times")
    for name in _FOR_PROGRAMS:
        for value in map(str, letter.get_all(name, [])):
            if "=?" in value:
                yield Flaw("header", f"{name} is encoded: {value[:60]}")
            if re.search(r"<[^>]*[\r\n]", value):
                yield Flaw("header", f"{name} is folded within an id: {value[:60]}")
    yield from _names(letter)


def _names(letter: Message) -> Iterator[Flaw]:
    """Check Message-IDs and Subject."""
    for name in ("Message-ID", "In-Reply-To", "References"):
        for word in str(letter.get(name, "")).split():
            if not _ID.fullmatch(word):
                yield Flaw("header", f"{name} holds no id: {word[:60]}")
    subject = decode_words(" ".join(str(letter.get("Subject", "")).split()))
    if not subject.strip() or len(subject) > LONGEST_SUBJECT or not subject.isprintable():
        yield Flaw("header", f"a subject of {len(subject)} characters")


def _text(plain: list[str]) -> Iterator[Flaw]:
    if len(plain) != 1 or not plain[0].strip():
        yield Flaw("text", f"{len(plain)} text parts, and every letter needs one")
        return
    for line in plain[0].split("\n"):
        if len(line) > WIDEST and " " in line.strip():
            yield Flaw("text", f"a line of {len(line)} characters: {line[:60]}")
        if line != _SIGNATURE and (line != line.rstrip() or "\t" in line):
            yield Flaw("text", f"blanks at the end, or a tab: {line!r}")
        if line != _SIGNATURE and MISLEADING_START.match(line):
            yield Flaw("text", f"a mail program would take this for something else: {line[:60]}")


def _whole(page: HtmlPart, _text: str, _subject: str) -> Iterator[Flaw]:
    for tag in page.unclosed:
        yield Flaw("page", f"<{tag}> is not closed")


def _nothing_loaded(page: HtmlPart, _text: str, _subject: str) -> Iterator[Flaw]:
    for what in page.loaded:
        yield Flaw("remote", f"a mail program would load or run this: {what[:80]}")


def _twin(page: HtmlPart, text: str, subject: str) -> Iterator[Flaw]:
    """Check that the text part has every word and link of the HTML part."""
    told = " ".join(f"{text}\n{subject}".split())
    for words in page.words:
        if words not in told:
            yield Flaw("twin", f"only the page says this: {words[:80]}")
    links = set(_LINK.findall(text))
    for link in page.links:
        if link.startswith("mailto:"):
            order = unquote(link.partition("&body=")[2]).strip()
            known = all(" ".join(line.split()) in told for line in order.splitlines())
        else:
            known = link in links
        if not known:
            yield Flaw("twin", f"only the page leads there: {link[:80]}")


def _boards(page: HtmlPart, text: str, _subject: str) -> Iterator[Flaw]:
    """Check that boards are ASCII, except for names beside them, and equal in both parts."""
    for drawing in page.drawings:
        if not _DRAWN.fullmatch(drawing):
            yield Flaw("board", f"characters that some font has not or draws wider: {drawing[:60]!r}")
        if drawing.strip("\n") not in text:
            yield Flaw("board", f"drawn otherwise in the text part: {drawing[:60]!r}")


_PAGE_RULES: tuple[Callable[[HtmlPart, str, str], Iterator[Flaw]], ...] = (_whole, _nothing_loaded, _twin, _boards)
