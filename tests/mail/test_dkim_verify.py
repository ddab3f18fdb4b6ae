"""A DKIM signature counts if it is from the sender's organisation, covers everything, and verifies."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable

import dkim
import pytest

from adjudicator.mail.outgoing.dkim_record import dkim_record
from adjudicator.mail.outgoing.dkim_sign import DkimSigner
from adjudicator.mail.trust.dkim_verify import MOST, MOST_CHECKED, MUST_BE_SIGNED, dkim_signers, needed_keys
from testkit.mail.dkim_keys import RSA, RSA_TOO_SMALL, dkim_signer, records

LETTER = b"From: Bob <bob@bob.example>\r\nTo: play@club.example\r\nSubject: my move\r\n\r\nM14\r\n"
FULL = LETTER.replace(
    b"\r\n\r\n",
    b"\r\nDate: Fri, 27 Nov 2026 20:00:00 +0000\r\nMessage-ID: <1@bob.example>\r\nMIME-Version: 1.0\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n"
    b"Content-Disposition: inline\r\n\r\n",
    1,
)
NEEDED = tuple(name.encode() for name in MUST_BE_SIGNED)
BY_GMAIL = (b"mime-version", b"from", b"date", b"message-id", b"subject", b"to", b"from", b"to", b"cc", b"reply-to")
"""The headers that Gmail signs: all that we require except Content-Type."""
PARTS = (
    FULL.replace(b"text/plain; charset=utf-8", b'multipart/alternative; boundary="0001"')
    .replace(b"Content-Transfer-Encoding: 8bit\r\nContent-Disposition: inline\r\n", b"")
    .replace(b"M14\r\n", b"--0001\r\nContent-Type: text/plain\r\n\r\nM14\r\n--0001--\r\n")
)
BOB = dkim_signer("bob.example")
WORK = dkim_signer("mail.bob.example")
EVE = dkim_signer("evil.example")
KEYS = records(BOB, WORK, EVE)


@pytest.mark.parametrize("by", [BOB, WORK, dkim_signer("bob.example", key=RSA)])
def test_a_good_signature_of_the_senders_organisation_counts(by: DkimSigner) -> None:
    sealed = by.sign(LETTER)
    assert needed_keys(sealed, "bob.example") == (by.record_name,)
    assert dkim_signers(sealed, "bob.example", records(by)) == (by.domain,)


def signed(raw: bytes = LETTER, *, headers: tuple[bytes, ...] = NEEDED, **options: object) -> bytes:
    key: bytes = options.pop("key", BOB.key)  # type: ignore[assignment]
    named: dict[str, object] = {"signature_algorithm": BOB.algorithm} | options
    header: bytes = dkim.sign(raw, b"s1", b"bob.example", key, include_headers=list(headers), **named)
    return header + raw


BAD: dict[str, Callable[[], bytes]] = {
    "none": lambda: LETTER,
    "of somebody else": lambda: EVE.sign(LETTER),
    "l= leaves the end open": lambda: signed(length=True),
    "l= and something appended": lambda: signed(length=True) + b"resign\r\n",
    "text changed": lambda: BOB.sign(LETTER).replace(b"M14", b"M15"),
    "text appended": lambda: BOB.sign(LETTER) + b"M15\r\n",
    "From changed": lambda: BOB.sign(LETTER).replace(b"bob@", b"rob@"),
    "From put before": lambda: b"From: rob@bob.example\r\n" + BOB.sign(LETTER),
    "a lone carriage return": lambda: BOB.sign(LETTER.replace(b"M14", b"M14\rM15")),
    "a lone carriage return in a header": lambda: BOB.sign(LETTER.replace(b"my move", b"my\rFrom: eve@evil.example")),
    "a NUL": lambda: BOB.sign(LETTER.replace(b"M14", b"M\x0014")),
    "SHA-1": lambda: signed(key=RSA.encode(), signature_algorithm=b"rsa-sha1"),
    "another name for the algorithm": lambda: BOB.sign(LETTER).replace(b"ed25519-sha256", b"none", 1),
    "From not in the list": lambda: re.sub(rb"\bfrom\b *: ", b"", BOB.sign(LETTER)),
    "no selector": lambda: BOB.sign(LETTER).replace(b" s=s1;", b"", 1),
    "expired": lambda: BOB.sign(LETTER).replace(b" q=dns/txt;", b" q=dns/txt; x=1000000000;", 1),
    "no signature in it": lambda: re.sub(rb" b=[^\r]*\r\n[^\r]*\r\n", b" b=\r\n", BOB.sign(LETTER), count=1),
    "a tag twice": lambda: BOB.sign(LETTER).replace(b"v=1;", b"v=1; v=1;", 1),
    "no headers": lambda: b"\r\n" + BOB.sign(LETTER),
    "a first line that continues": lambda: b" \r\n" + BOB.sign(LETTER),
    "nothing": lambda: b"",
    "a line of a mailbox in the head": lambda: BOB.sign(LETTER).replace(b"\r\n\r\n", b"\r\nFrom here\r\n\r\n", 1),
    "a header that only one of two programs sees": lambda: BOB.sign(LETTER).replace(
        b"\r\n\r\n", b"\r\nContent-Type : text/html\r\n\r\n", 1
    ),
}


@pytest.mark.parametrize("why", BAD)
def test_a_signature_that_allows_changes_is_ignored(why: str) -> None:
    assert not dkim_signers(BAD[why](), "bob.example", KEYS)


def test_every_header_that_decides_on_reading_must_be_signed() -> None:
    assert dkim_signers(signed(FULL), "bob.example", KEYS) == ("bob.example",)
    assert dkim_signers(signed(FULL, headers=(b"from",)), "bob.example", KEYS) == ()


@pytest.mark.parametrize("name", NEEDED)
def test_a_header_that_the_signature_leaves_out_can_be_replaced_and_undoes_it(name: bytes) -> None:
    rest = tuple(other for other in NEEDED if other != name)
    without = re.sub(rb"(?im)^" + name + rb":.*\r\n", b"", FULL)
    if name != b"from":
        assert dkim_signers(signed(without, headers=(*rest, b"from")), "bob.example", KEYS) == ("bob.example",)
        assert dkim_signers(signed(FULL, headers=rest), "bob.example", KEYS) == ()
    added = name.title() + b": another@bob.example\r\n"
    for sealed in (signed(FULL), signed(FULL, headers=rest) if name != b"from" else signed(FULL)):
        head, end, body = sealed.partition(b"\r\n\r\n")
        assert not dkim_signers(added + sealed, "bob.example", KEYS)
        assert not dkim_signers(head + b"\r\n" + added.removesuffix(b"\r\n") + end + body, "bob.example", KEYS)


def test_a_header_may_be_there_twice_if_both_are_signed() -> None:
    twice = b"To: also@club.example\r\n" + FULL
    assert not dkim_signers(signed(twice), "bob.example", KEYS)
    assert dkim_signers(signed(twice, headers=(*NEEDED, b"to")), "bob.example", KEYS) == ("bob.example",)


def test_content_type_may_be_unsigned_if_the_body_shows_its_boundary() -> None:
    sealed = signed(PARTS, headers=BY_GMAIL)
    assert dkim_signers(sealed, "bob.example", KEYS) == ("bob.example",)
    kind = b'multipart/alternative; boundary="0001"'
    for other in (
        b'multipart/report; boundary="0001"',
        b'multipart/alternative; boundary="0002"',
        b'multipart/alternative; boundary="0001"; charset=utf-7',
        b'multipart/alternative; boundary="0001"; boundary="0002"',
        b"text/plain",
        b"text/html",
    ):
        assert not dkim_signers(sealed.replace(kind, other), "bob.example", KEYS), other
    line = b"Content-Type: " + kind + b"\r\n"
    assert not dkim_signers(sealed.replace(line, b""), "bob.example", KEYS)
    assert not dkim_signers(sealed.replace(line, line + line), "bob.example", KEYS)
    assert not dkim_signers(signed(FULL, headers=BY_GMAIL), "bob.example", KEYS)


@pytest.mark.parametrize(
    "body", [b"M14\r\n--0001\r\n\r\nN15\r\n--0001--\r\n", b"--0001\r\n\r\nM14\r\n--0001--\r\nN15\r\n"]
)
def test_parts_that_are_only_a_piece_of_the_body_are_none(body: bytes) -> None:
    raw = PARTS.partition(b"--0001\r\n")[0] + body
    assert dkim_signers(signed(raw), "bob.example", KEYS) == ("bob.example",)
    assert not dkim_signers(signed(raw, headers=BY_GMAIL), "bob.example", KEYS)


def test_keys_of_other_organisations_are_not_queried() -> None:
    assert needed_keys(EVE.sign(LETTER), "bob.example") == ()
    assert needed_keys(EVE.sign(BOB.sign(LETTER)), "bob.example") == (BOB.record_name,)


def test_a_good_signature_counts_beside_bad_ones() -> None:
    several = EVE.sign(BOB.sign(LETTER))
    assert dkim_signers(several, "bob.example", KEYS) == ("bob.example",)


FORGED: dict[str, Callable[[int], bytes]] = {
    "made before the text was changed": lambda n: header_of(LETTER.replace(b"M14", b"M%d" % n), b"s=x%d" % n),
    "of a relative of the domain": lambda n: header_of(LETTER.replace(b"my", b"your"), b"s=x%d" % n, by=WORK),
    "for other headers, by one key": lambda n: header_of(LETTER.replace(b"my", b"your %d" % n)),
    "with a canonicalization that there is not": lambda n: header_of(LETTER, b"s=x%d" % n, (b"/relaxed", b"/x%d" % n)),
    "with a body hash that is none": lambda n: header_of(LETTER, b"s=x%d" % n, (b"bh=", b"bh=!")),
}


def header_of(
    raw: bytes, selector: bytes = b"s=s1", put: tuple[bytes, bytes] = (b"", b""), by: DkimSigner = BOB
) -> bytes:
    return by.sign(raw).removesuffix(raw).replace(b"s=s1", selector, 1).replace(*put, 1)


@pytest.mark.parametrize("bad", FORGED)
def test_bad_signatures_above_a_good_one_do_not_hide_it(bad: str) -> None:
    above = b"".join(FORGED[bad](n) for n in range(MOST_CHECKED - 1))
    raw = above + BOB.sign(LETTER)
    assert dkim_signers(raw, "bob.example", KEYS) == ("bob.example",)
    assert len(needed_keys(raw, "bob.example")) <= MOST


def test_only_a_few_of_many_signatures_are_checked() -> None:
    header = BOB.sign(LETTER).removesuffix(LETTER)
    many = b"".join(header.replace(b"s=s1", b"s=x%d" % n) for n in range(100)) + LETTER
    assert len(needed_keys(many, "bob.example")) == MOST


@pytest.mark.parametrize(
    "record",
    [
        "",
        "v=DKIM1; k=ed25519; p=",
        "v=DKIM1; k=ed25519; p=!!!",
        f"v=DKIM1; k=ed25519; p={base64.b64encode(b'x' * 32).decode()}",
        "v=DKIM2; " + dkim_record(BOB).partition(";")[2],
        "v=DKIM1; k=other; p=AAAA",
        f"{dkim_record(BOB)}; t=y",
        f"{dkim_record(BOB)}; t=s:y",
    ],
)
def test_a_missing_withdrawn_or_test_key_proves_nothing(record: str) -> None:
    assert not dkim_signers(BOB.sign(LETTER), "bob.example", {BOB.record_name: record})


def test_a_key_that_is_too_small_proves_nothing() -> None:
    small = dkim_signer("bob.example", key=RSA_TOO_SMALL)
    sealed = small.sign(LETTER)
    assert dkim.DKIM(sealed, minkey=512).verify(dnsfunc=lambda name, timeout: dkim_record(small).encode())
    assert not dkim_signers(sealed, "bob.example", records(small))
