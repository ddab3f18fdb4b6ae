"""Sides of a card are read back from every way in which our letters, our help and our pages write them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from adjudicator.engines.contract import Note
from adjudicator.engines.pharao.notation.partial_order import PartialOrder
from adjudicator.engines.pharao.notation.words import LOCAL_WORDS, SIDE_WORDS, find_strange_words, split_words
from adjudicator.engines.pharao.orders.orders import OrderReader
from adjudicator.engines.pharao.position.grid import CELLS, neighbours
from adjudicator.engines.pharao.position.position import Figure, Position
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.games.step_descriptions import render_descriptions
from adjudicator.texts.language.language import Language, language_for
from testkit.cases import check_cases
from tests.services.ruled_letters import played, tables

LANGUAGES = ("en", "de", "fr", "it", "nl")
SIDES = ["".join(some) for count in (1, 2, 3, 4) for some in combinations("NESW", count)]
CELL = "C4"
VERBS = ("flip", "rotate", "turn")
AS_PEOPLE_SAY = {
    "en": ("open to the {all}", "so that {all} are open", "with {all} open", "openings {list}", "{all} open"),
    "de": ("offen nach {all}", "so dass {all} offen sind", "mit {all} offen", "Richtung {list}", "{all} offen"),
    "fr": ("ouverte au {all}", "avec {all} ouverts", "ouvertures {list}", "côtés {list}", "{all} ouverts"),
    "it": (
        *("aperta a {all}", "con {all} aperti", "con i lati {all} aperti", "aperture {list}", "apertura {list}"),
        *("a {list}", "aperto verso {all}", "con lati aperti {list}", "{all} aperti", "{all} aperte"),
    ),
    "nl": ("open naar {all}", "zodat {all} open zijn", "met {all} open", "zijden {list}", "{all} open"),
}
ANDS = {"en": ("and",), "de": ("und",), "fr": ("et", "et à l'"), "it": ("e", "ed", "e a"), "nl": ("en",)}


def sides_of(text: str, *, waits: bool = False) -> str:
    """Read the sides of a text that is one order, for no card or for C4; a dash for any other."""
    order = read_order(text, waits=waits)
    return "".join(sorted(order.sides, key="NESW".index)) if order and order.cell in ("", CELL) else "-"


def read_order(text: str, *, waits: bool = False) -> PartialOrder | None:
    tokens = split_words(text)
    reader = OrderReader(tokens, waits)
    if find_strange_words(tokens, reader.sides_at):
        return None
    order = reader.read()
    return order if reader.place == len(tokens) else None


def verbs_of(language: str) -> list[str]:
    return [LOCAL_WORDS.get(language, {}).get(verb, verb) for verb in VERBS]


def notes_of(sides: str, language: Language) -> Iterator[str]:
    """Write the sides as our letters tell what was done, without what stands before the card."""
    for key, reader in (("turned", 0), ("turned", 1), ("rotated", 0), ("rotated", 1), ("rotate_same", 0)):
        note = Note.of(f"pharao.{key}", seat=0, cell=CELL, sides=sides, left=2)
        yield render_note(note, language, reader, ("Anna", "Bob")).partition(CELL)[2].partition(".")[0]


def board_words(sides: str, language: Language) -> str:
    """Write the sides as the board for screen readers does."""
    template = language.find_template("pharao", "boards/pharao/_words.txt")
    assert template is not None
    return str(template.module.__dict__["open_to"](sides)).strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_our_letters_say_of_sides_is_read_back(language: str) -> None:
    words = language_for(language)
    with check_cases() as case:
        for sides in SIDES:
            said = [*notes_of(sides, words), f" {board_words(sides, words)}"]
            texts = [f"{verb} {CELL}{one}" for verb in verbs_of(language) for one in said]
            for text in (*texts, render_descriptions([Note.of("pharao.to_rotate", cell=CELL, sides=sides)], words)):
                with case(text):
                    assert sides_of(text) == sides
            laid = render_descriptions([Note.of("pharao.to_turn", cell=CELL, sides=sides)], words)
            for text in (laid, board_words(sides, words)):
                with case("a card waits", text):
                    assert sides_of(text, waits=True) == sides


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_rules_say_of_sides_is_read_back(language: str) -> None:
    words = language_for(language)
    rotated = words.gettext("the porter rotates C4 so that N and E are open").partition(CELL)[2]
    laid = words.gettext("lay it with the north and the east open")
    assert sides_of(f"{verbs_of(language)[1]} {CELL}{rotated}") == "NE", rotated
    assert sides_of(laid, waits=True) == "NE", laid


@pytest.mark.parametrize("language", LANGUAGES)
def test_sides_are_read_as_people_say_them(language: str) -> None:
    with check_cases() as case:
        for sides in SIDES:
            *first, last = (SIDE_WORDS[language][side] for side in sides)
            for between in ANDS[language]:
                together = f"{', '.join(first)} {between} {last}" if first else last
                for said in AS_PEOPLE_SAY[language]:
                    text = said.format(all=together, list=", ".join([*first, last]))
                    for verb in verbs_of(language):
                        with case(verb, text):
                            assert sides_of(f"{verb} {CELL} {text}") == sides


def test_a_sentence_about_the_sides_of_a_card_is_no_order() -> None:
    said = (
        *("{c} is open to the north", "{c} ist nach Norden offen", "{c} est ouverte au nord", "{c} è aperta a nord"),
        *(
            "{c} open to north",
            "{c} offen nach Norden",
            "{c} ouverte au nord",
            "{c} aperta a nord",
            "{c} open naar noord",
        ),
    )
    table = next(one for one in tables("pharao") if any(order.startswith("A ") for order in one.legal_orders))
    cell = next(order for order in table.legal_orders if order.startswith("A ")).split()[1]
    with check_cases() as case:
        for sentence in said:
            with case(sentence):
                assert played(table, sentence.format(c=cell)) == ()


def test_who_wishes_for_all_four_sides_is_let_in() -> None:
    laid = 0
    with check_cases() as case:
        for table in tables("pharao", 40):
            position = table.position
            assert isinstance(position, Position)
            here = position.mover.figure(Figure.ARCHAEOLOGIST)
            for order in [one for one in table.legal_orders if one.startswith("flip")]:
                cell = CELLS[order.split()[1]]
                towards = "NESW"[neighbours(cell).index(here)]
                for language in LANGUAGES:
                    text = f"{order} {' '.join(SIDE_WORDS[language][side] for side in 'NESW')}"
                    steps = played(table, text)
                    with case(text):
                        assert steps[0] == order
                        assert all(towards in step.removeprefix("turn ") for step in steps[1:])
                    laid += len(steps) > 1
    assert laid
