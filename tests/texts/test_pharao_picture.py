"""The pyramid as a picture: well-formed, readable aloud, to be pointed at, with nothing that a strict page refuses."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Sequence

import pytest

from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.position.position import Position
from adjudicator.texts.facts import move_list
from adjudicator.texts.games.boards import draw_board
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.engines.pharao import begin, drawn
from testkit.engines.pharao_views import CHAMBER, COUNTING, CURSE, FALLING, FLIPPED, MIDDLE, MUMMY, NAMES, OVER, VIEWS

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 50_000


def address(order: str) -> str:
    return f"/m/K7Q2?try={order}&more=<1>"


def picture(
    position: Position, language: str = "en", *, legal: Sequence[str] | None = None, names: tuple[str, ...] = NAMES
) -> ET.Element:
    link = address if legal is not None else None
    view = ENGINE.view(position, position.turn.seat)
    text = draw_board(view, "svg", language_for(language), legal=legal or (), names=names, link=link)
    assert len(text) < MOST_BYTES
    return ET.fromstring(text)


def watched(position: Position, names: tuple[str, ...]) -> ET.Element:
    """Draw a position as a spectator sees it."""
    return ET.fromstring(draw_board(ENGINE.view(position, None), "svg", language_for("en"), names=names))


def written(position: Position) -> tuple[str, ...]:
    return tuple(map(ENGINE.format, ENGINE.legal_steps(position)))


def links(position: Position, legal: Sequence[str]) -> set[str]:
    found = [element.attrib["href"] for element in picture(position, legal=legal).iter(f"{SVG}a")]
    return {href.removeprefix("/m/K7Q2?try=").removesuffix("&more=<1>") for href in found}


def words(drawing: ET.Element) -> list[str]:
    return [element.text or "" for element in drawing.iter(f"{SVG}text")]


def used(drawing: ET.Element) -> Counter[str]:
    """Count the things that are drawn, by the names of their shapes."""
    return Counter(element.attrib["href"].removeprefix("#pharao-") for element in drawing.iter(f"{SVG}use"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("position", VIEWS.values(), ids=VIEWS)
def test_it_is_well_formed_and_everything_is_inside(position: Position, language: str) -> None:
    drawing = picture(position, language, legal=written(position))
    _, _, width, height = map(int, drawing.attrib["viewBox"].split())
    shapes = [part for element in drawing if element.tag != f"{SVG}defs" for part in element.iter()]
    for part in shapes:
        if part.tag == f"{SVG}rect":
            assert 0 <= int(part.get("x", 0)) <= width - int(part.attrib["width"])
            assert 0 <= int(part.get("y", 0)) <= height - int(part.attrib["height"])
        elif part.tag == f"{SVG}text":
            assert length(part) <= room(part, width)
            assert 0 < int(part.attrib["y"]) < height


def length(part: ET.Element) -> float:
    """Estimate how long a text is, in the broadest of the usual fonts."""
    return 0.62 * len(part.text or "") * int(part.attrib["font-size"])


def room(part: ET.Element, width: int) -> int:
    """Tell how long a text may be where it stands."""
    x = int(part.attrib["x"])
    return {"end": x, "middle": 2 * min(x, width - x)}.get(part.get("text-anchor", "start"), width - x)


@pytest.mark.parametrize("position", VIEWS.values(), ids=VIEWS)
def test_it_tells_itself_by_the_sentences_of_the_linear_board(position: Position) -> None:
    drawing = picture(position)
    title, desc = drawing.find(f"{SVG}title"), drawing.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert drawing.attrib["role"] == "img"
    assert drawing.attrib["aria-labelledby"].split() == [title.get("id"), desc.get("id")]
    assert title.text == "Das Gold des Pharao"
    view = ENGINE.view(position, position.turn.seat)
    assert (desc.text or "").strip() == draw_board(view, "linear", language_for("en"), names=NAMES)


@pytest.mark.parametrize("position", VIEWS.values(), ids=VIEWS)
def test_it_has_only_shapes_with_plain_attributes(position: Position) -> None:
    plain = {"svg", "title", "desc", "defs", "use", "rect", "g", "text", "a", "path", "circle", "ellipse"}
    drawing = picture(position, legal=written(position))
    ids = {element.attrib["id"] for element in drawing.iter() if "id" in element.attrib}
    assert {element.tag.removeprefix(SVG) for element in drawing.iter()} <= plain
    for element in drawing.iter():
        assert not {name for name in element.attrib if name in ("style", "class") or name.startswith("on")}
        assert element.attrib.get("fill", "none") == "none" or element.attrib["fill"].startswith("#")
        assert element.tag == f"{SVG}a" or element.get("href", "#board-title").removeprefix("#") in ids


def test_every_object_of_the_position_is_drawn() -> None:
    things = used(picture(MIDDLE))
    assert things["archaeologist"] == things["porter"] == 2 * len(MIDDLE.players)
    laid = sum(player.lanterns.bit_count() for player in MIDDLE.players)
    left = sum(player.stock for player in MIDDLE.players)
    assert things["lantern"] == laid + left
    assert things["coin"] == len(MIDDLE.treasures) + 2
    assert things["back"] == MIDDLE.hidden.bit_count()
    assert (
        things["chamber"] == things["lotus"] + things["eye"] + things["falcon"] + things["ibis"] + things["crown"] == 5
    )
    assert things["sun"] == 1
    assert {"R", "B", "G", "Y", "r", "b", "g", "y", "2", "3", "A", "F", "1", "6"} <= set(words(picture(MIDDLE)))


def test_corridors_are_drawn_as_the_cards_lie_and_join_where_one_can_go_on() -> None:
    view = ENGINE.view(MIDDLE, None)
    things = used(picture(MIDDLE))
    for sides in {square.sides for square in view.open_cards}:
        assert things[sides] == sum(square.sides == sides for square in view.open_cards)
    joints = sum(side in "ES" for square in view.squares for side in square.ways)
    text = draw_board(view, "svg", language_for("en"))
    assert text.count("h8") + text.count("v8") == joints


def test_cards_that_fall_next_are_cracked_and_fallen_cards_are_holes() -> None:
    view, things = ENGINE.view(FALLING, None), used(picture(FALLING))
    assert things["cracks"] == sum(square.falls for square in view.squares)
    assert things["void"] == len(view.fallen)
    assert any(word.startswith("Next to fall") for word in words(picture(COUNTING)))
    assert used(picture(MIDDLE))["cracks"] == 0


@pytest.mark.parametrize(("position", "trap"), [(MUMMY, "mummy"), (CURSE, "curse")])
def test_the_way_of_a_trap_is_dotted_through_the_corridors(position: Position, trap: str) -> None:
    drawing = picture(position)
    trails = [path for path in drawing.iter(f"{SVG}path") if path.get("stroke-dasharray") == "1 12"]
    assert len(trails) == 12
    assert used(drawing)[trap] == 1
    assert any(word.startswith(f"The {trap} of C6 came over") for word in words(drawing))


def test_a_turned_card_shows_its_shape_before_it_is_laid() -> None:
    assert used(picture(CHAMBER))["lotus"] == 1
    assert "?" in words(picture(FLIPPED))
    assert links(FLIPPED, written(FLIPPED)) == {"turn NES", "turn ESW", "turn NSW", "turn NEW"}


@pytest.mark.parametrize("position", VIEWS.values(), ids=VIEWS)
def test_every_legal_order_is_reached_by_pointing(position: Position) -> None:
    legal = written(position)
    pointed = links(position, legal)
    for order in legal:
        beginnings = [begun for begun in pointed if order in move_list.steps_beginning_with(legal, begun)]
        assert order in pointed or any(
            order in links(position, move_list.steps_beginning_with(legal, one)) for one in beginnings
        )


def test_a_card_links_to_its_legal_orders() -> None:
    position = drawn("  A B C\n 2 # # #\n 1 @NESW NEW #", "A:B1 P:A1", "A:A1 P:A1")
    cards = {
        element.attrib["aria-label"]: [part.text for part in element.iter(f"{SVG}text")]
        for element in picture(position, legal=written(position)).iter(f"{SVG}a")
    }
    assert cards["A A1"][-1:] == ["A"]
    assert cards["flip C1"] == ["C1"]
    assert cards["B1"][-1:] == ["P"]
    assert links(position, written(position)) == {"A A1", "B1", "flip B2", "flip C1", "lamp", "end"}


def test_without_links_nothing_can_be_pointed_at() -> None:
    assert not list(picture(MIDDLE).iter(f"{SVG}a"))


def test_names_stand_there_as_they_are() -> None:
    drawing = watched(OVER, ("<b>&x", "Ben", "Cleo", "Dora"))
    desc = drawing.find(f"{SVG}desc")
    assert desc is not None
    assert "<b>&x, red: archaeologist on C3;" in (desc.text or "")
    assert {"<b>&x", "1. <b>&x"} <= set(words(drawing))
    drawing = watched(begin(), ("<b>&x", "Ben"))
    told = [drawing.find(f"{SVG}{part}") for part in ("title", "desc")]
    aloud = " ".join(part.text or "" for part in told if part is not None)
    assert aloud.count("<b>&x is to play and has 3 actions left.") == 1  # a screen reader reads both


def test_the_final_count_is_below_the_board() -> None:
    assert {"4x2+3x3", "1. Anna", "-2", "losses"} <= set(words(picture(OVER)))
    assert "losses" not in words(picture(MIDDLE))
    assert used(picture(OVER))["bust"] == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_columns_of_the_count_stand_apart(language: str) -> None:
    names = tuple(f"{name} of the very long name" for name in NAMES)
    lines: dict[str, list[tuple[float, float]]] = {}
    for part in picture(OVER, language, names=names).iter(f"{SVG}text"):
        x, end = int(part.attrib["x"]), part.get("text-anchor") == "end"
        if part.get("font-size") == "24" and int(part.attrib["y"]) > 900:
            lines.setdefault(part.attrib["y"], []).append(
                (x - length(part) if end else x, x if end else x + length(part))
            )
    assert max(map(len, lines.values())) == 5
    for line in lines.values():
        assert all(left > right for (_, right), (left, _) in itertools.pairwise(sorted(line)))
