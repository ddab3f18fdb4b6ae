"""Verifies DKIM signatures (RFC 6376), for hosts whose mail server does not.

Stricter than the standard, because a signature here proves who plays a turn. A signature is ignored when
- its body length is limited (`l=`), so that text can be appended;
- it uses SHA-1, a key below 1024 bits, or a key in test mode (`t=y`);
- it leaves out a header that says what the letter is or how to decode it (`MUST_BE_SIGNED`), or covers it less often
  than it occurs: somebody who forwards the letter could change or add that header;
- the DKIM library and our parser would parse the letter differently.

A verifier should go on until a signature is good, and may limit how many it tries against denial of service (RFC 6376,
6.1). So the limits count what is expensive, and signatures that cannot be good do not use them up: one whose body hash
is not that of the body, as a mailing list leaves it behind, is ignored without its key. Those of the From domain itself
are tried before those of its relatives.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import Enum, auto
from functools import partial

import dkim
from dkim.canonicalization import CanonicalizationPolicy, InvalidCanonicalizationPolicyError
from dkim.util import InvalidTagValueList, parse_tag_value

from adjudicator.mail.domain import ascii_domain, domains_align
from adjudicator.mail.text.size_limits import HEAD

MOST = 5
"""Keys that are looked up for one letter; each costs a DNS query."""
MOST_CHECKED = 20
"""Signatures that are checked with them."""

MUST_BE_SIGNED = (
    "from",
    "to",
    "subject",
    "date",
    "message-id",
    "content-type",
    "content-transfer-encoding",
    "content-disposition",
)
"""Headers that a signature must cover as often as they occur. Content-Type has an exception, see `_shape`."""

_SMALLEST_KEY = 1024
_END_OF_HEAD = re.compile(rb"\n\r?\n")
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_MBOX_LINE = re.compile(rb"\nFrom ")
"""An mbox line among the headers: our parser ends the headers there, the DKIM library does not."""
_TEST_MODE = re.compile(r"(?:^|;)\s*t\s*=[^;]*\by\b")
_HEADER = "dkim-signature"
_KIND = "content-type"
_BLANKS = re.compile(rb"\s+")
_MULTIPART = re.compile(rb'(?i)multipart/(?:alternative|mixed|related) ?; ?boundary=(?:"([^"\\]+)"|([^\s";]+))')


class _Shape(Enum):
    """Does the signed body itself prove its division into parts, if Content-Type is unsigned?"""

    PLAIN = auto()
    """It does not look like several parts."""
    SHOWN = auto()
    """It begins and ends with the boundary that Content-Type names."""
    HIDDEN = auto()
    """It begins and ends with a boundary, but Content-Type does not name it."""


def needed_keys(raw: bytes, domain: str) -> tuple[str, ...]:
    """List the DNS names of the keys that are needed to check the signatures of a domain's organisation.

    Other signatures are ignored, and so are their keys: a letter must not make us query any DNS name it likes.
    """
    names = (_key_name(fields) for fields in _signatures(raw, domain).values())
    return tuple(dict.fromkeys(names))


def dkim_signers(raw: bytes, domain: str, keys: Mapping[str, str]) -> tuple[str, ...]:
    """List the domains of the organisation of `domain` with a good signature on the letter.

    `raw` is the letter to the exact byte; `keys` are TXT records by DNS name (see `needed_keys`).
    """
    return tuple(
        ascii_domain(fields["d"])
        for index, fields in _signatures(raw, domain).items()
        if (key := keys.get(_key_name(fields))) and not _TEST_MODE.search(key) and _is_good(raw, index, key)
    )


def _signatures(raw: bytes, domain: str) -> dict[int, dict[str, str]]:
    """Find the signatures that can count, by their index among all DKIM-Signature headers."""
    # The DKIM library and our parser disagree about lone carriage returns, NULs and mbox lines among the headers.
    end = _END_OF_HEAD.search(raw, 0, HEAD)
    if end is None or _LONE_RETURN.search(raw) or b"\0" in raw or _MBOX_LINE.search(raw, 0, end.end()):
        return {}
    headers = _headers(raw)
    named = Counter(name for name, _ in headers)
    present = {name: named[name] for name in MUST_BE_SIGNED}
    shape = _shape(headers, raw[end.end() :])
    tags = (_tags(value) for name, value in headers if name == _HEADER)
    found = [(index, fields) for index, fields in enumerate(tags) if _is_acceptable(fields, domain, present, shape)]
    body = _Body(raw)
    found = [(index, fields) for index, fields in found if body.has_hash(fields)]
    own = ascii_domain(domain)
    found.sort(key=lambda one: ascii_domain(one[1]["d"]) != own)
    keys = list(dict.fromkeys(_key_name(fields) for _, fields in found))[:MOST]
    return dict([(index, fields) for index, fields in found if _key_name(fields) in keys][:MOST_CHECKED])


class _Body:
    """The body of a letter, with its hash for each canonicalization (RFC 6376, 3.4)."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        self._hashes = dict[str, bytes]()

    def has_hash(self, fields: Mapping[str, str]) -> bool:
        """Does a signature name the hash of this body?"""
        _, _, canonical = fields.get("c", "").partition("/")
        with suppress(ValueError, InvalidCanonicalizationPolicyError):
            return base64.b64decode("".join(fields.get("bh", "").split()), validate=True) == self._hash(
                canonical or "simple"
            )
        return False

    def _hash(self, canonical: str) -> bytes:
        if canonical not in self._hashes:
            policy = CanonicalizationPolicy.from_c_value(f"simple/{canonical}".encode())
            _, body = dkim.rfc822_parse(self._raw)
            self._hashes[canonical] = hashlib.sha256(policy.canonicalize_body(body)).digest()
        return self._hashes[canonical]


def _headers(raw: bytes) -> list[tuple[str, bytes]]:
    """List the headers as the DKIM library parses them; empty where it fails."""
    try:
        headers, _ = dkim.rfc822_parse(raw)
    except (dkim.DKIMException, IndexError):
        return []
    return [(name.decode("ascii").lower(), bytes(value)) for name, value in headers]


def _tags(value: bytes) -> dict[str, str]:
    with suppress(InvalidTagValueList, UnicodeDecodeError):
        return {name.decode(): text.decode() for name, text in parse_tag_value(value).items()}
    return {}


def _is_acceptable(fields: Mapping[str, str], domain: str, present: Mapping[str, int], shape: _Shape) -> bool:
    signed = Counter(name.strip().lower() for name in fields.get("h", "").split(":"))
    needed = dict(present)
    if not signed[_KIND]:
        if shape is _Shape.HIDDEN:
            return False
        if shape is _Shape.SHOWN:
            del needed[_KIND]
    return (
        "s" in fields
        and "l" not in fields
        and "from" in signed
        and all(signed[name] >= count for name, count in needed.items())
        and fields.get("a") in ("rsa-sha256", "ed25519-sha256")
        and domains_align(fields.get("d", ""), domain)
    )


def _shape(headers: Sequence[tuple[str, bytes]], body: bytes) -> _Shape:
    """Compare the parts of the body with Content-Type. The body is always signed, the header may not be.

    Gmail signs all headers but Content-Type. A body that begins with a boundary line and ends with its closing one can
    be divided in one way only, so an unsigned Content-Type is harmless if it names that boundary (`SHOWN`). If it does
    not, somebody may have changed it to hide parts (`HIDDEN`).
    """
    lines = body.strip().split(b"\n", 1)[0], body.rstrip().rpartition(b"\n")[2]
    first, last = (line.strip() for line in lines)
    if not (first.startswith(b"--") and len(first) > len(b"--") and last == first + b"--"):
        return _Shape.PLAIN
    kinds = [value for name, value in headers if name == _KIND]
    declared = _MULTIPART.fullmatch(_BLANKS.sub(b" ", kinds[0]).strip()) if len(kinds) == 1 else None
    return _Shape.SHOWN if declared and (declared[1] or declared[2]) == first[2:] else _Shape.HIDDEN


def _key_name(fields: Mapping[str, str]) -> str:
    return f"{fields['s']}._domainkey.{ascii_domain(fields['d'])}"


def _is_good(raw: bytes, index: int, key: str) -> bool:
    checker = dkim.DKIM(raw, minkey=_SMALLEST_KEY)
    # Besides its own errors, the library raises many others on hostile input. None of them is a proof.
    with suppress(Exception):
        return bool(checker.verify(index, dnsfunc=partial(_answer, key.encode())))
    return False


def _answer(key: bytes, _name: bytes, **_options: object) -> bytes:
    """Stand in for the library's DNS query: the key was looked up before."""
    return key
