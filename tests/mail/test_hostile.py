"""Hostile letters: each is read or refused in time, and none raises an unexpected error."""

from __future__ import annotations

import tracemalloc
from itertools import product
from random import Random

import pytest

from adjudicator.mail.errors import LetterRefused
from adjudicator.mail.incoming.letter import read_letter
from adjudicator.mail.text.size_limits import HEADER_LINES
from adjudicator.mail.trust.dkim_verify import needed_keys
from testkit.cases import check_cases
from testkit.cpu_cost import assert_costs_little
from testkit.mail.fuzz.bombs import HEADERS, MARKUP, TEXTS
from testkit.mail.fuzz.check import try_letter, try_prose
from testkit.mail.fuzz.letter import letter
from testkit.mail.fuzz.odd_values import CHARSETS, DISPOSITIONS, NAMES, TYPES, VALUES
from testkit.mail.fuzz.part import Part

HEAD = b"From: Bert <bert@example.org>\nTo: play@club.example\nSubject: M16\n"
HARMLESS = 1 << 15
TIMES = 4.0
"""Maximum cost of a hostile letter, relative to a harmless one of `HARMLESS` bytes; most are below 1."""


def read_harmless(_: int) -> None:
    """Read the same 500 lines as a standard for letters of all sizes: hostile ones are cut or refused."""
    try_prose(HARMLESS)


def assert_read_in_time(raw: bytes) -> None:
    assert_costs_little(lambda: try_letter(raw), read_harmless, HARMLESS, TIMES)


@pytest.mark.parametrize("name", TEXTS)
def test_a_repetitive_text_is_read_in_time(name: str) -> None:
    assert_read_in_time(HEAD + b"\n" + TEXTS[name](25_000))


@pytest.mark.parametrize("kind", [b"text/plain; format=flowed; delsp=yes", b"text/html"])
@pytest.mark.parametrize("name", TEXTS)
def test_a_repetitive_text_of_another_type_is_read_in_time(name: str, kind: bytes) -> None:
    assert_read_in_time(HEAD + b"Content-Type: " + kind + b"\n\n" + TEXTS[name](12_000))


@pytest.mark.parametrize("name", TEXTS)
def test_a_repetitive_text_in_nested_tables_is_read_in_time(name: str) -> None:
    tables = b"Content-Type: text/html\n\n" + b"<table><tr><td>" * 300
    assert_read_in_time(HEAD + tables + TEXTS[name](25_000))


@pytest.mark.parametrize("name", HEADERS)
def test_an_endless_header_section_has_no_signatures(name: str) -> None:
    raw = b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=a; h=from; b=x\n" + HEADERS[name](250_000)

    def look() -> None:
        assert needed_keys(raw[: 1 << 20], "example.org") == ()

    assert_costs_little(look, read_harmless, HARMLESS, TIMES / 10)


@pytest.mark.parametrize("count", [2_500])
@pytest.mark.parametrize("name", MARKUP)
def test_repetitive_markup_is_read_in_time(name: str, count: int) -> None:
    assert_read_in_time(HEAD + b"Content-Type: text/html\n\n" + MARKUP[name](count))


@pytest.mark.parametrize("count", [60, 20_000])
@pytest.mark.parametrize("name", HEADERS)
def test_a_repetitive_header_section_is_read_in_time(name: str, count: int) -> None:
    bomb = HEADERS[name](count)
    assert_read_in_time(bomb + b"\n" + HEAD + b"\nM16\n")
    assert_read_in_time(HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" + bomb + b"\n\nM16\n--b--\n")


@pytest.mark.parametrize("name", ["commas", "semicolons", "sections", "comments", "references"])
def test_a_header_longer_than_people_write_is_refused_by_name(name: str) -> None:
    with pytest.raises(LetterRefused, match="header"):
        read_letter(HEADERS[name](50_000) + b"\n\nM16\n")


@pytest.mark.parametrize("lines", [HEADER_LINES + 2, 50_000])
@pytest.mark.parametrize("kind", [b"message/rfc822", b"message/delivery-status", b"Message/Partial; number=1"])
@pytest.mark.parametrize("header", [b"a:\n", b"!:\n", b"a: b\n c\n", b"Content-Type: text/html\n"])
def test_a_part_of_nothing_but_headers_is_refused(header: bytes, kind: bytes, lines: int) -> None:
    headers = header * (min(lines // header.count(b"\n"), 900_000 // len(header)))
    several = HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n--b\n"
    inside = b"Content-Type: " + kind + b"\n\n" + headers
    for raw in (several + headers + b"\nM16\n--b--\n", several + inside, HEAD + inside):
        assert_read_in_time(raw)
        with pytest.raises(LetterRefused, match=r"headers|nested|lines"):
            read_letter(raw)


def test_a_long_list_in_a_text_is_no_header_section() -> None:
    listed = b"Bert: M16\n" * (2 * HEADER_LINES)
    for head in (b"", b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n"):
        assert read_letter(HEAD + head + b"\n" + listed).text.startswith("Bert: M16")


@pytest.mark.parametrize("depth", [100, 5_000])
@pytest.mark.parametrize("kind", [b"multipart/mixed", b"multipart/alternative", b"message/rfc822", b"multipart/digest"])
def test_parts_within_parts_are_refused_before_anything_walks_them(kind: bytes, depth: int) -> None:
    opened = b"".join(b"Content-Type: %s; boundary=b%d\n\n--b%d\n" % (kind, n, n) for n in range(depth))
    raw = HEAD + opened + b"\nM16\n"
    assert_read_in_time(raw)
    if depth > 100:
        with pytest.raises(LetterRefused, match="nested"):
            read_letter(raw)


@pytest.mark.parametrize("depth", [0, 2, 18])
def test_a_million_lines_are_refused(depth: int) -> None:
    opened = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(depth))
    raw = (HEAD + opened + b"\n" * 1_000_000)[: 1 << 20]
    assert_read_in_time(raw)
    with pytest.raises(LetterRefused, match="lines"):
        read_letter(raw)


@pytest.mark.parametrize("count", [1_000, 4_000, 200_000])
@pytest.mark.parametrize(
    "kind", [b"message/delivery-status", b"Message/Delivery-Status; x=y", b"\n message/delivery-status"]
)
def test_a_report_on_very_many_letters_is_read_or_refused_in_time(kind: bytes, count: int) -> None:
    report = b"--b\nContent-Type: " + kind + b"\n\n" + b"a: b\n\n" * count + b"\n" * count
    assert_read_in_time(HEAD + b"Content-Type: multipart/report; boundary=b\n\n" + report)


def test_many_pages_of_markup_in_one_letter_are_read_in_time() -> None:
    page = b"--b\nContent-Type: text/html\n\n" + b"<p>x" * 4_000 + b"<table><tr><td>" * 40 + b"\n" * 4_000
    raw = HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + page * 30
    assert_read_in_time(raw)
    assert read_letter(raw).text.startswith("x")


@pytest.mark.parametrize("count", [400, 20_000])
def test_very_many_parts_are_read_or_refused_in_time(count: int) -> None:
    assert_read_in_time(HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nM16\n" * count)


@pytest.mark.parametrize("body", [b"", b"a:\n", b"\nM16"])
@pytest.mark.parametrize(
    ("declared", "line"),
    [
        (b"=", b""),
        (b"=;", b""),
        (b'=""', b""),
        (b'=" "', b" "),
        (b'="\t"', b"--"),
        (b' =\n " b"', b" b"),
        (b"=\x0bb", b"\x0bb"),
        (b"*=us-ascii''%20b", b" b"),
        (b'*0=" "; boundary*1=b', b" b"),
        (b'= "" b', b'"" b'),
    ],
)
def test_very_many_parts_are_refused_with_any_boundary(declared: bytes, line: bytes, body: bytes) -> None:
    raw = HEAD + b"Content-Type: multipart/mixed; boundary" + declared + b"\n\n"
    raw += (b"--" + line + b"\n" + body + b"\n") * 20_000
    assert_read_in_time(raw)
    with pytest.raises(LetterRefused, match=r"parts|headers"):
        read_letter(raw)


@pytest.mark.parametrize("charset", CHARSETS, ids=repr)
def test_no_character_set_breaks_a_reader(charset: bytes) -> None:
    bodies = (b"M16\n", b"M16 \xd7\xff\x80\n", b"\xff\xfe\x00\xd8", b"+AAA-\x7f")
    with check_cases() as case:
        for body, encoding in product(bodies, (b"8bit", b"base64", b"quoted-printable")):
            head = b"Content-Type: text/plain; charset=%s\nContent-Transfer-Encoding: %s\n\n" % (charset, encoding)
            with case(body, encoding):
                try_letter(HEAD + head + body)
                try_letter(HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" + head + body + b"\n--b--\n")


@pytest.mark.parametrize("name", NAMES, ids=repr)
def test_no_header_breaks_a_reader(name: bytes) -> None:
    for value in VALUES:
        try_letter(Part([(name, value), (b"Content-Type", b"text/plain")], b"M16\n").written())


@pytest.mark.parametrize(
    "odd", ["\x01", "&#1;", "&#x1f;", "\ufffe", "&#65535;", "&#xd800;", "&#0;", "&#1114112;", "\x7f"]
)
def test_characters_that_no_markup_may_hold_break_no_reader(odd: str) -> None:
    page = f"<script>x</script>{odd}<p>{odd}M16</p>{odd}<blockquote>{odd}N15</blockquote>{odd}<!-- x -->{odd}"
    raw = HEAD + b"Content-Type: text/html; charset=utf-8\n\n" + page.encode()
    try_letter(raw)
    assert "M16" in read_letter(raw).text
    assert "\n> " in read_letter(raw).text


@pytest.mark.parametrize("value", [*TYPES, *DISPOSITIONS], ids=repr)
def test_no_type_and_no_disposition_breaks_a_reader(value: bytes) -> None:
    for name in (b"Content-Type", b"Content-Disposition"):
        part = name + b": " + value + b"\n\nM16\n"
        try_letter(HEAD + part)
        try_letter(HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" + part + b"--b--\n")


@pytest.mark.parametrize("first", range(0, 300, 75))
def test_hostile_letters_by_the_dozen_break_nothing_and_take_no_time(first: int) -> None:
    for seed in range(first, first + 75):
        assert_read_in_time(letter(seed))


def test_markup_cannot_request_gigabytes_of_blanks() -> None:
    for name in ("paddings", "margins", "a wide cell over narrow ones", "a wide cell beside a tall one"):
        tracemalloc.start()
        try_letter(HEAD + b"Content-Type: text/html\n\n" + MARKUP[name](800))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 40 << 20


def test_a_board_drawn_with_a_table_keeps_its_columns() -> None:
    cells = "".join(f"<tr><td>{row}</td><td>.</td><td>X</td><td>{row}</td></tr>" for row in range(8, 13))
    read = read_letter(HEAD + f"Content-Type: text/html\n\n<table>{cells}</table>".encode())
    assert read.text.strip().splitlines() == [f"{row:<2}  .  X  {row}" for row in range(8, 13)]


def test_a_seed_is_always_the_same_letter() -> None:
    seeds = [Random(1).randrange(10**9) for _ in range(20)]
    assert [letter(seed) for seed in seeds] == [letter(seed) for seed in seeds]
    assert len({letter(seed) for seed in range(50)}) == 50


def test_a_double_spaced_header_block_at_the_end_is_read() -> None:
    head = 'Received: from mx.example.org\n\nFrom: "B. de Boer" <bert@example.org>\n\nTo: Adjudicator <'
    try_letter(HEAD + b"\n" + head.encode())
    try_letter(HEAD + b"\nM16\n\n" + head.encode())
