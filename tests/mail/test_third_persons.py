"""Quoted letters of third persons: lines below their introduction are never taken for the player's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.mail.incoming.html_to_text import html_to_text
from adjudicator.mail.reply.quoted_author import Author, Correspondents
from adjudicator.mail.reply.reply import Reply, read_reply
from adjudicator.mail.text.line_kind import LineKind
from testkit.mail.reply_layouts import ATTRIBUTIONS, HEADS, NEED_MARKS, Lines, bare, marked
from tests.mail.test_reply_layouts import BOOK, OUTLOOK, OUTLOOK_HEAD, TURNS, said, turn_letter

BOB = "bob@bob.example"
ORDERS = {"egyptos": "M14", "cheops": "draw 1", "pharao": "A B6"}
INTRODUCTIONS = {name: text for name, text in {**ATTRIBUTIONS, **HEADS}.items() if name not in NEED_MARKS}


def introduced(program: str, name: str, address: str) -> Lines:
    return [*INTRODUCTIONS[program].format(n=name, a=address).split("\n"), *([""] if program in HEADS else [])]


def arrangements(program: str, other_program: str, words: Lines, letter: Lines, ours: str) -> Iterator[Lines]:
    """Place Zoe's words above our letter, below it, between its lines and behind it, with marks and without."""
    zoe, us = introduced(program, "Zoe", "zoe@zoe.example"), introduced(other_program, "Adjudicator", ours)
    half = len(letter) // 2
    for mark in (bare, marked):
        quote = us + mark(letter)
        for outer in (bare, marked):
            yield zoe + outer([*words, "", *quote])
            yield zoe + outer([*quote, "", *words])
            yield zoe + outer([*us, *mark(letter[:half]), "", *words, "", *mark(letter[half:])])
            yield zoe + outer([*words, "", *mark(letter)])
            yield zoe + outer(words) + ["", *quote]
            yield [*quote, "", *zoe, *outer(words)]


def some_arrangements(path: Path, words: Lines) -> Iterator[tuple[str, Lines]]:
    """Select a quarter of the arrangements for each mail program."""
    text, ours = turn_letter(path)
    programs = list(INTRODUCTIONS)
    for number in range(TURNS.index(path), len(programs), len(TURNS)):
        program, other_program = programs[number], programs[number * 7 % len(programs)]
        every = enumerate(arrangements(program, other_program, words, text.split("\n"), ours))
        yield from ((f"{program}, {at}", lines) for at, lines in every if at % 4 == number // len(TURNS) % 4)


def read(text: str, path: Path) -> Reply:
    return read_reply(text, BOOK.is_ours, "Bob", (turn_letter(path)[0],), BOB)


@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_lines_of_a_third_person_are_never_the_players(path: Path) -> None:
    words, wrong = [ORDERS[path.stem], "resign"], []
    for number, (name, lines) in enumerate(some_arrangements(path, words)):
        reply = read("\n".join([*(["FYI"] if number % 2 else []), "", *lines, ""]), path)
        theirs = [line.kind for line in reply.read if line.text.strip("> ") in words]
        # Outside of marks it may be the player's, so they are asked.
        if len(theirs) < len(words) or not {LineKind.OTHERS, LineKind.QUOTED, LineKind.BELOW}.issuperset(theirs):
            wrong.append((name, theirs))
        assert reply.quotes_others, name
    assert not wrong


@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_an_order_above_a_third_persons_letter_is_the_players(path: Path) -> None:
    for name, lines in some_arrangements(path, ["P9", "stop"]):
        assert said(read("\n".join(["L10", "", *lines, ""]), path).lines) == ["L10"], name


def test_lines_below_a_third_persons_marked_letter_are_unclear() -> None:
    reply = read_reply(
        "On 11/30/26 09:14, Zoe wrote:\n> P9\n\nM14\n", BOOK.is_ours, "Bob", (), BOB
    )  # fmt: skip
    assert reply.lines == ()
    assert reply.unclear == ("M14",)
    assert reply.quotes_others


@pytest.mark.parametrize(
    "html",
    [
        ("<div>FYI</div><hr><div><b>From:</b> Zoe &lt;zoe@zoe.example&gt;<br><b>Sent:</b> Monday, November 30, 2026<br>"
        "<b>To:</b> Bob<br><b>Subject:</b> x</div><br><div>resign</div>"),
        "<div>FYI</div><div>On Mon, Nov 30, 2026 at 9:14 AM Zoe &lt;zoe@zoe.example&gt; wrote:</div><div>resign</div>",
        ("<div>FYI</div><blockquote style='border:none'><div>Von: Zoe &lt;zoe@zoe.example&gt;<br>Gesendet: 30.11."
        "2026 09:14<br>An: Bob<br>Betreff: x</div><p>resign</p></blockquote>"),
    ],
)  # fmt: skip
def test_lines_of_a_third_person_in_html_are_never_the_players(html: str) -> None:
    reply = read_reply(html_to_text(html), BOOK.is_ours, "Bob", (), BOB)
    assert said(reply.lines) == ["FYI"]
    assert said(reply.others) == ["resign"]
    assert reply.unclear == ()


def test_a_third_persons_letter_inside_outlooks_html_is_recognised() -> None:
    text, ours = turn_letter(TURNS[0])
    head = OUTLOOK_HEAD.replace("Adjudicator", "Zoe").format(a="zoe@zoe.example")
    inner = (
        '<div class="gmail_quote"><div class="gmail_attr">On Mon, Nov 30, 2026 at 9:14 AM Adjudicator '
        f"&lt;{ours}&gt; wrote:</div><blockquote><pre>{text}</pre></blockquote></div>"
    )
    for program in OUTLOOK.values():
        for body in (f"<div>resign</div>{inner}", f"{inner}<div>resign</div>"):
            html = f"<div>L10</div>{program.format(head=head, body=body, below='')}"
            reply = read(html_to_text(html), TURNS[0])
            assert said(reply.lines) == ["L10"]
            assert "resign" not in (*reply.from_quote, *reply.unsure)
            assert reply.quotes_others


@pytest.mark.parametrize("name", ["Zoe", "Adjudicator"])
def test_a_third_person_is_recognised_inside_marks_by_name_and_date(name: str) -> None:
    text = f"FYI\n\n> On 11/30/26 09:14, {name} wrote:\n> yes\n"
    assert read_reply(text, BOOK.is_ours, "Bob", (), BOB).quotes_others is (name == "Zoe")


@pytest.mark.parametrize(
    ("introduction", "author"),
    [
        ("On Mon, 30 Nov 2026, Adjudicator <play@club.example> wrote:", Author.US),
        ("On 11/30/26 09:14, Adjudicator wrote:", Author.US),
        ("Adjudicator wrote in\n <20261130081422.y7Xq2%play@club.example>:", Author.US),
        ("From: Zoe <zoe@zoe.example>\nTo: Adjudicator <play@club.example>", Author.OTHER),
        ("Gesendet: Montag\nVon: Zoe\nAn: play@club.example", Author.UNNAMED),
        ("From: Adjudicator <zoe@zoe.example>\nTo: Bob", Author.OTHER),
        ("From: Adjudicator\n <zoe@zoe.example>\nTo: Bob", Author.OTHER),
        ("From: Zoe Sent: Monday To: Adjudicator <play@club.example> Subject: x", Author.UNNAMED),
        ("On Mon, 30 Nov 2026, Bob Bauer <BOB@bob.example> wrote:", Author.WRITER),
        ("Le 30/11/2026 à 09:14, Bob Bauer a écrit :", Author.WRITER),
        ("Op 30-11-2026 om 09:14 schreef Zoe:", Author.UNNAMED),
    ],
)
def test_the_address_decides_on_the_author(introduction: str, author: Author) -> None:
    people = Correspondents(BOOK.is_ours, "Bob Bauer", BOB)
    assert people.author_of(introduction.split("\n")) is author
