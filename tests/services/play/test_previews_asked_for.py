"""Who asks for the outcome of an order is offered its preview, and a preview goes as far as nothing comes to light."""

from __future__ import annotations

import pytest

from adjudicator.engines.egyptos.notation.notation import read_spoken
from adjudicator.engines.egyptos.position.coordinates import name_of
from adjudicator.mail.lexicon.hedges import find_hedge
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.agreed_match import PEOPLE, agree, steps
from testkit.cases import check_cases
from testkit.club import Club, prose_of
from testkit.letter_table import mover, seat_people

ASKED = {
    "de": ("Was passiert, wenn ich 3 A10 verkaufe?", "Was wäre, wenn ich 3 A10 verkaufe?"),
    "en": ("what happens if I sell 3 A10?", "And what would happen if I sell 3 A10", "what if I sell 3 A10?"),
    "fr": ("Que se passe-t-il si je vends 3 A10 ?", "Et si je vends 3 A10 ?"),
    "it": ("Cosa succede se vendo 3 A10?", "che succede se vendo 3 A10", "e se vendo 3 A10?"),
    "nl": ("Wat gebeurt er als ik 3 A10 verkoop?", "wat als ik 3 A10 verkoop?"),
}
SELL = {"de": "verkaufen", "en": "sell", "fr": "vendre", "it": "vendere", "nl": "verkopen"}
TO_A_DRAW = {
    "de": "? 3 A10 verkaufen; ziehen 1",
    "en": "? sell 3 A10; draw 1",
    "fr": "? vendre 3 A10; piocher 1",
    "it": "? vendere 3 A10; pescare 1",
    "nl": "? verkopen 3 A10; trekken 1",
}
DRAW = {"de": "ziehen 1", "en": "draw 1", "fr": "piocher 1", "it": "pescare 1", "nl": "trekken 1"}


def begin_cheops(club: Club, language: str) -> str:
    seat_people(club, language, "wide")
    agree(club, "cheops", PEOPLE[:2])
    return mover(club)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_asks_what_comes_of_an_order_is_offered_its_preview(club: Club, language: str) -> None:
    person, preview = begin_cheops(club, language), f"? 3 A10 {SELL[language]}"
    with check_cases() as case:
        for line in ASKED[language]:
            with case(line):
                club.answer(club.last(person), line)
                assert preview in prose_of(club.last(person))
    club.answer(club.last(person), preview)
    assert f"3 A10 {SELL[language]}" in club.last(person)["Subject"]
    assert steps(club) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_preview_that_ends_in_a_draw_shows_the_board_before_it(club: Club, language: str) -> None:
    person = begin_cheops(club, language)
    club.answer(club.last(person), TO_A_DRAW[language])
    answer = prose_of(club.last(person))
    said = language_for(language).gettext("What %(step)s brings cannot be foretold.")
    assert said % {"step": DRAW[language]} in answer
    assert f"3 A10 {SELL[language]}" in club.last(person)["Subject"]
    assert steps(club) == []


def test_what_brings_something_to_light_is_not_offered_as_a_preview(club: Club) -> None:
    agree(club, "pharao", PEOPLE[:2])
    person = mover(club)
    club.answer(club.last(person), "what happens if I turn B1?")
    assert "? flip" not in prose_of(club.last(person))


@pytest.mark.parametrize("line", ["M14", "what a nice board!", "if you like, M14", "maybe M14?", "what if"])
def test_other_lines_ask_for_no_outcome(line: str) -> None:
    hedge = find_hedge(line)
    assert hedge is None or hedge.asked == ""


@pytest.mark.parametrize(
    "line",
    ["my piramid on n 14 goes here please", "I guess N14 is mice", "pyramyd n14!", "the skware M15, or N14 and O15?"],
)
def test_squares_that_a_line_names_are_suggested_first(club: Club, line: str) -> None:
    agree(club, "egyptos", PEOPLE[:2])
    person = mover(club)
    club.answer(club.last(person), line)
    offers = prose_of(club.last(person)).partition("You could write: ")[2].split(", ")
    assert offers[0] == "N14"
    assert offers[0] in map(name_of, read_spoken(line).cells)
