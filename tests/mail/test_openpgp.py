"""OpenPGP: only text that the player's key signed is read, and no text beside it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from adjudicator.mail.incoming.letter import read_letter
from adjudicator.mail.incoming.openpgp import BadPublicKey, find_key, read_key, read_signed, strip_armour
from testkit.mail.openpgp import Signer, mime

HEAD = "From: bob@bob.example\nTo: play@club.example\nSubject: M99"
BOB = Signer.make("Bob <bob@bob.example>")
EVE = Signer.make("Bob <bob@bob.example>")
ODD = "M14\n- resign\n-- \nFrom here\n> quoted, é\n"


def letter(text: str, kind: str = "text/plain; charset=utf-8") -> bytes:
    return f"{HEAD}\nContent-Type: {kind}\nContent-Transfer-Encoding: 8bit\n\n{text}".replace("\n", "\r\n").encode()


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


GOOD: dict[str, Callable[[], bytes]] = {
    "PGP/MIME": lambda: BOB.mime(HEAD, ODD),
    "PGP/MIME with bare newlines": lambda: BOB.mime(HEAD, ODD).replace(b"\r\n", b"\n"),
    "clearsigned": lambda: letter(BOB.clearsign(ODD)),
    "clearsigned with bare newlines": lambda: letter(BOB.clearsign(ODD)).replace(b"\r\n", b"\n"),
    "clearsigned, text above and below": lambda: letter(f"M1\n\n{BOB.clearsign(ODD)}\nM2\n"),
    "PGP/MIME, a part behind it": lambda: BOB.mime(HEAD, ODD).replace(b"This is an", b"M1\r\nThis is an"),
    "clearsigned in a part": lambda: letter(
        f"--b\nContent-Type: text/plain; charset=utf-8\n\n{BOB.clearsign(ODD)}\n"
        "--b\nContent-Type: text/html\n\n<p>M2\n--b--",
        'multipart/alternative; boundary="b"',
    ),
    "clearsigned twice": lambda: letter(BOB.clearsign(ODD) + BOB.clearsign("M2")),
}


@pytest.mark.parametrize("how", GOOD)
def test_only_text_signed_by_the_players_key_is_read(how: str) -> None:
    signed = read_signed(GOOD[how](), BOB.public)
    assert (signed.fault, lines(signed.text)) == ("", lines(ODD))
    assert abs(signed.at - datetime.now(UTC)) < timedelta(minutes=5)


BAD: dict[str, tuple[str, Callable[[], bytes]]] = {
    "plain": ("unsigned", lambda: letter("M14")),
    "nothing": ("unsigned", lambda: b""),
    "armour without a signature": ("unsigned", lambda: letter("-----BEGIN PGP SIGNED MESSAGE-----\n\nM14\n")),
    "PGP/MIME without a second part": (
        "unsigned",
        lambda: letter("--b\n\nM14\n--b--\n", 'multipart/signed; boundary="b"'),
    ),
    "S/MIME": ("unsigned", lambda: BOB.mime(HEAD, ODD).replace(b"application/pgp-signature; n", b"application/x; n")),
    "signed in a part, forwarded": (
        "unsigned",
        lambda: letter(
            f"--b\nContent-Type: text/plain\n\nM2\n--b\n{BOB.mime('X: y', ODD).decode()}\n--b--",
            'multipart/mixed; boundary="b"',
        ),
    ),
    "clearsigned by another of the same name": ("bad_signature", lambda: letter(EVE.clearsign(ODD))),
    "PGP/MIME by another of the same name": ("bad_signature", lambda: EVE.mime(HEAD, ODD)),
    "clearsigned, changed": ("bad_signature", lambda: letter(BOB.clearsign(ODD)).replace(b"M14", b"M15")),
    "PGP/MIME, changed": ("bad_signature", lambda: BOB.mime(HEAD, ODD).replace(b"M14", b"M15")),
    "PGP/MIME, another type": ("bad_signature", lambda: BOB.mime(HEAD, ODD).replace(b"text/plain", b"text/html")),
    "another signature first": (
        "bad_signature",
        lambda: letter(EVE.clearsign("M1") + BOB.clearsign(ODD)),
    ),
    "PGP/MIME with rubbish for a signature": ("bad_signature", lambda: mime(HEAD, "\nM14", "rubbish")),
}


@pytest.mark.parametrize("how", BAD)
def test_text_that_the_players_key_did_not_sign_is_not_read(how: str) -> None:
    fault, make = BAD[how]
    signed = read_signed(make(), BOB.public)
    assert (signed.fault, signed.text) == (fault, "")


@pytest.mark.parametrize("key", ["", "rubbish", EVE.public])
def test_without_the_players_key_nothing_is_read(key: str) -> None:
    assert read_signed(GOOD["clearsigned"](), key).fault == "bad_signature"


def test_a_public_key_round_trips() -> None:
    key = read_key(BOB.public)
    assert key.fingerprint == BOB.cert.fingerprint
    assert read_key(key.armour) == key
    assert "PRIVATE" not in key.armour


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "none"),
        ("no key", "none"),
        (BOB.private, "private"),
        (BOB.public + EVE.public, "several"),
        (BOB.public + " " * 50_000, "large"),
    ],
)
def test_text_that_is_no_public_key_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadPublicKey) as fault:
        read_key(text)
    assert fault.value.reason == reason


def test_a_key_in_a_letter_is_found_and_is_not_part_of_its_text() -> None:
    read = read_letter(letter(f"key\n\n{BOB.public}\nM14\n"))
    assert read_key(read.key) == read_key(BOB.public)
    assert read.text.split() == ["key", "M14"]
    assert find_key("key\n") == ""


def test_a_signed_text_without_verification_is_read_without_its_armour() -> None:
    assert lines(read_letter(GOOD["clearsigned"]()).text) == lines(ODD)
    assert lines(read_letter(GOOD["PGP/MIME"]()).text) == lines(ODD)


@pytest.mark.parametrize("text", ["M14\n- resign\n", "-----\nM14", "", "-----BEGIN PGP\n"])
def test_a_text_without_armour_stays_as_it_is(text: str) -> None:
    assert strip_armour(text) == text
