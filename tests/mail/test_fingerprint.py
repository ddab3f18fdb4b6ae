"""Fingerprints: copies of a letter have the same one, and other letters another, even with one Message-ID."""

import pytest

from adjudicator.mail.incoming.fingerprint import fingerprint

TO = "play+k7q2-1-9-dygsnhv6iujjgv2x@club.example"
LETTER = (
    b"Received: from a by b\nFrom: Bert <bert@example.org>\nMessage-ID: <1@example.org>\n"
    b"Date: Mon, 30 Nov 2026 09:14:00 +0100\nSubject: Re: Your\n turn\n\nM16\n"
)


@pytest.mark.parametrize(
    "copy",
    [
        LETTER,
        LETTER.replace(b"\n", b"\r\n"),
        LETTER.replace(b"from a by b", b"from c by d"),
        b"Delivered-To: x@example.org\nDKIM-Signature: v=1\n" + LETTER,
        LETTER.replace(b"Your\n turn", b"Your turn"),
        LETTER.replace(b"Message-ID:", b"Message-Id:"),
        LETTER + b"\n\n",
        b"From bert@example.org Mon Nov 30 09:14:00 2026\n" + LETTER,
    ],
)
def test_a_copy_has_the_same_fingerprint(copy: bytes) -> None:
    assert fingerprint(copy, TO.upper()) == fingerprint(LETTER, TO)


@pytest.mark.parametrize(
    "other",
    [
        LETTER.replace(b"M16", b"M17"),
        LETTER.replace(b"<1@", b"<2@"),
        LETTER.replace(b"09:14", b"09:15"),
        LETTER.replace(b"bert@", b"anna@"),
        b"",
    ],
)
def test_another_letter_has_another_fingerprint(other: bytes) -> None:
    assert fingerprint(other, TO) != fingerprint(LETTER, TO)


def test_a_letter_to_two_recipients_has_two_fingerprints() -> None:
    assert fingerprint(LETTER, TO) != fingerprint(LETTER, "play@club.example")


def test_a_letter_without_a_message_id_has_a_fingerprint() -> None:
    bare = LETTER.replace(b"Message-ID: <1@example.org>\n", b"")
    copy = bare.replace(b"from a by b", b"from c by d").replace(b"\n", b"\r\n")
    assert fingerprint(copy, TO) == fingerprint(bare, TO)
    others = (bare.replace(b"M16", b"M17"), bare.replace(b"09:14", b"09:15"), LETTER)
    assert fingerprint(bare, TO) not in {fingerprint(other, TO) for other in others}
