"""Checking the signatures that mail servers put on letters (DKIM), where no server of the host's has done it before us.

Stricter than the standard: a signature that leaves the end of the body open (`l=`), that is made with SHA-1 or with a
key still on trial (`t=y`) counts for nothing, nor does any on a letter that its checker and its reader would not take
apart alike.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import partial

import dkim
from dkim.util import InvalidTagValueList, parse_tag_value

from adjudicator.mail.domain import aligned, ascii_domain
from adjudicator.mail.limits import HEAD

MOST = 5
"""Signatures of one domain that are looked at."""

_SMALLEST_KEY = 1024
_END_OF_HEAD = re.compile(rb"\n\r?\n")
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_ON_TRIAL = re.compile(r"(?:^|;)\s*t\s*=[^;]*\by\b")
_HEADER = b"dkim-signature"


def keys_wanted(raw: bytes, domain: str) -> tuple[str, ...]:
    """Name the keys (as records in the DNS) with which a letter can prove that it is from a domain.

    Only signatures of the domain's own organisation count: others' keys are not even asked for.
    """
    names = (_key_name(fields) for fields in _seals(raw, domain).values())
    return tuple(dict.fromkeys(names))


def sealed_by(raw: bytes, domain: str, keys: Mapping[str, str]) -> tuple[str, ...]:
    """List the domains of an organisation whose signatures on a letter, to the exact byte, are good."""
    return tuple(
        ascii_domain(fields["d"])
        for index, fields in _seals(raw, domain).items()
        if (key := keys.get(_key_name(fields))) and not _ON_TRIAL.search(key) and _is_good(raw, index, key)
    )


def _seals(raw: bytes, domain: str) -> dict[int, dict[str, str]]:
    """Find the signatures that can count, by their place among all signatures of the letter."""
    # A lone carriage return or a NUL is text to the one program and a line's end or nothing to the other.
    if _LONE_RETURN.search(raw) or b"\0" in raw or not _END_OF_HEAD.search(raw, 0, HEAD):
        return {}
    found = {index: fields for index, fields in enumerate(_fields(raw)) if _counts(fields, domain)}
    return dict(list(found.items())[:MOST])


def _fields(raw: bytes) -> list[dict[str, str]]:
    try:
        headers, _ = dkim.rfc822_parse(raw)
    except (dkim.DKIMException, IndexError):
        return []
    return [_tags(value) for name, value in headers if name.lower() == _HEADER]


def _tags(value: bytes) -> dict[str, str]:
    with suppress(InvalidTagValueList, UnicodeDecodeError):
        return {name.decode(): text.decode() for name, text in parse_tag_value(value).items()}
    return {}


def _counts(fields: Mapping[str, str], domain: str) -> bool:
    signed = [name.strip().lower() for name in fields.get("h", "").split(":")]
    return (
        "s" in fields
        and "l" not in fields
        and "from" in signed
        and fields.get("a") in ("rsa-sha256", "ed25519-sha256")
        and aligned(fields.get("d", ""), domain)
    )


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
