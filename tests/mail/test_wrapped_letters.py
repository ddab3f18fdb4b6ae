"""Text inside S/MIME signatures, odd Content-Type headers and ISO 2022 escapes is read, or listed as unread."""

from __future__ import annotations

from base64 import encodebytes
from pathlib import Path
from random import Random

import pytest

from adjudicator.mail.incoming.letter import Letter, read_letter
from adjudicator.mail.incoming.smime import signed_content
from adjudicator.mail.reply.reply import read_reply

HEAD = b"From: bert@example.org\nSubject: Re: your turn\n"
PART = b"Content-Type: text/plain; charset=utf-8\r\n\r\nM14\r\n"
SIGNED, ENVELOPED, DATA = (bytes.fromhex("2a864886f70d01070" + last) for last in "231")
PKCS7 = b'Content-Type: application/pkcs7-mime; name="smime.p7m"\nContent-Transfer-Encoding: base64\n\n'


def lines(raw: bytes) -> tuple[str, ...]:
    return read_reply(read_letter(HEAD + raw).text, lambda _: False).lines


def der(tag: int, *contents: bytes, open_ended: bool = False) -> bytes:
    """Write a BER element; `open_ended` is the indefinite form, with an end mark instead of a length."""
    content = b"".join(contents)
    if open_ended:
        return bytes((tag, 0x80)) + content + b"\0\0"
    size = len(content)
    length = bytes((size,)) if size < 0x80 else bytes((0x82, size >> 8, size & 0xFF))
    return bytes((tag,)) + length + content


def cms(part: bytes, kind: bytes = SIGNED, *, open_ended: bool = False, pieces: int = 1) -> bytes:
    step = -(-len(part) // pieces)
    octets = [der(0x04, part[at : at + step]) for at in range(0, len(part), step)]
    content = octets[0] if pieces == 1 else der(0x24, *octets, open_ended=open_ended)
    inner = der(0x30, der(0x06, DATA), der(0xA0, content, open_ended=open_ended), open_ended=open_ended)
    signed = der(0x30, der(0x02, b"\1"), der(0x31), inner, der(0x31), open_ended=open_ended)
    return der(0x30, der(0x06, kind), der(0xA0, signed, open_ended=open_ended), open_ended=open_ended)


def wrapped(content: bytes, head: bytes = PKCS7) -> bytes:
    return head + encodebytes(content)


@pytest.mark.parametrize(
    "content",
    [
        cms(PART), cms(PART, open_ended=True), cms(PART, pieces=3), cms(PART, pieces=3, open_ended=True),
        cms(wrapped(cms(PART))), (Path(__file__).parent / "smime" / "signed.p7m").read_bytes(),
        cms(b"Content-Type: multipart/alternative; boundary=a\n\n--a\n" + PART + b"--a--\n"),
    ],
    ids=["plain", "open", "pieces", "open pieces", "twice", "by openssl", "several parts"],
)  # fmt: skip
@pytest.mark.parametrize(
    "head",
    [
        PKCS7,
        PKCS7.replace(b"pkcs7-mime", b"x-pkcs7-mime"),
        PKCS7.replace(b"pkcs7-mime", b"octet-stream"),
        b"Content-Disposition: attachment; filename=smime.p7m\n" + PKCS7,
    ],
    ids=["as it should be", "by its old name", "by its file's name", "attached"],
)
def test_text_inside_a_signature_is_read(content: bytes, head: bytes) -> None:
    assert lines(wrapped(content, head)) == ("M14",)


@pytest.mark.parametrize("content", [cms(PART, ENVELOPED), b"", b"\x30\x80" * 10_000, cms(PART)[:40], b"\x3f" * 50])
def test_encrypted_or_broken_parts_are_listed_as_unread(content: bytes) -> None:
    letter: Letter = read_letter(HEAD + wrapped(content))
    assert (letter.text, letter.unread) == ("", ("application/pkcs7-mime",))


def test_a_detached_signature_is_not_opened() -> None:
    raw = b"Content-Type: multipart/mixed; boundary=a\n\n--a\n\nM16\n--a\n" + wrapped(cms(PART)) + b"--a--\n"
    assert lines(raw) == ("M16",)


def test_nested_signatures_are_limited() -> None:
    content = cms(PART)
    for _ in range(6):
        content = cms(wrapped(content))
    assert lines(wrapped(content)) == ()


def test_no_bytes_break_the_reader_of_signatures() -> None:
    random, good = Random(7), cms(PART, pieces=3, open_ended=True)
    for _ in range(2_000):
        octets = bytearray(good[: random.randrange(len(good) + 1)])
        for at in random.sample(range(len(octets)), min(len(octets), 3)):
            octets[at] = random.randrange(256)
        signed_content(bytes(octets))


def several(header: bytes, boundary: bytes, kind: bytes = b"text/plain") -> bytes:
    return header + b"\n\n--" + boundary + b"\nContent-Type: " + kind + b"\n\nM14\n--" + boundary + b"--\n"


@pytest.mark.parametrize(
    "raw",
    [
        several(
            b'Content-Type: multipart/alternative;\n boundary="=_alternative 0030\n 8D20"', b"=_alternative 0030 8D20"
        ),
        several(b'Content-Type: multipart/mixed;\n\tboundary="----=_Next\n\t_000"', b"----=_Next\t_000"),
        several(b'Content-Type: multipart/mixed;\n\tboundary="----=_Next\n\t_000"', b"----=_Next _000"),
        several(b'Content-Type: multipart/mixed;\n\tboundary="----=_Next\n\t_000"', b"----=_Next_000"),
        several(b"Content-Type: multipart/mixed (several parts); boundary=abc", b"abc"),
        several(b"Content-Type: multipart/mixed; (it (really) is) boundary=abc (there)", b"abc"),
        several(b"Content-Type: (what it is) multipart/mixed; boundary=abc", b"abc"),
        several(b'Content-Type: multipart/mixed; boundary="a(b)c"', b"a(b)c"),
        several(b"Content-Type: multipart/mixed; boundary=a(b)c", b"a(b)c"),
        several(b"Content-Type: multipart/mixed; boundary=abc", b"abc", b"text/plain (text); charset=us-ascii (US)"),
        b'Content-Type: text/plain (text); charset="utf-8"\n\nM14\n',
        b"Content-Type: text/html (page)\n\n<p>M14\n",
    ],
)
def test_comments_and_folds_in_a_content_type_hide_nothing(raw: bytes) -> None:
    assert lines(raw) == ("M14",)


@pytest.mark.parametrize(
    "raw",
    [
        b"Content-Type: multipart/alternative; boundary=001a\n\nM14\n",
        b"Content-Type: multipart/alternative\n\nM14\n",
        b"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: multipart/mixed; boundary=y\n\nM14\n--x--\n",
        b"Content-Type: multipart/mixed; boundary=x\nContent-Transfer-Encoding: quoted-printable\n\nM1=\n4\n",
    ],
)
def test_several_parts_without_their_boundary_are_one_text(raw: bytes) -> None:
    assert lines(raw) == ("M14",)


@pytest.mark.parametrize(
    "declared", [b"", b"Content-Type: text/plain;\n", b"Content-Type: text/plain; charset=us-ascii\n"]
)
@pytest.mark.parametrize(
    ("raw", "read"),
    [
        (b"\x1b$B$h$m$7$/\x1b(B\nM14\n", ("よろしく", "M14")),
        (b"press \x1b$B$h$$<j$G$9$M\x1b(B\n\nM14\n", ("press よい手ですね", "", "M14")),
        (b"\x1b$)C\x0eGQ\x0f\nM14\n", ("한", "M14")),
        (b"\x1b(I1\x1b(B\nM14\n", ("ｱ", "M14")),
        (b"\x1b$B$h\x1b(J\nM14\n", ("よ", "M14")),
    ],
)
def test_escapes_of_iso_2022_override_the_declared_charset(declared: bytes, raw: bytes, read: tuple[str, ...]) -> None:
    assert lines(declared + b"\n" + raw) == read
