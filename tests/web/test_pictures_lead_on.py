"""Whoever plays by the picture alone comes to every order: each link leads on, and none leads in a circle."""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from adjudicator.engines.contract import AnyEngine
from adjudicator.engines.registry import newest_engine
from adjudicator.engines.suite.chance import Chance
from adjudicator.texts.facts.move_list import steps_beginning_with
from adjudicator.texts.games.boards import PICTURE, draw_board
from adjudicator.texts.language.language import language_for

LOOKED_AT = 25
OTHER_WAYS = {"cheops": ("law11", "law12")}
"""Orders that only the list has: those of laws 11 and 12 are hundreds, and seldom played."""


def draw(engine: AnyEngine, position: Any, legal: Sequence[str]) -> str:
    view = engine.view(position, engine.to_move(position))
    names = ("Anna", "Bob", "Carla", "Dirk", "Eve")[: len(view.sides)]
    return draw_board(view, PICTURE, language_for("en"), names=names, legal=legal, link=lambda order: f"?step={order}")


def links(engine: AnyEngine, position: Any, legal: Sequence[str]) -> set[str]:
    svg = draw(engine, position, legal)
    return {html.unescape(order) for order in re.findall(r'href="\?step=([^"]*)"', svg)}


def reached(engine: AnyEngine, position: Any, legal: Sequence[str]) -> Iterator[str]:
    """Follow all links of a picture, and those of the pictures behind them."""
    for order in links(engine, position, legal):
        if order in legal:
            yield order
            continue
        ends = steps_beginning_with(legal, order)
        assert ends, f"{order} leads nowhere"
        if len(ends) < len(legal):  # else the link is that of the page itself
            yield from reached(engine, position, ends)


@pytest.mark.parametrize("game", ["egyptos", "cheops", "pharao"])
def test_every_order_is_reached(game: str) -> None:
    engine, chance = newest_engine(game), Chance(f"pictures {game}")
    options, seats = engine.rules.complete({}), engine.rules.seats[0]
    position = engine.setup(options, seats, engine.deal(options, seats, chance))
    for number in range(LOOKED_AT * 4):
        steps = engine.legal_steps(position)
        if not steps:
            break
        # The first turns, as somebody meets them who has never played, and every fourth step later.
        if number < LOOKED_AT // 5 or number % 4 == 0:
            legal = tuple(map(engine.format, steps))
            wanted = {order for order in legal if not order.startswith(OTHER_WAYS.get(game, "-"))}
            assert wanted <= set(reached(engine, position, legal))
        position = engine.apply(position, steps[chance.below(len(steps))]).position


@pytest.mark.parametrize("game", ["egyptos", "cheops", "pharao"])
def test_read_aloud_it_is_a_name_a_description_and_its_links(game: str) -> None:
    engine, chance = newest_engine(game), Chance(f"aloud {game}")
    options, seats = engine.rules.complete({}), engine.rules.seats[0]
    position = engine.setup(options, seats, engine.deal(options, seats, chance))
    legal = tuple(map(engine.format, engine.legal_steps(position)))
    drawing = ET.fromstring(draw(engine, position, legal))
    assert (drawing.attrib["role"], drawing.attrib["aria-labelledby"]) == ("group", "board-title")
    assert drawing.attrib["aria-describedby"] == "board-desc"
    aloud = list(said_aloud(drawing))
    assert {element.tag.rpartition("}")[2] for element in aloud} == {"a"}
    assert all(element.attrib["aria-label"] for element in aloud)


def said_aloud(element: ET.Element) -> Iterator[ET.Element]:
    """List what is read aloud: texts and links that are not hidden. A link says its label in the place of its texts."""
    for child in element:
        if child.attrib.get("aria-hidden") == "true":
            continue
        if child.tag.endswith(("}a", "}text")):
            yield child
        else:
            yield from said_aloud(child)
