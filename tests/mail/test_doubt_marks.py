"""Lines that their writer may see differently (struck out or cut) are unsure, and no other line is."""

from __future__ import annotations

import pytest

from adjudicator.mail.incoming.letter import read_letter
from adjudicator.mail.reply.reply import Reply, read_reply


def reply_to(body: bytes, *headers: str) -> Reply:
    head = "\n".join(("From: bob@mail.example", *headers)).encode()
    return read_reply(read_letter(head + b"\n\n" + body).text, lambda _: False)


QP = "Content-Transfer-Encoding: quoted-printable"


@pytest.mark.parametrize(
    ("body", "read"),
    [
        (b"M1= \n4\n", "M14"),
        (b"M1=\t \t\n4\n", "M14"),
        (b"M1=\n4\n", "M14"),
        (b"press Gr=C3=BC= \n=C3=9Fe\n", "press Grüße"),
        (b"E6 = \n90\n", "E6 90"),
        (b"M14=", "M14"),
        (b"M14= ", "M14"),
    ],
)
def test_a_soft_line_break_joins_whatever_blanks_follow_it(body: bytes, read: str) -> None:
    assert reply_to(body, QP).lines == (read,)


def test_undeclared_quoted_printable_is_decoded_with_its_blanks() -> None:
    assert reply_to(b"M1= \n4\n\nGr=C3=BC=\n=C3=9Fe\n").lines == ("M14",)


@pytest.mark.parametrize(
    ("body", "headers", "unsure"),
    [
        pytest.param(b"M1=\n4\n", (), ("M1=", "4"), id="a soft break that nobody undoes"),
        pytest.param(b"M1= 4\n", (QP,), ("M1= 4",), id="a soft break that lost its line end"),
        pytest.param(b"M1=3\n", (QP,), ("M1=3",), id="half an escape"),
        pytest.param(b"~~M14~~\n", (), ("~~M14~~",), id="struck as in chats"),
        pytest.param(b"~~M14\nM16~~\n", (), ("~~M14", "M16~~"), id="two lines struck as in chats"),
        pytest.param(b"~M14~\n", (), ("~M14~",), id="struck with one sign"),
        pytest.param("M\u03361\u03364\u0336\n".encode(), (), ("M\u03361\u03364\u0336",), id="struck with strokes"),
        pytest.param(b"M14^H^H^H\n", (), ("M14^H^H^H",), id="taken back at a terminal"),
        pytest.param(b"M1\x084\n", (), ("M14",), id="a backspace"),
        pytest.param("\u202e41M\n".encode(), (), ("41M",), id="turned round"),
        pytest.param(
            b"TTE\n", ("Content-Transfer-Encoding: base64",), ("M1",), id="base64 that was cut"
        ),
        pytest.param(
            b"TTE=TTY=\n", ("Content-Transfer-Encoding: base64",), ("M1",), id="base64 that goes on behind its end"
        ),
        pytest.param(b"M14 " + b"x" * 4000, (), ("M14 " + "x" * 2996,), id="a line that is cut"),
    ],
)  # fmt: skip
def test_struck_out_or_cut_lines_are_unsure(body: bytes, headers: tuple[str, ...], unsure: tuple[str, ...]) -> None:
    reply = reply_to(body + b"\nM16\n" if "base64" not in str(headers) else body, *headers)
    assert reply.unsure == unsure
    assert not set(unsure) & set(reply.lines)


@pytest.mark.parametrize(
    "line",
    ["M14", "=====", "a = b", "~ 5 minutes ~", "~~~~~~~~", "5 != 6", "\ufdd1M14", "1 ~~ 2 ~~ 3"],
)
def test_ordinary_lines_are_sure(line: str) -> None:
    assert reply_to(f"{line}\nM16\n".encode()).unsure == ()


def test_a_forged_doubt_mark_is_removed() -> None:
    assert reply_to("M1\ufdd14\n".encode()).lines == ("M14",)


def test_an_unsure_line_in_a_quote_stays_quoted() -> None:
    reply = reply_to(b"M16\n\n> ~~M14~~\n")
    assert reply.unsure == ()
    assert reply.lines == ("M16",)
