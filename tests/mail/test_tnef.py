"""TNEF attachments of Outlook: their text is read, and broken ones raise no errors."""

from __future__ import annotations

import struct
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.incoming.letter import read_letter
from adjudicator.mail.incoming.rtf import decompress_rtf, rtf_to_text
from adjudicator.mail.incoming.tnef import TnefBody, unwrap_tnef
from adjudicator.mail.reply.reply import read_reply
from adjudicator.mail.text.charset import tidy_text
from adjudicator.mail.text.doubt_marks import mark_doubtful_lines

SPECIMEN = bytes.fromhex(
    "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
)
REPEATED = bytes.fromhex("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0")


def packed(rtf: bytes) -> bytes:
    """Write RTF in the uncompressed form of MS-OXRTFCP."""
    return struct.pack("<II4sI", len(rtf) + 12, len(rtf), b"MELA", 0) + rtf


def attribute(number: int, content: bytes) -> bytes:
    return b"\x01" + struct.pack("<II", number, len(content)) + content + struct.pack("<H", sum(content) & 0xFFFF)


def text_property(name: int, kind: int, value: bytes) -> bytes:
    named = b"\0" * 16 + struct.pack("<II", 1, 4) + "no".encode("utf-16-le") if name >= 0x8000 else b""
    return (
        struct.pack("<HH", kind, name) + named + struct.pack("<II", 1, len(value)) + value + b"\0" * (-len(value) % 4)
    )


def wrapping(*properties: bytes, body: bytes = b"") -> bytes:
    content = struct.pack("<I", len(properties)) + b"".join(properties)
    return (
        struct.pack("<IH", 0x223E9F78, 1)
        + (attribute(0x0002800C, body) if body else b"")
        + attribute(0x00069003, content)
    )


NUMBER = struct.pack("<HHI", 0x03, 0x0E07, 1)
RTF = rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}\pard M14\par Gr\'fc\'dfe \u8211?\par}"
HTML = (
    rb"{\rtf1\ansi\ansicpg1252\fromhtml1{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 M14{\*\htmltag4 <br>}"
    rb"\htmlrtf \line resign\htmlrtf0 {\*\htmltag84 &amp;}N15{\*\htmltag72 </p>}\htmlrtf }\htmlrtf0}"
)


@pytest.mark.parametrize(
    ("raw", "plain"),
    [
        (wrapping(body=b"M14\r\n"), "M14\r\n"),
        (wrapping(NUMBER, text_property(0x1000, 0x1F, "M14 \u2013 N15\0".encode("utf-16-le"))), "M14 \u2013 N15"),
        (wrapping(text_property(0x8500, 0x1E, b"resign\0"), text_property(0x1000, 0x1E, b"M14\0")), "M14"),
        (wrapping(text_property(0x1009, 0x102, packed(RTF))), "M14\nGrüße \u2013\n"),
        (wrapping(text_property(0x1009, 0x102, REPEATED)), "WXYZWXYZWXYZWXYZWXYZ"),
    ],
    ids=["body", "unicode", "named", "rich text", "compressed"],
)
def test_the_text_comes_out(raw: bytes, plain: str) -> None:
    assert unwrap_tnef(raw) == TnefBody(plain)


def test_html_comes_out_as_html() -> None:
    assert unwrap_tnef(wrapping(text_property(0x1013, 0x102, b"<p>M14</p>"))).html == "<p>M14</p>"
    assert unwrap_tnef(wrapping(text_property(0x1009, 0x102, packed(HTML)))).html == "<p>M14<br>&amp;N15</p>"


def test_hidden_rich_text_is_left_out_and_struck_out_rich_text_is_unsure() -> None:
    rtf = rb"{\rtf1\ansi {\strike N15}\par {\v N16}M14\par {\fs2 N17}\fs20\par \striked1 N18\plain\par M16}"
    reply = read_reply(mark_doubtful_lines(tidy_text(rtf_to_text(rtf)[0])), lambda _: False)
    assert reply.unsure == ("N15", "N17", "N18")
    assert [line for line in reply.lines if line] == ["M14", "M16"]


def test_compressed_text_is_unpacked_as_the_specification_shows() -> None:
    assert decompress_rtf(SPECIMEN) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    assert rtf_to_text(decompress_rtf(SPECIMEN)) == ("hello world", "")
    assert decompress_rtf(REPEATED) == b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"


@pytest.mark.parametrize("kind", ["ms-tnef", "octet-stream"])
def test_a_tnef_attachment_alone_is_read(kind: str) -> None:
    letter = EmailMessage()
    letter["From"] = "bob@bob.example"
    letter.set_content(wrapping(body=b"M14\r\n"), maintype="application", subtype=kind, filename="winmail.dat")
    read = read_letter(letter.as_bytes())
    assert read.text.strip() == "M14"
    assert read.unread == ()


def test_beside_plain_text_tnef_is_not_read() -> None:
    letter = EmailMessage()
    letter.set_content("M14")
    letter.add_attachment(wrapping(body=b"N15"), maintype="application", subtype="ms-tnef", filename="winmail.dat")
    read = read_letter(letter.as_bytes())
    assert read.text.strip() == "M14"
    assert read.unread == ("application/ms-tnef",)


def test_tnef_without_text_is_listed_as_unread() -> None:
    letter = EmailMessage()
    letter.set_content(wrapping(NUMBER), maintype="application", subtype="ms-tnef", filename="winmail.dat")
    read = read_letter(letter.as_bytes())
    assert not read.text.strip()
    assert read.unread == ("application/ms-tnef",)


WHOLE = wrapping(NUMBER, text_property(0x1009, 0x102, packed(HTML)), body=b"")


@given(st.integers(0, len(WHOLE)), st.binary(max_size=12))
def test_broken_tnef_breaks_nothing(place: int, noise: bytes) -> None:
    unwrap_tnef(WHOLE[:place] + noise + WHOLE[place + len(noise) :])
    unwrap_tnef(WHOLE[:place])
    rtf_to_text(decompress_rtf(struct.pack("<II4sI", 99, 99_999, b"LZFu", 0) + noise * 99))
