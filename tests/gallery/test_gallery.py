"""The gallery has every letter, and every letter fits a phone and can be read, by day and by night."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from adjudicator.texts.letters.letter_kinds import LETTERS
from tests.gallery.letters import Room, Shown, fill_rooms
from tests.gallery.pages import choose_letters, write_index, write_room
from tests.gallery.pictures import SCHEMES, photograph
from tests.texts.lonely_stops import find_lonely_stops
from tests.web.chromium import ChromiumMissing, chromium, overflow

GAMES = ("egyptos", "cheops", "pharao")
PLAYED = frozenset({"invitation", "start", "your_turn", "receipt", "match_over"})
PHONE = 360
SCROLLING = """[...document.querySelectorAll("pre")].filter(
    one => one.parentElement.scrollWidth > one.parentElement.clientWidth).map(one => one.textContent)"""
UNELIDED = re.compile(r"\b(?:[Dd]e|[Qq]ue) (?=(?:[AEIOUaeiou\u00c9\u00e9][^\W\d_]))")
QUOTED = re.compile("\u00ab[^\u00bb]*\u00bb")
UNSPACED = re.compile(r"[^\s:]:(?=\s|$)|[^\s];(?= [a-z])")
CONTRAST = {"runOnly": ["color-contrast", "link-name", "document-title", "html-has-lang"]}


@pytest.fixture(scope="module")
def room() -> Room:
    """The letters in French, whose words are long, with wide boards."""
    (room,) = fill_rooms(("fr",), ("wide",))
    return room


@pytest.fixture(scope="module")
def one_of_each(room: Room) -> list[Shown]:
    """The last letter of each kind and shelf, and every sample."""
    return [letter for _, letter in choose_letters(room, frozenset(LETTERS))]


@pytest.fixture(scope="module")
def screen() -> Iterator[Browser]:
    try:
        with chromium() as browser:
            yield browser
    except ChromiumMissing as fault:
        pytest.skip(str(fault))


@pytest.fixture(scope="module")
def phone(screen: Browser) -> Iterator[Page]:
    with screen.new_context(viewport={"width": PHONE, "height": 800}) as context:
        yield context.new_page()


def test_every_kind_of_letter_is_in_the_gallery(room: Room) -> None:
    assert {letter.kind for letter in room.letters} == set(LETTERS)


@pytest.mark.parametrize("game", GAMES)
def test_the_letters_that_everybody_gets_show_positions_of_each_game(room: Room, game: str) -> None:
    kinds = {letter.kind for letter in room.letters if letter.shelf.partition(",")[0] == game}
    assert kinds >= PLAYED
    assert {letter.kind for letter in room.letters if letter.shelf == f"{game}, the end"} >= {"match_over"}


def test_every_event_of_a_letter_says_something(room: Room) -> None:
    silent = re.compile(r"(<p[^>]*>|<br>)\s*\d+\.\s*(<br>|</p>)")
    assert [letter.name for letter in room.letters if silent.search(letter.html)] == []


def test_no_line_begins_with_the_end_of_a_sentence(room: Room) -> None:
    assert [
        (letter.shelf, letter.name, found)
        for letter in room.letters
        for found in find_lonely_stops(letter.text, letter.html)
    ] == []


def test_french_has_its_elisions_and_a_space_before_its_colons(room: Room) -> None:
    # The sample of statistics is told by facts that are worded in English.
    said = {prose_of(letter) for letter in room.letters if "Who began came first" not in " ".join(letter.text.split())}
    assert any("d\u2019Anna" in text for text in said)
    assert [text for text in said if UNELIDED.search(text) or UNSPACED.search(text)] == []


def prose_of(letter: Shown) -> str:
    """Return what we say, without orders and somebody's words: those have a margin or quotation marks."""
    lines = letter.text.partition("\n-- \n")[0].splitlines()
    said = " ".join(line for line in lines if not line.startswith("  ") and "Re:" not in line)
    return QUOTED.sub("", said)


def test_every_letter_is_a_page_merged_ones_too(room: Room) -> None:
    assert [letter.name for letter in room.letters if not letter.html.startswith("<!DOCTYPE html>")] == []


def test_no_letter_is_wider_than_a_phone(one_of_each: list[Shown], phone: Page) -> None:
    wide = {}
    for letter in one_of_each:
        phone.set_content(letter.html)
        if overflow(phone) > 0:
            wide[f"{letter.shelf}: {letter.name}"] = overflow(phone)
    assert not wide


def test_of_a_wide_board_only_map_and_tables_scroll_and_of_a_narrow_one_nothing(room: Room, phone: Page) -> None:
    (narrow,) = fill_rooms(("fr",), ("narrow",), ("cheops",))
    scrolling = []
    for letters in (room.letters, narrow.letters):
        newest = [letter for letter in letters if letter.shelf == "cheops" and letter.kind == "your_turn"][-1]
        phone.set_content(newest.html)
        scrolling.append(phone.evaluate(SCROLLING))
    assert scrolling[0]
    assert all("  " in line.strip() for drawing in scrolling[0] for line in drawing.splitlines())
    assert not scrolling[1]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_colours_of_a_letter_can_be_told_apart(one_of_each: list[Shown], screen: Browser, scheme: str) -> None:
    letters = list({letter.kind: letter for letter in one_of_each}.values())
    with screen.new_context(color_scheme="dark" if scheme == "dark" else "light") as context:
        page = context.new_page()
        page.set_content(below_each_other(letters))
        assert page.locator("h1").count() == len(LETTERS)
        violations = Axe().run(page, options=CONTRAST).response["violations"]
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in violations] == []


def below_each_other(letters: list[Shown]) -> str:
    """Put letters into one page, so that axe runs once."""
    head, _, _ = letters[0].html.partition("<body")
    bodies = (letter.html.partition("<body")[2].partition("</body>")[0] for letter in letters)
    return head + "<body>" + "".join(f"<div{body}</div>" for body in bodies) + "</body></html>"


def test_the_pages_lead_from_the_index_to_every_letter(room: Room, tmp_path: Path) -> None:
    write_room(tmp_path, room, [("fr", "wide")])
    index = write_index(tmp_path, [room], [])
    assert f'href="fr/wide/index.html">wide</a>\n{len(room.letters)} letters' in index.read_text()
    listed = (tmp_path / "fr" / "wide" / "index.html").read_text()
    for number in range(len(room.letters)):
        assert f'href="{number}.html"' in listed
        assert (tmp_path / "fr" / "wide" / f"{number}.html").exists()


def test_a_letter_is_photographed_in_two_widths_and_schemes(room: Room, screen: Browser, tmp_path: Path) -> None:
    ((name, letter),) = choose_letters(room, frozenset({"nudge"}))[:1]
    paths = list(photograph(screen, tmp_path, [(name, letter)]))
    assert len(paths) == 4
    assert all((tmp_path / path).read_bytes().startswith(b"\x89PNG") for path in paths)
