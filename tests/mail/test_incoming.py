"""Odd, broken and hostile letters are read as well as possible, or refused with a reason."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.errors import LetterRefused
from adjudicator.mail.incoming.letter import Letter, read_letter
from adjudicator.mail.trust.from_header import Sender
from testkit.cpu_cost import assert_costs_little
from testkit.mail.fuzz.check import try_prose

HEAD = (
    "From: Bert <bert@example.org>\nTo: play@club.example\nSubject: M16\n"
    "Message-ID: <1@example.org>\nDate: Mon, 30 Nov 2026 09:14:00 +0100\n"
)


def letter(body: str, headers: str = "", encoding: str = "utf-8") -> Letter:
    return read_letter(f"{HEAD}{headers}\n{body}".encode(encoding))


def text(body: str, headers: str = "", encoding: str = "utf-8") -> str:
    return letter(body, headers, encoding).text.strip()


def parts(*bodies: tuple[str, str], kind: str = "alternative") -> str:
    inner = "".join(f"--b\nContent-Type: {what}\n\n{body}\n" for what, body in bodies)
    return f'Content-Type: multipart/{kind}; boundary="b"\n\n{inner}--b--\n'


def whole(content: str) -> Letter:
    return read_letter((HEAD + content).encode())


def nested(depth: int, kind: str = "mixed") -> bytes:
    opened = "".join(f'Content-Type: multipart/{kind}; boundary="b{n}"\n\n--b{n}\n' for n in range(depth))
    return f"{HEAD}{opened}\nM16\n".encode()


def test_a_plain_letter_is_read_whole() -> None:
    read = letter("M16\n", "In-Reply-To: <b@club.example>\nReferences: <a@club.example>\n <b@club.example>\n")
    assert read.sender == Sender("bert@example.org", "Bert")
    assert read.subject == "M16"
    assert read.message_id == "<1@example.org>"
    assert read.references == ("<a@club.example>", "<b@club.example>")
    assert read.recipients == ("play@club.example",)
    assert read.date == datetime(2026, 11, 30, 8, 14, tzinfo=UTC)
    assert read.text.strip() == "M16"
    assert (read.robot, read.bounce, read.from_html, read.unread, read.list_id) == ("", None, False, (), "")


@pytest.mark.parametrize("raw", [b"", b"\n", b"\n\nM16\n", b"M16", b"\xff\xfe\0", b": :\n\nx", b"From \n\n"])
def test_a_nearly_empty_letter_has_no_sender(raw: bytes) -> None:
    read = read_letter(raw)
    assert read.sender is None
    assert read.sender_fault is not None
    assert read.sender_fault.reason == "none"


@given(st.binary(max_size=400), st.binary(max_size=400))
def test_no_bytes_break_the_reader(head: bytes, body: bytes) -> None:
    read_letter(head + b"\n\n" + body)
    read_letter(HEAD.encode() + b"Content-Type: text/html\n\n" + body)


@pytest.mark.parametrize(
    "raw",
    [
        b"\r\n\r\n" + HEAD.encode() + b"\nM16\n",
        b"From bert@example.org Mon Nov 30 09:14:00 2026\n" + HEAD.encode() + b"\nM16\n",
        (HEAD + "\nM16\n").replace("\n", "\r\n").encode(),
        (HEAD + "\nM16\n").replace("\n", "\r").encode(),
        (HEAD + "\nM\x0016\n").encode(),
    ],
    ids=["blank lines first", "mailbox line", "crlf", "bare cr", "nul"],
)
def test_mbox_lines_and_blank_lines_around_a_letter_are_removed(raw: bytes) -> None:
    read = read_letter(raw)
    assert read.subject == "M16"
    assert read.text.strip() == "M16"


@pytest.mark.parametrize(
    ("charset", "raw", "said"),
    [
        ("utf-8", "Zug für M16".encode(), "Zug für M16"),
        ("iso-8859-1", "Zug für \u201cM16\u201d".encode("windows-1252"), "Zug für \u201cM16\u201d"),
        ("us-ascii", "Zug für M16".encode(), "Zug für M16"),
        ("us-ascii", "Zug für M16".encode("latin-1"), "Zug für M16"),
        ("x-unknown", "Zug für M16".encode(), "Zug für M16"),
        ("charset=utf-8", "Zug für M16".encode(), "Zug für M16"),
        ("windows-31j", "M16 \u3067\u3059".encode("cp932"), "M16 \u3067\u3059"),
        ("utf8mb4", "Zug für M16".encode(), "Zug für M16"),
        ("rot13", b"M16", "M16"),
        ("zlib", b"M16", "M16"),
        ("punycode", b"M16-", "M16-"),
        ("unicode_escape", rb"M16 \x41", r"M16 \x41"),
        ("utf-7", b"M16 +AGEAYg-", "M16 +AGEAYg-"),
        ("utf-7", "# für +AE0AMQA2-".encode(), "# für +AE0AMQA2-"),
        ("utf-16", b"M16?", "M16?"),
        ("utf-32-le", b"M16?", "M16?"),
        ("hz", b"M16 ~{VPND", "M16 ~{VPND"),
        ("cp037", b"M16", "M16"),
        ("cp500", "für \u00d4ñ".encode(), "für \u00d4ñ"),
        ("iso-2022-jp", "M16 \u3067\u3059".encode("iso-2022-jp"), "M16 \u3067\u3059"),
        ("big5", "M16 \u4e2d".encode("big5"), "M16 \u4e2d"),
        ("", b"\x81\x8d M16", "\ufffd\ufffd M16"),
    ],
)
def test_any_character_set_is_read(charset: str, raw: bytes, said: str) -> None:
    head = f'{HEAD}Content-Type: text/plain; charset="{charset}"\n\n'
    assert read_letter(head.encode() + raw).text.strip() == said


@pytest.mark.parametrize(
    ("encoding", "body", "said"),
    [
        ("quoted-printable", "Zug f=C3=BCr M=\n16", "Zug für M16"),
        ("quoted-printable;", "Zug f=C3=BCr M16", "Zug für M16"),
        ("QUOTED-PRINTABLE", "M1=36", "M16"),
        ("base64", "TTE2", "M16"),
        ("base64", "TTE2=", "M16"),
        ("base64", "T%TE2\n", "M16"),
        ("7-bit", "M16", "M16"),
        ("8 bit", "M16", "M16"),
        ("utf-8", "M16", "M16"),
        ("x-gzip64", "M16", "M16"),
        ("x-uuencode", "begin 644 a\n#33$V\n \nend", "M16"),
    ],
)
def test_any_transfer_encoding_is_read(encoding: str, body: str, said: str) -> None:
    headers = f"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n"
    assert text(body, headers) == said


def test_invisible_characters_do_not_reach_an_engine() -> None:
    assert text("M\u200b16\u00a0N15\ufeff\u00ad\x07") == "M16 N15"
    assert text("M16\u2028N15\x85N16\x0b") == "M16\nN15\nN16"


def test_plain_text_is_preferred() -> None:
    read = whole(parts(("text/plain", "M16"), ("text/html", "<p>M17")))
    assert (read.text.strip(), read.from_html) == ("M16", False)


@pytest.mark.parametrize("blank", ["", " ", "\u00a0\n\n", "\ufeff"])
def test_html_is_read_where_the_plain_text_is_blank(blank: str) -> None:
    read = whole(parts(("text/plain; charset=utf-8", blank), ("text/html", "<p>M16</p>")))
    assert (read.text.strip(), read.from_html) == ("M16", True)


def test_a_letter_of_html_alone_is_read() -> None:
    assert text("<html><body><div>M16<br>N15</div></body></html>", "Content-Type: text/html\n") == "M16\nN15"


def test_all_texts_of_a_letter_are_read_in_order() -> None:
    read = whole(parts(("text/plain", "M16"), ("image/png", "x"), ("text/plain", "N15"), kind="mixed"))
    assert read.text.split() == ["M16", "N15"]
    assert read.unread == ("image/png",)


def test_attachments_and_letters_within_letters_are_not_read() -> None:
    read = whole(
        parts(
            ("text/plain", "M16"),
            ("text/plain\nContent-Disposition: attachment; filename=x.txt", "N15"),
            ("message/rfc822", "Subject: x\n\nresign"),
            kind="mixed",
        )
    )
    assert read.text.strip() == "M16"
    assert read.unread == ("text/plain", "message/rfc822")


def test_a_letter_without_text_lists_its_unread_parts() -> None:
    read = whole(parts(("application/ms-tnef; name=winmail.dat", "eJ8+"), kind="mixed"))
    assert read.text == ""
    assert read.unread == ("application/ms-tnef",)


@pytest.mark.parametrize(
    ("headers", "field", "value"),
    [
        ("Subject: =?utf-8?q?Z=C3=BCge?=\n", "subject", "Züge"),
        ("Subject: =?utf-8?b?WsO8Z2U=?= =?utf-8?q?_M16?=\n", "subject", "Züge M16"),
        ("Subject: =?x?q?a?= =?utf-8?b?%%%?=\n", "subject", "a=?utf-8?b?%%%?="),
        ("Subject: Züge\n", "subject", "Züge"),
        ("Subject: a\n b\n\tc\n", "subject", "a b c"),
        ("Date: yesterday\n", "date", None),
        ("Date: Mon, 30 Nov 2026 25:61:00 +9999\n", "date", None),
        ("Message-ID: <<<<\n", "message_id", ""),
        ("List-Id: Games <games.example.org>\n", "list_id", "Games <games.example.org>"),
    ],
)
def test_odd_headers_are_read_as_well_as_it_goes(headers: str, field: str, value: object) -> None:
    assert getattr(read_letter(f"{headers}\nM16\n".encode()), field) == value


def test_two_senders_are_no_sender() -> None:
    read = letter("M16\n", "From: anna@example.org\n")
    assert read.sender is None
    assert read.sender_fault is not None
    assert read.sender_fault.reason == "several"


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (HEAD.encode() + b"\n" + b"x" * (30 << 20), "too_large"),
        (b"To: " + b"," * 50_000 + b"\n\nM16", "header"),
        (b"X-Report: " + b"x" * 70_000 + b"\n\nM16", "headers"),
        (b"Content-Disposition: a" + b";" * 50_000 + b"\n\nM16", "header"),
        (nested(1) + b'--b0\nContent-Disposition: a;a="' + b";" * 9_000 + b"\n\nM16", "header"),
        (nested(2_000), "nested"),
        (nested(60), "nested"),
        (HEAD.encode() + b"Content-Type: message/rfc822\n\n" * 3_000, "nested"),
        (HEAD.encode() + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nM16\n" * 20_000, "parts"),
    ],
    ids=["30 MB", "commas", "long head", "semicolons", "semicolons in a part", "2,000", "60", "letters", "parts"],
)
def test_a_letter_beyond_a_limit_is_refused_at_once(raw: bytes, reason: str) -> None:
    def refused() -> None:
        with pytest.raises(LetterRefused) as fault:
            read_letter(raw)
        assert fault.value.reason == reason

    assert_costs_little(refused, try_prose, len(raw), times=10)


def test_the_limit_is_the_installations() -> None:
    with pytest.raises(LetterRefused, match="too_large"):
        read_letter(HEAD.encode() + b"\n" + b"x" * 2_000, limit=1_000)


@pytest.mark.parametrize(
    "body",
    [
        b"\n" + b"A" * 900_000,
        b"Content-Type: text/plain; format=flowed\n\n" + b"word word \n" * 80_000,
        b"Content-Type: text/plain; charset=punycode\n\n" + b"a" * 900_000,
        b"Content-Type: text/html\n\n" + b"<div>" * 5_000 + b"M16",
        b"Content-Type: text/html\n\n" + b"<blockquote>" * 5_000 + b"M16",
        b"Content-Type: text/html\n\n" + b"<blockquote>a</blockquote>" * 18_000,
        b"Content-Type: text/html\n\n" + b"<a href=x>y</a> " * 2_000,
        b"Content-Type: text/html\n\n" + b"<a<" * 30_000,
        b"Content-Type: text/html\n\n<table><tr>" + b"<td>x" * 100_000,
        b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nM16\n" * 450,
    ],
    ids=["one line", "flowed", "punycode", "divs", "nested quotes", "quotes", "links", "a<a<", "cells", "parts"],
)
def test_a_large_harmless_letter_is_read_in_time(body: bytes) -> None:
    raw = HEAD.encode() + body
    assert_costs_little(lambda: read_letter(raw), try_prose, len(raw), times=30)
