"""Letters that their writers signed themselves (OpenPGP): as PGP/MIME (RFC 3156) or as a clearsigned text.

Only what was signed is read. A letter may carry other text beside a signed one, above it, below it or around it, and
programs that show both have been fooled that way: here the rest is as if it were not there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import Message
from email.policy import compat32

from pysequoia import Cert, Sig, verify

from adjudicator.mail.body import read_body
from adjudicator.mail.charset import decode
from adjudicator.mail.limits import children
from adjudicator.mail.mend import mend, split

KEY_LIMIT = 48 << 10
"""Bytes of a public key; those with many signatures of others can be sent without them."""

_NEVER = datetime.fromtimestamp(0, UTC)
_PRIVATE = "-----BEGIN PGP PRIVATE KEY BLOCK-----"
_BEGIN = "-----BEGIN PGP SIGNED MESSAGE-----"
_CLEARSIGNED = re.compile(
    rb"(?ms)^-----BEGIN PGP SIGNED MESSAGE-----\n.*?^-----BEGIN PGP SIGNATURE-----\n.*?^-----END PGP SIGNATURE-----$"
)
_KEY = re.compile(
    r"(?ms)^-----BEGIN PGP (PUBLIC|PRIVATE) KEY BLOCK-----[ \t]*$.*?^-----END PGP \1 KEY BLOCK-----[ \t]*$"
)
_SIGNATURE = re.compile(r"(?ms)^-----BEGIN PGP SIGNATURE-----[ \t]*$.*?^-----END PGP SIGNATURE-----[ \t]*$\n?")
_HEAD = re.compile(rf"(?m)^{_BEGIN}[ \t]*\n(?:[A-Za-z]+: [^\n]*\n)*(?:[ \t]*\n)?")
_ESCAPED = re.compile(r"(?m)^- ")


class BadPublicKey(ValueError):
    """The text is no public key that can be kept; `reason` is a word for the texts."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A public key, in its armour."""

    armour: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class SignedText:
    """What a key's owner signed, and when; or in a word why there is nothing: `unsigned` or `bad_signature`."""

    fault: str
    text: str = ""
    at: datetime = _NEVER


def find_key(text: str) -> str:
    """Find a key in a text, of whatever kind; empty when there is none."""
    found = _KEY.search(text)
    return found[0] if found else ""


def read_key(text: str) -> PublicKey:
    """Check a public key. Raises `BadPublicKey`: `none`, `large`, `several`, `private` or `withdrawn`."""
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


def plain(text: str) -> str:
    """Take keys, signatures and the armour around a clearsigned text out, for reading a letter that needs no proof."""
    if "-----BEGIN PGP " not in text:
        return text
    without = _SIGNATURE.sub("", _KEY.sub("", text))
    return _ESCAPED.sub("", _HEAD.sub("", without)) if _BEGIN in without else without


def read_signed(raw: bytes, armour: str) -> SignedText:
    """Read what this key signed in a raw letter."""
    parsed = message_from_bytes(mend(raw), policy=compat32)
    if parsed.get_content_type() == "multipart/signed":
        return _read_mime(raw, parsed, armour)
    part = next((part for part in parsed.walk() if part.get_content_type() == "text/plain"), None)
    payload = part.get_payload(decode=True) if part is not None else None
    if part is None or not isinstance(payload, bytes):
        return SignedText("unsigned")
    found = _CLEARSIGNED.search(re.sub(rb"[ \t]*\r?\n", b"\n", payload))
    if found is None:
        return SignedText("unsigned")
    return _verified(found[0], None, armour, part.get_content_charset("utf-8"))


def _read_mime(raw: bytes, parsed: Message, armour: str) -> SignedText:
    boundary, parts = parsed.get_boundary(), children(parsed)
    if not boundary or len(parts) != 2 or parts[1].get_content_type() != "application/pgp-signature":
        return SignedText("unsigned")
    _, body = split(mend(raw))
    pieces = re.split(rb"(?m)\n?^--" + re.escape(boundary.encode("ascii", "replace")) + rb"(?:--)?[ \t]*\n?", body)
    signature = parts[1].get_payload(decode=True)
    if len(pieces) < 3 or not isinstance(signature, bytes):
        return SignedText("unsigned")
    read = _verified(pieces[1].replace(b"\n", b"\r\n"), signature, armour, "latin-1")
    if read.fault:
        return read
    return SignedText("", read_body(message_from_bytes(pieces[1], policy=compat32)).text, read.at)


def _verified(signed: bytes, signature: bytes | None, armour: str, charset: str) -> SignedText:
    try:
        detached = Sig.from_bytes(signature) if signature is not None else None
        made = detached or Sig.from_bytes(signed[signed.rindex(b"-----BEGIN PGP SIGNATURE-----") :])
        found = verify(signed, lambda _ids: [Cert.from_bytes(armour.encode())], signature=detached)
    except Exception:  # noqa: BLE001  # the library's errors have no type of their own
        return SignedText("bad_signature")
    if not found.valid_sigs or made.created is None:
        return SignedText("bad_signature")
    return SignedText("", decode(found.bytes or b"", charset), made.created)
