"""Generated replies to real turn letters, in the layouts of many mail programs and languages: only orders are read."""

from __future__ import annotations

from collections.abc import Sequence
from email import message_from_bytes
from email.policy import default
from functools import cache
from pathlib import Path

import pytest

from adjudicator.mail.address import AddressBook
from adjudicator.mail.incoming.html_to_text import html_to_text
from adjudicator.mail.incoming.letter import read_letter
from adjudicator.mail.reply.own_text import squeeze_text
from adjudicator.mail.reply.reply import Reply, read_reply
from testkit.mail.reply_layouts import HEADS, SIGNATURES, Layout, bare, layouts, marked, torn

TURNS = sorted((Path(__file__).parent / "turns").glob("*.eml"))
BOOK = AddressBook("club.example", secret=b"a secret for tests, long enough to sign with")
BODIES = (
    ("L10",), ("1 A1 sell", "draw 2"), ("A B6", "rotate D6 NS", "end"), ("press Well seen!", "L10; L11"),
    ("-- resign",), ("From: e2", "To: e4"), ("On turn 3 I move d4",), ("\uff2d\uff11\uff16",),
    ("2 A8 sell", "-----", "draw 1"), ("12",),
)  # fmt: skip
"""Orders of players. Some of them occur in the turn letters, word by word."""


@cache
def turn_letter(path: Path) -> tuple[str, str]:
    """Read the text of a turn letter, and its Reply-To address."""
    raw = path.read_bytes()
    reply_to = str(message_from_bytes(raw)["Reply-To"])
    return read_letter(raw).text.rstrip("\n"), reply_to.rpartition("<")[2].rstrip(">")


@cache
def some_layouts(path: Path) -> tuple[tuple[int, Layout], ...]:
    """Select every third layout for the letter of a game, so that the letters of all games together cover all."""
    text, ours = turn_letter(path)
    everything = enumerate(layouts(text, "Adjudicator", ours))
    return tuple((number, layout) for number, layout in everything if number % len(TURNS) == TURNS.index(path))


def half(path: Path, *, known: bool) -> list[tuple[int, Layout]]:
    """Select one half of the layouts for replies to a known letter, and the other half for an unknown one."""
    return [one for one in some_layouts(path) if (one[0] // len(TURNS)) % 2 == known]


def read(text: str, path: Path, *, known: bool) -> Reply:
    return read_reply(text, BOOK.is_ours, "Bob", (turn_letter(path)[0],) if known else (), "bob@bob.example")


def said(lines: Sequence[str]) -> list[str]:
    return [line.strip() for line in lines if line.strip()]


@pytest.mark.parametrize("known", [True, False], ids=["the letter is known", "the letter is not known"])
@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_orders_above_the_quote_are_all_that_was_written(path: Path, *, known: bool) -> None:
    wrong = []
    for number, layout in half(path, known=known):
        body = BODIES[number % len(BODIES)]
        reply = read(layout.top(body, SIGNATURES[number % len(SIGNATURES)]), path, known=known)
        if said(reply.lines) != list(body) or (known and set(map(squeeze_text, reply.unclear)) - {""}):
            wrong.append((layout.name, reply.lines, reply.unclear))
    assert not wrong


@pytest.mark.parametrize("known", [True, False], ids=["the letter is known", "the letter is not known"])
@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_orders_below_a_marked_quote_are_all_that_was_written(path: Path, *, known: bool) -> None:
    wrong = []
    for number, layout in ((at, one) for at, one in half(path, known=known) if one.has_marks):
        body = BODIES[number % len(BODIES)]
        reply = read(layout.bottom(body, SIGNATURES[number % len(SIGNATURES)]), path, known=known)
        if said(reply.lines) != list(body):
            wrong.append((layout.name, reply.lines, reply.unclear))
    assert not wrong


@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_orders_between_the_lines_of_a_marked_quote_are_found(path: Path) -> None:
    wrong = []
    for number, layout in ((at, one) for at, one in some_layouts(path) if one.has_marks):
        body = BODIES[number % len(BODIES)]
        reply = read(layout.between(body, 2 + number % 7), path, known=True)
        if said(reply.lines) != list(body):
            wrong.append((layout.name, reply.lines, reply.unclear))
    assert not wrong


@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_below_a_quote_without_marks_only_lines_that_are_not_ours_are_unclear(path: Path) -> None:
    wrong = []
    for number, layout in ((at, one) for at, one in some_layouts(path) if not one.has_marks):
        body = BODIES[number % len(BODIES)]
        reply = read(layout.bottom(body), path, known=True)
        if (
            said(reply.lines)
            or said(reply.unclear) != [line for line in body if squeeze_text(line)]
            or not reply.recognised
        ):
            wrong.append((layout.name, reply.lines, reply.unclear))
    assert not wrong


@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_an_empty_reply_has_no_written_lines(path: Path) -> None:
    for _, layout in some_layouts(path):
        reply = read(layout.top(()), path, known=True)
        assert not said(reply.lines), layout.name
        assert not set(map(squeeze_text, reply.unclear)) - {""}, layout.name


@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_a_quote_whose_lines_were_broken_lets_no_tail_through(path: Path) -> None:
    text, address = turn_letter(path)
    quote = torn(text.split("\n"))
    layout = Layout("torn", [f"On Mon, 30 Nov 2026 at 09:14, Adjudicator <{address}> wrote:"], quote, has_marks=True)
    assert said(read(layout.bottom(["L10"]), path, known=True).lines) == ["L10"]
    assert said(read(layout.top(["L10"]), path, known=True).lines) == ["L10"]


@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_our_letter_is_recognised_without_any_introduction(path: Path) -> None:
    text = turn_letter(path)[0]
    assert said(read(f"L10\n\n{text}", path, known=True).lines) == ["L10"]
    below = read(f"{text}\n\nL10", path, known=True)
    assert not said(below.lines)
    assert said(below.unclear) == ["L10"]


@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_an_example_that_is_sent_back_is_an_order(path: Path) -> None:
    text, address = turn_letter(path)
    offers = [line.strip() for line in text.split("\n") if "play this" in line]
    orders = [offer.removesuffix("play this").strip() for offer in offers]
    assert len(orders) == 3
    for line in (*orders, *offers):
        assert read(f"{line}\n", path, known=True).lines == (line,)
    below = "\n".join(marked(text[: text.index("for example") + 11].split("\n")))
    for order in orders:
        introduced = f"On Mon, 30 Nov 2026 at 09:14, Adjudicator <{address}> wrote:\n{below}\n{order}\n"
        assert said(read(introduced, path, known=True).lines) == [order]


OUTLOOK_HEAD = (
    "<b>From:</b> Adjudicator &lt;{a}&gt;<br><b>Sent:</b> Monday, November 30, 2026 9:14 AM<br>"
    "<b>To:</b> Bob &lt;bob@bob.example&gt;<br><b>Subject:</b> Your turn"
)
OUTLOOK = {
    "web": '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><font>{head}</font></div>{body}{below}',
    "mobile": '<div id="mail-editor-reference-message-container" class="ms-outlook-mobile-reference-message">'
    '<hr><div id="divRplyFwdMsg">{head}</div><div>{body}</div></div>{below}',
    "mobile, inside": '<div id="ms-outlook-mobile-reference-message"><hr><div id="divRplyFwdMsg">{head}</div>'
    "<div>{body}{below}</div></div>",
    "mac": '<span id="OLK_SRC_BODY_SECTION"></span><div><span id="OLK_SRC_BODY_SECTION">{head}</span></div>'
    "<div><br></div>{body}{below}",
    "old web": '<hr id="stopSpelling">{head}<br>{body}{below}',
}
"""HTML elements of Outlook that begin the quoted letter; they do not enclose it."""


@pytest.mark.parametrize("program", OUTLOOK)
@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_an_answer_around_a_letter_in_outlooks_html_is_found(path: Path, program: str) -> None:
    letter = message_from_bytes(path.read_bytes(), policy=default)
    part = letter.get_body(("html",))
    assert part is not None
    page = part.get_content()
    body = page[page.index(">", page.index("<body")) + 1 : page.rindex("</body>")]
    between = body.replace("</pre>", "</pre><div>L10</div>", 1)
    head, order = OUTLOOK_HEAD.format(a=turn_letter(path)[1]), "<div>L10</div>"
    text = f"{turn_letter(path)[0]}\n{str(letter['Subject']).partition(']')[2].strip()}"
    for top, middle, below, known in (
        (order, body, "", True), (order, body, "", False), ("", body, order, True), ("", between, "", True),
    ):  # fmt: skip
        html = f"<div>{top}</div>" + OUTLOOK[program].format(head=head, body=middle, below=below)
        reply = read_reply(html_to_text(html), BOOK.is_ours, "Bob", (text,) if known else (), "bob@bob.example")
        assert said(reply.lines) == (["L10"] if top else [])
        assert said(reply.unclear) == ([] if top else ["L10"])


def test_every_language_has_its_layouts() -> None:
    names = " ".join(layout.name for path in TURNS for _, layout in some_layouts(path))
    assert all(f" {code}" in names for code in ("en", "fr", "it", "nl", "de", "es", "pt", "pl", "sv", "da", "ja", "zh"))


def test_a_header_block_of_a_third_person_is_recognised_too() -> None:
    text = turn_letter(TURNS[0])[0]
    for head in HEADS.values():
        above = head.format(n="Carla", a="carla@carla.example")
        assert read_reply(f"M16\n\n{above}\n\n{text}\n", BOOK.is_ours).lines == ("M16",)
    assert bare([text]) == [text]


@pytest.mark.parametrize("order", ["M16", "Mein Zug: M16", "My move: M16. See you soon."])
def test_a_line_directly_above_a_header_block_is_the_players(order: str) -> None:
    text, address = turn_letter(TURNS[0])
    for name, head in HEADS.items():
        if name == "a language nobody listed":  # its keys are as unknown as the player's own words
            continue
        above = head.format(n="Adjudicator", a=address)
        assert said(read_reply(f"{order}\n{above}\n\n{text}\n", BOOK.is_ours).lines) == [order], name
