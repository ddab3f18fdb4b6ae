"""Checking the signatures that mail servers put on letters (DKIM), where no server of the host's has done it before us.

Stricter than the standard: a signature that leaves the end of the body open (`l=`), that is made with SHA-1 or with a
key still on trial (`t=y`) counts for nothing, nor does any on a letter that its checker and its reader would not take
apart alike. Every header that says what a letter is and how it is to be read must be signed, as often as it stands in
the letter: a signature over From alone would leave all of them to whoever passes the letter on.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import Enum, auto
from functools import partial

import dkim
from dkim.util import InvalidTagValueList, parse_tag_value

from adjudicator.mail.domain import ascii_domain, domains_align
from adjudicator.mail.text.size_limits import HEAD

MOST = 5
"""Signatures of one domain that are looked at."""

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
"""The headers that a signature must cover where the letter has them, each as often as it has them."""

_SMALLEST_KEY = 1024
_END_OF_HEAD = re.compile(rb"\n\r?\n")
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_LINE_OF_A_MAILBOX = re.compile(rb"\nFrom ")
"""Inside a head, our parser takes it for the end of the head, and the library for nothing."""
_ON_TRIAL = re.compile(r"(?:^|;)\s*t\s*=[^;]*\by\b")
_HEADER = "dkim-signature"
_KIND = "content-type"
_BLANKS = re.compile(rb"\s+")
_MULTIPART = re.compile(rb'(?i)multipart/(?:alternative|mixed|related) ?; ?boundary=(?:"([^"\\]+)"|([^\s";]+))')


class _Shape(Enum):
    """Whether a body of several parts shows by itself how it is to be taken apart."""

    PLAIN = auto()
    """It has no parts of its own."""
    SHOWN = auto()
    """It has, with the one boundary that its Content-Type names."""
    HIDDEN = auto()
    """It has, and its Content-Type does not say so."""


def keys_wanted(raw: bytes, domain: str) -> tuple[str, ...]:
    """Name the keys (as records in the DNS) with which a letter can prove that it is from a domain.

    Only signatures of the domain's own organisation count: others' keys are not even asked for.
    """
    names = (_key_name(fields) for fields in _seals(raw, domain).values())
    return tuple(dict.fromkeys(names))


def dkim_signers(raw: bytes, domain: str, keys: Mapping[str, str]) -> tuple[str, ...]:
    """List the domains of an organisation whose signatures on a letter, to the exact byte, are good."""
    return tuple(
        ascii_domain(fields["d"])
        for index, fields in _seals(raw, domain).items()
        if (key := keys.get(_key_name(fields))) and not _ON_TRIAL.search(key) and _is_good(raw, index, key)
    )


def _seals(raw: bytes, domain: str) -> dict[int, dict[str, str]]:
    """Find the signatures that can count, by their place among all signatures of the letter."""
    # A lone carriage return or a NUL is text to the one program and a line's end or nothing to the other.
    end = _END_OF_HEAD.search(raw, 0, HEAD)
    if end is None or _LONE_RETURN.search(raw) or b"\0" in raw or _LINE_OF_A_MAILBOX.search(raw, 0, end.end()):
        return {}
    headers = _headers(raw)
    named = Counter(name for name, _ in headers)
    present = {name: named[name] for name in MUST_BE_SIGNED}
    shape = _shape(headers, raw[end.end() :])
    tags = (_tags(value) for name, value in headers if name == _HEADER)
    found = {index: fields for index, fields in enumerate(tags) if _counts(fields, domain, present, shape)}
    return dict(list(found.items())[:MOST])


def _headers(raw: bytes) -> list[tuple[str, bytes]]:
    """List the headers of a letter as the library sees them; none where it cannot read them."""
    try:
        headers, _ = dkim.rfc822_parse(raw)
    except (dkim.DKIMException, IndexError):
        return []
    return [(name.decode("ascii").lower(), bytes(value)) for name, value in headers]


def _tags(value: bytes) -> dict[str, str]:
    with suppress(InvalidTagValueList, UnicodeDecodeError):
        return {name.decode(): text.decode() for name, text in parse_tag_value(value).items()}
    return {}


def _counts(fields: Mapping[str, str], domain: str, present: Mapping[str, int], shape: _Shape) -> bool:
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
    """Tell what the body, which is always signed, says by itself about its parts.

    Gmail signs everything but Content-Type. A body that begins with a boundary and ends with the closing one has no
    other way to be taken apart, so that the header may say so unsigned; only it may not be missing, either.
    """
    lines = body.strip().split(b"\n", 1)[0], body.rstrip().rpartition(b"\n")[2]
    first, last = (line.strip() for line in lines)
    if not (first.startswith(b"--") and len(first) > len(b"--") and last == first + b"--"):
        return _Shape.PLAIN
    kinds = [value for name, value in headers if name == _KIND]
    told = _MULTIPART.fullmatch(_BLANKS.sub(b" ", kinds[0]).strip()) if len(kinds) == 1 else None
    return _Shape.SHOWN if told and (told[1] or told[2]) == first[2:] else _Shape.HIDDEN


def _key_name(fields: Mapping[str, str]) -> str:
    return f"{fields['s']}._domainkey.{ascii_domain(fields['d'])}"


def _is_good(raw: bytes, index: int, key: str) -> bool:
    checker = dkim.DKIM(raw, minkey=_SMALLEST_KEY)
    # The library has errors of its own for some bad letters only; whatever else one provokes is no proof either.
    with suppress(Exception):
        return bool(checker.verify(index, dnsfunc=partial(_answer, key.encode())))
    return False


def _answer(key: bytes, _name: bytes, **_options: object) -> bytes:
    """Give the library the key that was looked up before."""
    return key
