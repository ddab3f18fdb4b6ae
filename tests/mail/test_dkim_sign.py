"""Signed letters verify with the published record, and any change in transit breaks the signature."""

from __future__ import annotations

import base64
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import dkim
import pytest

from adjudicator.mail.outgoing.compose import OutgoingLetter, compose_letter
from adjudicator.mail.outgoing.dkim_record import dkim_record
from adjudicator.mail.outgoing.dkim_sign import SIGNED, BadKey, DkimSigner
from testkit.mail.dkim_keys import ED25519, ED25519_BARE, RSA, RSA_AS_BEFORE, dkim_signer

LETTER = compose_letter(
    OutgoingLetter(
        message_id="<7.k7q2-1-9-dygsnhv6iujjgv2x@club.example>",
        date=datetime(2026, 11, 27, 19, tzinfo=UTC),
        to="bob@bob.example",
        to_name="Bob",
        sender="play@club.example",
        sender_name="Adjudicator",
        reply_to="play+k7q2-1-9-dygsnhv6iujjgv2x@club.example",
        subject="[Egyptos K7Q2] Your turn 9, dès jeudi",
        text="Anna laid M15.\n\nFrom here on\n.. it is your turn. \n",
        html="<p>Anna laid M15.</p>",
        references=("<k7q2.match@club.example>", f"<{'long' * 40}@outlook.example>"),
        list_id="<k7q2.play.club.example>",
        unsubscribe_url="https://club.example/l/abc",
    )
)


def verifies(raw: bytes, by: DkimSigner) -> bool:
    asked: list[bytes] = []

    def look_up(name: bytes, timeout: int = 5) -> bytes:
        asked.append(name)
        return dkim_record(by).encode()

    good = bool(dkim.verify(raw, dnsfunc=look_up))
    assert asked in ([f"{by.record_name}.".encode()], [])
    return good


@pytest.mark.parametrize("key", [RSA, RSA_AS_BEFORE, ED25519, ED25519_BARE])
def test_a_letter_verifies_with_the_record_that_we_ask_to_publish(key: str) -> None:
    by = dkim_signer("club.example", "adjudicator", key)
    sealed = by.sign(LETTER)
    assert sealed.endswith(LETTER)
    assert verifies(sealed, by)


@pytest.mark.parametrize("key", [RSA, RSA_AS_BEFORE])
def test_the_record_holds_the_key_as_openssl_writes_it(key: str, tmp_path: Path) -> None:
    (tmp_path / "dkim.pem").write_text(key)
    words = ["openssl", "pkey", "-in", str(tmp_path / "dkim.pem"), "-pubout", "-outform", "DER"]
    public = subprocess.run(words, check=True, capture_output=True).stdout
    assert dkim_record(dkim_signer("club.example", key=key)) == f"v=DKIM1; k=rsa; p={base64.b64encode(public).decode()}"


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: raw.replace(b"M15", b"M16"),
        lambda raw: b"From: eve@evil.example\r\n" + raw,
        lambda raw: b"Reply-To: eve@evil.example\r\n" + raw,
        lambda raw: raw.replace(b"/l/abc", b"/l/abd"),
        lambda raw: raw.replace(b"One-Click", b"Two-Click"),
        lambda raw: raw + b"And send me money.\r\n",
        lambda raw: re.sub(rb"References:[^\r]*\r\n", b"", raw),
        lambda raw: re.sub(rb"(In-Reply-To: <)l", rb"\1k", raw),
    ],
    ids=["text", "From", "Reply-To", "unsubscribe", "one click", "appended", "no References", "In-Reply-To"],
)
def test_any_change_breaks_the_signature(change: object) -> None:
    by = dkim_signer("club.example")
    assert callable(change)
    changed = change(by.sign(LETTER))
    assert changed != by.sign(LETTER)
    assert not verifies(changed, by)


@pytest.mark.parametrize("name", sorted(set(SIGNED) - {b"from"}))
def test_a_missing_header_cannot_be_added(name: bytes) -> None:
    by = dkim_signer("club.example")
    bare = by.sign(b"From: play@club.example\r\n\r\nM14\r\n")
    assert verifies(bare, by)
    assert not verifies(name + b": added\r\n" + bare, by)


def test_headers_added_in_transit_do_no_harm() -> None:
    by = dkim_signer("club.example")
    assert verifies(b"Received: from here by there\r\nReturn-Path: <x@club.example>\r\n" + by.sign(LETTER), by)


def test_no_line_of_a_signature_is_too_long_and_nothing_leaves_the_body_open() -> None:
    header, _, _ = dkim_signer("club.example", key=RSA).sign(LETTER).partition(b"\r\nDate:")
    assert max(map(len, header.split(b"\r\n"))) <= 78
    assert b" l=" not in header


@pytest.mark.parametrize(
    "text", ["", "no key", "-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----\n", RSA[:800]]
)
def test_a_key_that_is_none_is_refused_without_repeating_it(text: str) -> None:
    with pytest.raises(BadKey) as fault:
        DkimSigner.load("club.example", "s1", text)
    assert not text or text not in str(fault.value)


def test_the_repr_of_a_signer_hides_its_key() -> None:
    assert "PRIVATE" not in repr(dkim_signer("club.example", key=RSA))
