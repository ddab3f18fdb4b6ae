"""A colour beside a cell is that of the treasure there, and nothing is sold by law 10 for it."""

from __future__ import annotations

import pytest

from adjudicator.engines.cheops import ENGINE
from adjudicator.engines.cheops.notation.partial_order import read_partial_order
from adjudicator.engines.cheops.position.pieces import COLOURS, Colour, read_colour
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pyramid import CELL_BY_NAME
from adjudicator.engines.contract import IllegalStep, StepError
from adjudicator.engines.order_text import tokens_of
from testkit.cases import check_cases
from tests.services.ruled_letters import tables

NAMES = {
    "en": dict(zip(COLOURS, ("red", "green", "blue", "orange", "black", "brown"), strict=True)),
    "de": dict(zip(COLOURS, ("roten", "grünen", "blauen", "orangen", "schwarzen", "braunen"), strict=True)),
    "fr": dict(zip(COLOURS, ("rouge", "vert", "bleu", "orange", "noir", "brun"), strict=True)),
    "it": dict(zip(COLOURS, ("rosso", "verde", "blu", "arancione", "nero", "marrone"), strict=True)),
    "nl": dict(zip(COLOURS, ("rode", "groene", "blauwe", "oranje", "zwarte", "bruine"), strict=True)),
}
SAID = {
    "en": (
        "sell the {c} one on {p} with family {t}",
        "{t} {p} sell the {c} treasure",
        "the {c} one on {p} I sell with {t}",
    ),
    "de": ("verkaufe den {c} auf {p} mit Familie {t}", "{t} {p} verkaufen, den {c}"),
    "fr": ("je vends le {c} en {p} avec la {t}", "je vends le trésor {c} sur {p} avec famille {t}"),
    "it": ("vendo il {c} in {p} con la {t}", "vendo il {c} {p} con la famiglia {t}"),
    "nl": ("verkoop de {c} op {p} met familie {t}", "ik verkoop de {c} schat op {p} met {t}"),
}


def sales() -> list[tuple[Position, str, str, Colour]]:
    """List positions with a legal sale: its tile, its cell and the colour of the treasure there."""
    found = list[tuple[Position, str, str, Colour]]()
    for table in tables("cheops", 40):
        position = table.position
        assert isinstance(position, Position)
        sale = next((one.split() for one in table.legal_orders if one.endswith("sell") and one[0].isdigit()), None)
        colour = read_colour(position.board[CELL_BY_NAME[sale[1]]]) if sale else None
        if sale and colour:
            found.append((position, sale[0], sale[1], colour))
    assert found
    return found[:6]


@pytest.mark.parametrize("language", SAID)
def test_the_colour_of_the_treasure_changes_nothing_if_it_is_right(language: str) -> None:
    with check_cases() as case:
        for position, tile, cell, colour in sales():
            for said in SAID[language]:
                right = said.format(c=NAMES[language][colour], p=cell, t=tile)
                with case(right):
                    assert ENGINE.format(ENGINE.parse(position, right).step) == f"{tile} {cell} sell"
                other = COLOURS[COLOURS.index(colour) - 1]
                wrong = said.format(c=NAMES[language][other], p=cell, t=tile)
                with case(wrong), pytest.raises(IllegalStep) as refused:
                    ENGINE.parse(position, wrong)
                assert refused.value.reason.key == "cheops.other_treasure"


@pytest.mark.parametrize("language", SAID)
def test_no_law_is_meant_though_the_player_has_it(language: str) -> None:
    with check_cases() as case:
        for said in SAID[language]:
            for colour in NAMES[language].values():
                text = said.format(c=colour, p="B5", t="3")
                with case(text):
                    order, count = read_partial_order(tokens_of(text))
                    assert (order.colour, order.law, order.cells, order.tile) == ("", "", ("B5",), "3")
                    assert count == len(tokens_of(text))


@pytest.mark.parametrize(
    "text", ["sell blue, 2 A3 keep", "law 10 sell blue", "law 10 blue", "verkaufe blau und behalte A3 mit 2"]
)
def test_a_colour_without_a_cell_of_its_own_is_that_of_a_kept_treasure(text: str) -> None:
    order, _ = read_partial_order(tokens_of(text))
    assert (order.colour, order.described) == ("B", "")


@pytest.mark.parametrize(
    "text",
    ["draw from the third stack", "third pile", "Ziehen vom dritten Stapel", "pioche dans la troisième pile",
     "pesco dal terzo mazzo", "trek van de derde stapel"],
)  # fmt: skip
def test_a_stack_is_named_by_its_place_too(text: str) -> None:
    order, count = read_partial_order(tokens_of(text))
    assert (order.verb, order.number, count) == ("draw", "3", len(tokens_of(text)))


def test_an_ordinal_before_an_order_only_counts() -> None:
    position, tile, cell, _ = sales()[0]
    try:
        parsed = ENGINE.parse(position, f"first {tile} {cell} sell, then draw from the second stack")
    except StepError as error:
        pytest.fail(str(error))
    assert ENGINE.format(parsed.step) == f"{tile} {cell} sell"
    assert parsed.rest.startswith("draw")
