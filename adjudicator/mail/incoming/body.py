"""Finds the text of a letter among its MIME parts.

Plain text comes first, unless it is blank; then HTML; then text inside an S/MIME signature; then Outlook's TNEF. HTML
beside plain text is read too, so that `reply.alternatives` can compare both.
"""

from __future__ import annotations

import quopri
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from email.message import Message

from adjudicator.mail.incoming.flowed import unflow_text
from adjudicator.mail.incoming.html_to_text import html_to_text, html_weight
from adjudicator.mail.incoming.smime import signed_content
from adjudicator.mail.incoming.tnef import unwrap_tnef
from adjudicator.mail.text.charset import decode_bytes, tidy_text
from adjudicator.mail.text.doubt_marks import mark_all_lines, mark_doubtful_lines, mark_last_line
from adjudicator.mail.text.mime_parameter import read_parameter
from adjudicator.mail.text.normalize import normalize_letter
from adjudicator.mail.text.size_limits import TEXT, child_parts, parse_within_limits

_TNEF_TYPES = frozenset({"application/ms-tnef", "application/vnd.ms-tnef"})
_QUOTED = "quoted-printable"
_OPAQUE = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"})
_DEEPEST = 3
"""S/MIME signatures inside signatures that are opened."""
_ENCODINGS = frozenset({"base64", "x-uuencode", "uuencode", "uue", "x-uue"})
"""Encodings left to the standard library. Quoted-printable is decoded here: the library keeps blanks at soft breaks."""

_ARMOUR = b"-----BEGIN PGP "
_SOFT_BREAK = re.compile(rb"[^\s=]=\n")
_PADDED_BREAK = re.compile(rb"=[ \t]++(?=\n|\Z)")
"""A soft break with blanks behind it, which were added in transit (RFC 2045, 6.7, rule 3)."""
_STRAY = re.compile(rb"=(?!\n|[0-9A-Fa-f]{2}|\Z)")
_BROKEN_ESCAPE = b"=3D=1A"
"""Replaces an incomplete escape: the `=` itself, and a control character that `tidy_text` turns into a `DOUBT`."""
_BASE64 = re.compile(rb"([A-Za-z0-9+/]*)(=*)")
_NO_BASE64 = re.compile(rb"[^A-Za-z0-9+/=]+")
_QUOTED_BYTE = re.compile(rb"=[0-9A-F]{2}")
"""An escape. Together with a soft break it shows that text is quoted-printable without a header that says so."""


@dataclass(frozen=True, slots=True)
class Body:
    """The text of a letter."""

    text: str
    from_html: bool
    unread: tuple[str, ...]
    """Content types of parts that were not read."""
    html: str = ""
    """The text of the HTML alternative, if `text` is from plain text."""


def read_body(letter: Message) -> Body:
    """Read the text of a letter. Raises `LetterRefused` when HTML or a signed letter inside exceeds a limit."""
    return _read(letter, 0)


def _read(letter: Message, depth: int) -> Body:
    plain: list[str] = []
    html: list[Message] = []
    tnef: list[Message] = []
    unread: list[Message] = []
    for part in _leaves(letter):
        kind = part.get_content_type()
        if part.get_content_disposition() == "attachment" or kind not in ("text/plain", "text/html"):
            (tnef if _is_tnef(part) else unread).append(part)
        elif kind == "text/html":
            html.append(part)
        else:
            plain.append(_plain(part))
    written = [text for text in plain if text.strip()]
    kinds = tuple(part.get_content_type() for part in unread)
    if written:
        return replace(_body("\n".join(written), kinds, tnef), html=_rendered(html)[:TEXT])
    rendered = _rendered(html)
    if not rendered.strip() and depth < _DEEPEST and (signed := _open_signature(unread)) is not None:
        return _read(signed, depth + 1)
    if rendered.strip() or not tnef:
        return _body(rendered, kinds, tnef, from_html=bool(html))
    return _read_tnef(tnef, kinds)


def _open_signature(parts: Sequence[Message]) -> Message | None:
    """Parse the letter inside an opaque S/MIME signature; None if there is none, or it is encrypted."""
    for part in parts:
        if is_opaque(part.get_content_type()) or read_parameter(part, "name").endswith(".p7m"):
            content = signed_content(part_content(part))
            if content:
                return parse_within_limits(normalize_letter(content), len(content))
    return None


def is_opaque(kind: str) -> bool:
    """Is a content type that of encrypted text, or of text inside a signature?"""
    return kind in _OPAQUE


def _rendered(parts: Sequence[Message]) -> str:
    """Render HTML parts as text, until their total exceeds the limits of one letter; the first is always rendered."""
    texts: list[str] = []
    heavy = 0.0
    for part in parts:
        page = decode_part(part)
        heavy += html_weight(page)
        if texts and heavy > 1:
            break
        texts.append(_mark_incomplete(part, html_to_text(page)))
    return "\n".join(texts)


def _body(text: str, unread: tuple[str, ...], tnef: Sequence[Message], *, from_html: bool = False) -> Body:
    return Body(text[:TEXT], from_html, (*unread, *(part.get_content_type() for part in tnef)))


def _read_tnef(tnef: Sequence[Message], unread: tuple[str, ...]) -> Body:
    """Read the text of TNEF parts; those without text are listed as unread."""
    texts: list[str] = []
    empty: list[Message] = []
    from_html = False
    for part in tnef:
        found = unwrap_tnef(part_content(part))
        text = mark_doubtful_lines(tidy_text(found.plain[:TEXT])) or html_to_text(found.html)
        from_html = from_html or bool(found.html)
        texts.append(text)
        if not text.strip():
            empty.append(part)
    return _body("\n".join(texts), unread, empty, from_html=from_html)


def _is_tnef(part: Message) -> bool:
    name = read_parameter(part, "filename", "content-disposition") or read_parameter(part, "name")
    return part.get_content_type() in _TNEF_TYPES or name == "winmail.dat"


def _leaves(letter: Message) -> list[Message]:
    """List the leaf parts in order. An enclosed letter (message/rfc822) is a leaf: it is not the sender's own text."""
    leaves: list[Message] = []
    waiting = [letter]
    while waiting:
        part = waiting.pop()
        if part.get_content_maintype() == "multipart":
            waiting.extend(reversed(child_parts(part) if part.is_multipart() else [_as_text(part)]))
        else:
            leaves.append(part)
    return leaves


def _as_text(part: Message) -> Message:
    """Turn a multipart whose boundary never occurs into a text part."""
    text = Message(part.policy)
    text["content-transfer-encoding"] = str(part.get("content-transfer-encoding", ""))
    text.set_payload(part.get_payload())
    return text


def _plain(part: Message) -> str:
    text = tidy_text(decode_part(part)[:TEXT])
    if read_parameter(part, "format") == "flowed":
        text = unflow_text(text, delsp=read_parameter(part, "delsp") == "yes")
    return _mark_incomplete(part, mark_doubtful_lines(text))


def _mark_incomplete(part: Message, text: str) -> str:
    """Mark text that may be incomplete: all lines if its base64 is broken, the last line if it exceeds the limit."""
    if part["content-transfer-encoding"] == "base64" and _is_broken(_decoded(part, "8bit")):
        return mark_all_lines(text)
    return mark_last_line(text) if len(text) >= TEXT else text


def decode_part(part: Message) -> str:
    """Decode the content of a part as text, whatever kind it is."""
    return decode_bytes(part_content(part), read_parameter(part, "charset"))


def part_content(part: Message) -> bytes:
    """Decode the content of a part by its Content-Transfer-Encoding, however that is written."""
    encoding = str(part.get("content-transfer-encoding", "")).strip(" \t\r\n;\"'").lower()
    # A misspelt encoding is none, as in the standard library; stray semicolons and quotes are stripped.
    content = _decoded(part, encoding if encoding in _ENCODINGS else "8bit")
    if encoding == _QUOTED or (encoding not in _ENCODINGS and _is_quoted(content)):
        return quopri.decodestring(_STRAY.sub(_BROKEN_ESCAPE, _PADDED_BREAK.sub(b"=", content)))
    return content


def _decoded(part: Message, encoding: str) -> bytes:
    """Decode a part by this encoding instead of its own; ``8bit`` is none."""
    del part["content-transfer-encoding"]
    part["content-transfer-encoding"] = encoding
    raw = part.get_payload(decode=True)
    return raw if isinstance(raw, bytes) else b""


def _is_broken(payload: bytes) -> bool:
    """Does base64 lack its end, or go on behind it? Characters outside its alphabet are ignored (RFC 2045, 6.8)."""
    found = _BASE64.fullmatch(_NO_BASE64.sub(b"", payload))
    return found is None or len(found[1]) % 4 == 1 or len(found[2]) < -len(found[1]) % 4


def _is_quoted(content: bytes) -> bool:
    """Is text quoted-printable without a header that says so? PGP armour looks alike, with its `=` checksum line."""
    if not content.isascii() or _ARMOUR in content:
        return False
    return bool(_SOFT_BREAK.search(content) and _QUOTED_BYTE.search(content))
