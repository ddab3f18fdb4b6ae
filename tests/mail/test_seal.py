"""A signature counts when its domain is the sender's, it covers everything, and it is good to the last byte."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable

import dkim
import pytest

from adjudicator.mail.seal import MOST, keys_wanted, sealed_by
from adjudicator.mail.sealing import Sealer
from tests.mail.sealers import RSA, RSA_TOO_SMALL, records, sealer

LETTER = b"From: Bob <bob@bob.example>\r\nTo: play@club.example\r\nSubject: my move\r\n\r\nM14\r\n"
BOB = sealer("bob.example")
WORK = sealer("mail.bob.example")
EVE = sealer("evil.example")
KEYS = records(BOB, WORK, EVE)


@pytest.mark.parametrize("by", [BOB, WORK, sealer("bob.example", key=RSA)])
def test_a_good_signature_of_the_senders_organisation_counts(by: Sealer) -> None:
    sealed = by.seal(LETTER)
    assert keys_wanted(sealed, "bob.example") == (by.record_name,)
    assert sealed_by(sealed, "bob.example", records(by)) == (by.domain,)


def signed(raw: bytes = LETTER, *, headers: tuple[bytes, ...] = (b"from",), **options: object) -> bytes:
    key: bytes = options.pop("key", BOB.key)  # type: ignore[assignment]
    named: dict[str, object] = {"signature_algorithm": BOB.algorithm} | options
    header: bytes = dkim.sign(raw, b"s1", b"bob.example", key, include_headers=list(headers), **named)
    return header + raw


BAD: dict[str, Callable[[], bytes]] = {
    "none": lambda: LETTER,
    "of somebody else": lambda: EVE.seal(LETTER),
    "l= leaves the end open": lambda: signed(length=True),
    "l= and something appended": lambda: signed(length=True) + b"resign\r\n",
    "text changed": lambda: BOB.seal(LETTER).replace(b"M14", b"M15"),
    "text appended": lambda: BOB.seal(LETTER) + b"M15\r\n",
    "From changed": lambda: BOB.seal(LETTER).replace(b"bob@", b"rob@"),
    "From put before": lambda: b"From: rob@bob.example\r\n" + BOB.seal(LETTER),
    "a lone carriage return": lambda: BOB.seal(LETTER.replace(b"M14", b"M14\rM15")),
    "a lone carriage return in a header": lambda: BOB.seal(LETTER.replace(b"my move", b"my\rFrom: eve@evil.example")),
    "a NUL": lambda: BOB.seal(LETTER.replace(b"M14", b"M\x0014")),
    "SHA-1": lambda: signed(key=RSA.encode(), signature_algorithm=b"rsa-sha1"),
    "another name for the algorithm": lambda: BOB.seal(LETTER).replace(b"ed25519-sha256", b"none", 1),
    "From not in the list": lambda: re.sub(rb"\bfrom\b *: ", b"", BOB.seal(LETTER)),
    "no selector": lambda: BOB.seal(LETTER).replace(b" s=s1;", b"", 1),
    "expired": lambda: BOB.seal(LETTER).replace(b" q=dns/txt;", b" q=dns/txt; x=1000000000;", 1),
    "no signature in it": lambda: re.sub(rb" b=[^\r]*\r\n[^\r]*\r\n", b" b=\r\n", BOB.seal(LETTER), count=1),
    "a tag twice": lambda: BOB.seal(LETTER).replace(b"v=1;", b"v=1; v=1;", 1),
    "no headers": lambda: b"\r\n" + BOB.seal(LETTER),
    "a first line that continues": lambda: b" \r\n" + BOB.seal(LETTER),
    "nothing": lambda: b"",
}


@pytest.mark.parametrize("why", BAD)
def test_what_leaves_a_way_in_counts_for_nothing(why: str) -> None:
    assert not sealed_by(BAD[why](), "bob.example", KEYS)


def test_the_key_of_a_stranger_is_not_even_asked_for() -> None:
    assert keys_wanted(EVE.seal(LETTER), "bob.example") == ()
    assert keys_wanted(EVE.seal(BOB.seal(LETTER)), "bob.example") == (BOB.record_name,)


def test_a_good_signature_counts_beside_bad_ones() -> None:
    several = EVE.seal(BOB.seal(LETTER))
    assert sealed_by(several, "bob.example", KEYS) == ("bob.example",)


def test_of_many_signatures_a_few_are_looked_at() -> None:
    header = BOB.seal(LETTER).removesuffix(LETTER)
    many = b"".join(header.replace(b"s=s1", b"s=x%d" % n) for n in range(100)) + LETTER
    assert len(keys_wanted(many, "bob.example")) == MOST


@pytest.mark.parametrize(
    "record",
    [
        "",
        "v=DKIM1; k=ed25519; p=",
        "v=DKIM1; k=ed25519; p=!!!",
        f"v=DKIM1; k=ed25519; p={base64.b64encode(b'x' * 32).decode()}",
        "v=DKIM2; " + BOB.record().partition(";")[2],
        "v=DKIM1; k=other; p=AAAA",
        f"{BOB.record()}; t=y",
        f"{BOB.record()}; t=s:y",
    ],
)
def test_a_key_that_is_missing_withdrawn_or_on_trial_proves_nothing(record: str) -> None:
    assert not sealed_by(BOB.seal(LETTER), "bob.example", {BOB.record_name: record})


def test_a_key_that_is_too_small_proves_nothing() -> None:
    small = sealer("bob.example", key=RSA_TOO_SMALL)
    sealed = small.seal(LETTER)
    assert dkim.DKIM(sealed, minkey=512).verify(dnsfunc=lambda name, timeout: small.record().encode())
    assert not sealed_by(sealed, "bob.example", records(small))
