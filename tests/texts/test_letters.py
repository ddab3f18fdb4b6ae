from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import product
from typing import Any

import pytest

from adjudicator.texts.facts.letter_facts import Event, Offer
from adjudicator.texts.formats.plain_text import SIGNATURE
from adjudicator.texts.games.boards import TEXT_SHAPES
from adjudicator.texts.language.language import LANGUAGES, language_for, templates_folder
from adjudicator.texts.letters import account_kinds, opening_kinds, turn_kinds
from adjudicator.texts.letters.letter_kind import LetterContext
from adjudicator.texts.letters.letter_kinds import LETTERS
from adjudicator.texts.letters.letters import Written, write_letter
from testkit.cases import check_cases
from tests.texts.conftest import READER, lay_out
from tests.texts.lonely_stops import find_lonely_stops
from tests.texts.mailto_reader import read_mailto

Told = Callable[[str], LetterContext]

YOUR_TURN = """\
You laid N14. Anna laid M15. It is your turn, until Thursday 3 December,
20:00 your time (19:00 UTC). You play gold.

      K  L  M  N  O
 16   .  .  .  .  .   16
 15   .  O (X) .  .   15
 14   .  .  X  O  .   14
      K  L  M  N  O

Answer this letter with one line, for example
  M16    play this
  ? M16  show me the board after it, play nothing
  help   list all commands

The page of this match of Egyptos: https://club.example/m/K7Q2
Fewer letters, or more: https://club.example/l/4ghj.Kq2-x_7

-- 
K7Q2 turn 9, chain 5f3a 91c0 77aa 0b12
"""  # noqa: W291 (the blank belongs to the line above a signature)


class Page(HTMLParser):
    """Reads a page, and fails where its tags do not close."""

    VOID = frozenset({"meta", "br", "hr"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []
        self.headings: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        # Thunderbird cannot split a quote in a table where somebody writes below a heading.
        assert tag not in ("h1", "h2") or "table" not in self.open
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if self.open[-1:] == ["h2"]:
            self.headings.append(data)

    @property
    def words(self) -> str:
        return "".join(self.text)

    @property
    def links(self) -> list[str]:
        return [attrs["href"] or "" for tag, attrs in self.seen if tag == "a"]


Letters = tuple[tuple[str, Written, Page], ...]
"""A letter in every language: the language, the letter, and its HTML part, which was read."""


@pytest.fixture(scope="session")
def write_in_all_languages() -> Callable[[str], Letters]:
    """Write a sample in every language, once for all tests of this file."""

    @cache
    def write(sample: str) -> Letters:
        kind, told = LETTERS[sample.partition(",")[0]], lay_out(sample)
        letters = ((language, write_letter(kind, language_for(language), told)) for language in LANGUAGES)
        return tuple((language, written, Page(written.html)) for language, written in letters)

    return write


@pytest.fixture
def letters(write_in_all_languages: Callable[[str], Letters], sample: str) -> Letters:
    return write_in_all_languages(sample)


def test_the_text_of_a_letter_survives_every_mail_program(letters: Letters) -> None:
    with check_cases() as case:
        for language, written, _ in letters:
            with case(language):
                lines = written.text.split("\n")
                assert written.text.endswith("\n")
                assert not written.text.endswith("\n\n")
                assert "\n\n\n" not in written.text
                assert "\t" not in written.text
                for line in lines:
                    assert not re.match(r"From |>", line)
                    assert line == SIGNATURE or not line.startswith("--")
                    assert line == SIGNATURE or line == line.rstrip()
                    assert len(line) <= 72 or " " not in line.strip()
                assert lines.count(SIGNATURE) == 1


def test_no_sentence_begins_a_line_behind_a_blank(letters: Letters) -> None:
    """One blank is what stood between two sentences; boards and lists have more, or single letters."""
    with check_cases() as case:
        for language, written, _ in letters:
            with case(language):
                assert re.findall(r"(?m)^ [^\W\d_]{2,}[,:]? [^\W\d_]{2,}.*$", written.text) == []


def test_sentences_do_not_run_into_each_other(letters: Letters) -> None:
    with check_cases() as case:
        for language, written, _ in letters:
            prose = re.sub(r"\S*(?:://|@|\.json)\S*", "", written.text)
            with case(language):
                assert not re.findall(r"[a-z0-9)][.!?:][A-Z]", prose)
                assert "  " not in written.subject
                assert not re.search(r"^\w.*[^.]\.\.(?!\.)", prose, re.MULTILINE)


def test_no_line_begins_with_the_end_of_a_sentence(letters: Letters) -> None:
    with check_cases() as case:
        for language, written, _ in letters:
            with case(language):
                assert find_lonely_stops(written.text, written.html) == []


def test_the_subject_is_one_line_that_names_the_match_first(letters: Letters, occasion: Told) -> None:
    match = getattr(occasion("wide"), "match", None)
    prefix = f"[{match.code}] " if match else "[Adjudicator] "
    with check_cases() as case:
        for language, written, _ in letters:
            with case(language):
                assert written.subject.startswith(prefix)
                assert len(written.subject) > len(prefix)
                assert written.subject.isprintable()
                assert "..." not in written.subject


def test_a_subject_counts_what_has_no_room(sample_letters: dict[str, Any]) -> None:
    long = [f"Maximiliane von und zu Hohenlohe-Lange {number}" for number in range(1, 5)]
    moves = tuple(Event(turn=7, seat=0, order=f"D{number}-east") for number in range(9))
    told: dict[str, tuple[dict[str, Any], str]] = {
        "silence": ({"missing": long}, long[0]),
        "seat_free, expired": ({"guests": long}, long[0]),
        "confirm": ({"order": "off weekends, nights 22-7, holidays DE-BY, and then some words of my own"}, ""),
        "their_turn": ({"news": moves}, ""),
    }
    with check_cases() as case:
        for language, (name, (values, shown)) in product(LANGUAGES, told.items()):
            facts = replace(sample_letters[name], **values)
            subject = write_letter(LETTERS[name.partition(",")[0]], language_for(language), facts).subject
            with case(language, name, subject):
                assert shown in subject
                assert len(subject) < 110
                assert "..." not in subject
                assert not {"D8-east", "words", long[1]} & set(subject.split(", "))


def test_the_page_of_a_letter_is_whole_and_small(letters: Letters) -> None:
    with check_cases() as case:
        for language, written, page in letters:
            tags = [tag for tag, _ in page.seen]
            with case(language):
                assert ("html", {"lang": language}) in page.seen
                assert tags.count("h1") == 1
                assert len(written.html.encode()) < 22_000
                assert not {"img", "form", "script", "input"} & set(tags)


PAINTED = {"background-color:#ffffff": "paper", "background-color:#f3ecd9": "sand", ";color:#1a1a1a": "ink"}
"""What a light screen shows, and the class by which a dark one shows something else."""
DARK = re.compile(r"\.(\w+)\{([a-z-]+):#([0-9a-f]{6})!important")
LEAST_CONTRAST = 7.0


def test_a_dark_screen_has_colours_for_all_that_a_light_one_shows(letters: Letters) -> None:
    _, written, page = letters[0]
    for tag, attrs in page.seen:
        style, classes = attrs.get("style") or "", (attrs.get("class") or "").split()
        for painted, name in PAINTED.items():
            assert (painted in f";{style}") == (name in classes), (tag, style)
        assert ("#0b4f8a" in style and "background" in style) == ("deep" in classes)
    (sheet,) = re.findall(r"<style>(.*?)</style>", written.html, re.DOTALL)
    dark = {name: luminance(color) for name, _, color in DARK.findall(sheet)}
    for ground in ("paper", "sand"):
        assert (dark["ink"] + 0.05) / (dark[ground] + 0.05) > LEAST_CONTRAST


def luminance(color: str) -> float:
    """Return the relative luminance of a colour, by WCAG 2."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_both_parts_show_the_same_board(letter_name: str, occasion: Told) -> None:
    with check_cases() as case:
        for layout in TEXT_SHAPES:
            letter = write_letter(LETTERS[letter_name], language_for("en"), occasion(layout))
            board = getattr(occasion(layout), "board", "")
            with case(layout):
                assert board in letter.text
                assert " ".join(board.split()) in " ".join(Page(letter.html).words.split())


def test_a_board_for_reading_aloud_is_no_drawing(sample_letters: dict[str, Any]) -> None:
    told = sample_letters["your_turn"]
    linear = replace(told, reader=replace(told.reader, layout="linear"), board="black: M14, M15; gold: L15")
    assert "<pre" in write_letter(turn_kinds.YOUR_TURN, language_for("en"), told).html
    assert "<pre" not in write_letter(turn_kinds.YOUR_TURN, language_for("en"), linear).html


def test_both_parts_offer_the_same_orders_and_the_links_write_them(letters: Letters, occasion: Told) -> None:
    offers: tuple[Offer, ...] = getattr(occasion("wide"), "offers", ())
    with check_cases() as case:
        for language, written, page in letters:
            mailed = [read_mailto(link) for link in page.links if link.startswith("mailto:")]
            with case(language):
                for offer in offers:
                    assert re.search(rf"^  {re.escape(offer.order)}(  +|\n {{6}})\S", written.text, re.MULTILINE)
                    assert offer.order in page.words
                    assert read_mailto(offer.href) in mailed
                    assert read_mailto(offer.href)[1] == offer.order


def test_both_parts_have_the_same_headings_and_lead_to_the_same_pages(letters: Letters) -> None:
    with check_cases() as case:
        for language, written, page in letters:
            with case(language):
                assert set(re.findall(r"^(\S.*)\n=+$", written.text, re.MULTILINE)) <= set(page.headings)
                addresses = set(re.findall(r"https://\S+", written.text))
                assert addresses == {link for link in page.links if link.startswith("https:")}


def test_every_letter_has_its_templates_and_a_sample(sample_letters: dict[str, Any]) -> None:
    folders = {folder.name for folder in (templates_folder() / "mail").iterdir() if folder.is_dir()}
    assert folders == set(LETTERS) == {name.partition(",")[0] for name in sample_letters}


def test_your_turn_reads_from_the_top(sample_letters: dict[str, Any]) -> None:
    letter = write_letter(
        turn_kinds.YOUR_TURN, language_for("en"), replace(sample_letters["your_turn"], press=(), hint="")
    )
    assert letter.subject == "[K7Q2] Your turn in Egyptos, until Thu 3 Dec 20:00"
    assert letter.text == YOUR_TURN


@pytest.mark.parametrize(
    ("name", "subject"),
    [
        ("receipt", "You played M16, pass; Anna is to move"),
        ("receipt, refused", "Not played: Z9 touches no pyramid"),
        ("receipt, both", "You laid M16. Not played: Z9 touches no pyramid"),
        ("receipt, done", "Times are shown in the zone Europe/Rome from now on"),
        ("receipt, waiting", "Waiting for your yes: revoke"),
        ("receipt, answers", "What you can write"),
        ("match_over", "You have won"),
        ("match_over, lost", "Anna has won"),
        ("match_over, draw", "The match is a draw"),
        ("match_over, shared", "Shared first place: Anna, Ben"),
        ("match_over, off", "The match ended without a result"),
        ("outage", "More time for this turn: the service was down"),
        ("granted", "Anna gave you more time: 3 days"),
        ("nudge", "Anna is looking forward to your move"),
        ("granted, theirs", "Ben gave Anna more time: 1 day"),
        ("start", "Egyptos begins: your turn, until Thu 3 Dec 20:00"),
        ("start, theirs", "Egyptos begins: Anna is to move"),
        ("your_turn, untimed", "Your turn in Egyptos"),
    ],
)
def test_the_subject_tells_the_event(name: str, subject: str, sample_letters: dict[str, Any]) -> None:
    letter = write_letter(LETTERS[name.partition(",")[0]], language_for("en"), sample_letters[name])
    assert letter.subject == f"[K7Q2] {subject}"
    assert Page(letter.html).words.count(subject) >= 2


def test_of_the_last_step_the_end_is_told_once_and_never_as_an_order(sample_letters: dict[str, Any]) -> None:
    facts = sample_letters["match_over"]
    last = Event(turn=9, seat=0, order="a-last-step", said=facts.reason)
    letter = write_letter(turn_kinds.MATCH_OVER, language_for("en"), replace(facts, news=(*facts.news, last)))
    assert "a-last-step" not in letter.text
    assert " ".join(letter.text.split()).count(facts.reason) == 1


def test_names_cannot_write_markup_or_links_into_a_letter(sample_letters: dict[str, Any]) -> None:
    letter = write_letter(
        opening_kinds.INVITATION,
        language_for("en"),
        replace(sample_letters["invitation"], inviter="<b>www.evil.example"),
    )
    assert "<b>" not in letter.html
    assert "&lt;b&gt;www.evil.example" in letter.html
    assert not [link for link in Page(letter.html).links if "evil" in link]


def test_a_letter_is_not_written_from_the_facts_of_another(sample_letters: dict[str, Any]) -> None:
    turn: turn_kinds.Turn = sample_letters["your_turn"]
    with pytest.raises(TypeError, match="sign_in is written from SignIn, not from Turn"):
        write_letter(account_kinds.SIGN_IN, language_for("en"), turn)  # type: ignore[misc]  # so says the type checker too


FINGERPRINT = re.compile(r"^ {2}[0-9a-f]{32,}$", re.MULTILINE)


def test_fingerprints_stand_below_everything_else(letters: Letters, sample: str) -> None:
    """A screen reader reads them digit by digit. Those of several matches stand with their matches."""
    with check_cases() as case:
        for language, written, _ in letters:
            body = written.text.partition(f"\n{SIGNATURE}\n")[0]
            found = FINGERPRINT.search(body)
            with case(language):
                assert found is None or sample.startswith("confirm_new") or READER.stop_url not in body[found.end() :]
                at = written.html.find(found.group().strip()) if found else -1
                assert at < 0 or sample.startswith("confirm_new") or "mailto" not in written.html[at:]
