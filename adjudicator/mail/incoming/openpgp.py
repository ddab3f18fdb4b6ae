"""Reads and verifies OpenPGP signatures of players: PGP/MIME (RFC 3156) or clearsigned text (RFC 9580, 7).

Only the signed text is returned. A letter may have unsigned text above, below or around it, and mail programs that show
both have been fooled in that way ("Johnny, you are fired!", USENIX Security 2019); here the rest does not exist.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.message import Message

from pysequoia import Cert, Sig, verify

from adjudicator.mail.errors import LetterRefused
from adjudicator.mail.incoming.body import read_body
from adjudicator.mail.text.charset import decode_bytes, tidy_text
from adjudicator.mail.text.doubt_marks import mark_doubtful_lines
from adjudicator.mail.text.normalize import normalize_letter, parse_letter, split_header_section
from adjudicator.mail.text.size_limits import child_parts, parse_within_limits

KEY_LIMIT = 48 << 10
"""Bytes of a public key. A key with many third-party signatures can be exported without them."""

_NEVER = datetime.fromtimestamp(0, UTC)
_PRIVATE = "-----BEGIN PGP PRIVATE KEY BLOCK-----"
_BEGIN = "-----BEGIN PGP SIGNED MESSAGE-----"
_KEYS = ("PUBLIC KEY BLOCK", "PRIVATE KEY BLOCK")
_CLEARSIGNED = (_BEGIN, "-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----")
_HEAD = re.compile(rf"(?m)^{_BEGIN}[ \t]*\n(?:[A-Za-z]+: [^\n]*\n)*(?:[ \t]*\n)?")
_ESCAPED = re.compile(r"(?m)^- ")


class BadPublicKey(ValueError):
    """The text is no acceptable public key; `reason` is a key for the templates."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A public key, as ASCII armour."""

    armour: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class SignedText:
    """Verified text and its time of signing; or, if `fault` is not empty, `unsigned` or `bad_signature`."""

    fault: str
    text: str = ""
    html: str = ""
    """The text of the HTML alternative, if that was signed too."""
    at: datetime = _NEVER


def find_key(text: str) -> str:
    """Find the armour of a key, public or private, in a text; empty if there is none."""
    lines = "\n".join(line.rstrip(" \t\r") for line in text.split("\n"))
    blocks = (_first(lines, f"-----BEGIN PGP {kind}-----", f"-----END PGP {kind}-----") for kind in _KEYS)
    return next(filter(None, blocks), "")


def read_key(text: str) -> PublicKey:
    """Check a public key. Raises `BadPublicKey` with `none`, `large`, `several`, `private` or `withdrawn`."""
    if len(text) > KEY_LIMIT:
        raise BadPublicKey("large")
    try:
        certs = Cert.split_bytes(text.strip().encode())
    except Exception:  # noqa: BLE001  # the library's errors have no type of their own
        raise BadPublicKey("none") from None
    if len(certs) != 1:
        raise BadPublicKey("several" if certs else "none")
    if _PRIVATE in text:
        raise BadPublicKey("private")
    if certs[0].is_revoked:
        raise BadPublicKey("withdrawn")
    return PublicKey(str(certs[0]), certs[0].fingerprint)


def strip_armour(text: str) -> str:
    """Remove keys, signatures and the armour around clearsigned text, for a player who needs no signature."""
    if "-----BEGIN PGP " not in text:
        return text
    without = text
    for block in (*_KEYS, "SIGNATURE"):
        without = _leave_out(without, f"-----BEGIN PGP {block}-----", f"-----END PGP {block}-----")
    return _ESCAPED.sub("", _HEAD.sub("", without)) if _BEGIN in without else without


def _leave_out(text: str, begin: str, end: str) -> str:
    """Remove the lines from each `begin` to the next `end`, in linear time; a `begin` without an `end` stays."""
    lines = text.split("\n")
    last = max((at for at, line in enumerate(lines) if line.rstrip() == end), default=-1)
    kept: list[str] = []
    inside = False
    for at, line in enumerate(lines):
        inside = inside or (at < last and line.rstrip() == begin)
        if not inside:
            kept.append(line)
        elif line.rstrip() == end:
            inside = False
    return "\n".join(kept)


def _first(text: str, *marks: str) -> str:
    """Cut the text from the first mark to the last, found as lines in this order; empty if one is missing."""
    start = end = -1
    for mark in marks:
        found = re.compile(f"(?m)^{mark}$").search(text, max(end, 0))
        if found is None:
            return ""
        start, end = (found.start() if start < 0 else start), found.end()
    return text[start:end]


def read_signed(raw: bytes, armour: str) -> SignedText:
    """Read the text that this key signed in a raw letter; a letter beyond the limits counts as unsigned."""
    try:
        return _read(raw, parse_within_limits(normalize_letter(raw), len(raw)), armour)
    except (LetterRefused, RecursionError):
        return SignedText("unsigned")


def _read(raw: bytes, parsed: Message, armour: str) -> SignedText:
    if parsed.get_content_type() == "multipart/signed":
        return _read_mime(raw, parsed, armour)
    part = next((part for part in parsed.walk() if part.get_content_type() == "text/plain"), None)
    payload = part.get_payload(decode=True) if part is not None else None
    if part is None or not isinstance(payload, bytes):
        return SignedText("unsigned")
    lines = "\n".join(line.rstrip(" \t\r") for line in payload.decode("latin-1").split("\n"))
    signed = _first(lines, *_CLEARSIGNED).encode("latin-1")
    if not signed:
        return SignedText("unsigned")
    read = _verified(signed, None, armour, part.get_content_charset("utf-8"))
    return replace(read, text=mark_doubtful_lines(tidy_text(read.text)))


def _read_mime(raw: bytes, parsed: Message, armour: str) -> SignedText:
    boundary, parts = parsed.get_boundary(), child_parts(parsed)
    if not boundary or len(parts) != 2 or parts[1].get_content_type() != "application/pgp-signature":
        return SignedText("unsigned")
    _, body = split_header_section(normalize_letter(raw))
    pieces = re.split(rb"(?m)\n?^--" + re.escape(boundary.encode("ascii", "replace")) + rb"(?:--)?[ \t]*\n?", body)
    signature = parts[1].get_payload(decode=True)
    if len(pieces) < 3 or not isinstance(signature, bytes):
        return SignedText("unsigned")
    read = _verified(pieces[1].replace(b"\n", b"\r\n"), signature, armour, "latin-1")
    if read.fault:
        return read
    said = read_body(parse_letter(pieces[1]))
    return SignedText("", said.text, said.html, read.at)


def _verified(signed: bytes, signature: bytes | None, armour: str, charset: str) -> SignedText:
    try:
        detached = Sig.from_bytes(signature) if signature is not None else None
        made = detached or Sig.from_bytes(signed[signed.rindex(b"-----BEGIN PGP SIGNATURE-----") :])
        found = verify(signed, lambda _ids: [Cert.from_bytes(armour.encode())], signature=detached)
    except Exception:  # noqa: BLE001  # the library's errors have no type of their own
        return SignedText("bad_signature")
    if not found.valid_sigs or made.created is None:
        return SignedText("bad_signature")
    return SignedText("", decode_bytes(found.bytes or b"", charset), at=made.created)
