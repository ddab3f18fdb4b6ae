"""The drawn picture: well-formed, readable aloud, and without anything that a strict page would refuse."""

import xml.etree.ElementTree as ET

import pytest

from adjudicator.engines.egyptos import ENGINE
from adjudicator.engines.egyptos.position.position import Position
from adjudicator.texts.games.boards import draw_board
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.engines.egyptos import begin, drawn, play, written
from tests.engines.egyptos.test_coordinates import EAST, pair
from tests.engines.egyptos.test_moving import BRIDGE
from tests.engines.egyptos.test_rows import UP

SVG = "{http://www.w3.org/2000/svg}"
POSITIONS = {
    "empty": begin(),
    "laying": play(begin(), "M13, L14, M14"),
    "moving": play(drawn(BRIDGE), "L11 M11"),
    "won": play(begin(), f"{UP}, M17"),
    "east": play(begin(), EAST),
    "far apart": pair(-3000, 2),
}


def address(order: str) -> str:
    return f"/m/K7Q2?try={order}&more=<1>"


def picture(position: Position, language: str = "en", *, legal: list[str] | None = None) -> ET.Element:
    link = address if legal is not None else None
    return ET.fromstring(
        draw_board(
            ENGINE.view(position, 0), "svg", language_for(language), legal=legal or (), names=("Anna", "Ben"), link=link
        )
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_it_is_well_formed_and_tells_itself_in_every_language(position: Position, language: str) -> None:
    drawing = picture(position, language)
    named = drawing.attrib["aria-labelledby"].split()
    assert drawing.attrib["role"] == "img"
    assert [element.tag for element in drawing if element.get("id") in named] == [f"{SVG}title", f"{SVG}desc"]
    assert all(element.text for element in drawing if element.get("id") in named)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_it_has_only_shapes_with_plain_attributes(position: Position) -> None:
    tags = {element.tag.removeprefix(SVG) for element in picture(position, legal=written(position)).iter()}
    assert tags <= {"svg", "title", "desc", "rect", "g", "text", "a", "path", "circle"}
    for element in picture(position).iter():
        assert not {
            name for name in element.attrib if name in ("style", "class") or name.startswith("on") or "href" in name
        }
        assert element.attrib.get("fill", "none") == "none" or element.attrib["fill"].startswith("#")


def test_everything_lies_inside() -> None:
    for position in POSITIONS.values():
        drawing = picture(position)
        _, _, width, height = map(int, drawing.attrib["viewBox"].split())
        assert (drawing.attrib["width"], drawing.attrib["height"]) == (str(width), str(height))
        for element in drawing.iter(f"{SVG}rect"):
            assert int(element.get("x", 0)) + int(element.attrib["width"]) <= width
            assert int(element.get("y", 0)) + int(element.attrib["height"]) <= height


def pyramids(drawing: ET.Element) -> int:
    return sum(element.get("fill") == "none" for element in drawing.iter(f"{SVG}path"))


def test_it_draws_every_pyramid() -> None:
    for name in ("empty", "laying", "moving", "won", "east"):
        assert pyramids(picture(POSITIONS[name])) == POSITIONS[name].laid


def links(position: Position, legal: list[str]) -> list[str]:
    return [element.attrib["href"] for element in picture(position, legal=legal).iter(f"{SVG}a")]


def test_a_cell_to_lay_on_is_a_link() -> None:
    position = POSITIONS["laying"]
    assert sorted(links(position, written(position))) == sorted(map(address, written(position)))


def test_to_move_a_pyramid_is_pointed_at_first_and_then_a_cell() -> None:
    position = drawn(BRIDGE)
    origins = {order.split()[0] for order in written(position)}
    assert sorted(links(position, written(position))) == sorted(map(address, origins))
    begun = [order for order in written(position) if order.startswith("L11 ")]
    assert sorted(links(position, begun)) == sorted(map(address, begun))


def test_words_are_no_cells() -> None:
    position = play(begin(opening="swap"), "M13, M12, N13")
    assert address("swap") not in links(position, written(position))


def test_without_links_nothing_can_be_pointed_at() -> None:
    assert not list(picture(POSITIONS["laying"]).iter(f"{SVG}a"))
