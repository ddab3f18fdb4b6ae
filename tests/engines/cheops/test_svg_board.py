"""The drawn picture: well-formed, readable aloud, to be pointed at, and without what a strict page would refuse."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from adjudicator.engines.cheops import ENGINE
from adjudicator.engines.cheops.position.position import Position
from adjudicator.texts.games.boards import draw_board
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.engines.cheops import begin, drawn, laid_laws, plain_deal, play, taking, written
from tests.engines.cheops.views import JOKER, MIDDLE, NAMES

SVG = "{http://www.w3.org/2000/svg}"
FIVE = drawn(seats=5, kept=("RGBONM",) * 5, held=((9, 10, 11, 12), (), (), (), ()), cash=(125, 20))
HIGH = ENGINE.setup({}, 2, plain_deal() | {"tables": dict.fromkeys("RGBONM", [[1]] * 12)})
EMPTY_STACK = drawn(hands=("13", "12"), turn={"taken": True}, put={"stacks": ("1", "", "234")})
POSITIONS = {
    "begun": begin(), "middle": MIDDLE, "law": taking(7), "drawing": EMPTY_STACK, "five": FIVE, "high": HIGH,
    "joker": JOKER, "over": play(JOKER, "joker R"), "five over": play(
        drawn(seats=5, kept=("RGBONM",) * 5, held=((9,), (), (), (), ()), put={"ending": "empty"}), "joker R"
    ),
}  # fmt: skip


def address(order: str) -> str:
    return f"/m/K7Q2?try={order}&more=<1>"


def picture(
    position: Position, language: str = "en", *, legal: list[str] | None = None, names: tuple[str, ...] = NAMES
) -> ET.Element:
    link = address if legal is not None else None
    view = ENGINE.view(position, position.turn.seat)
    return ET.fromstring(draw_board(view, "svg", language_for(language), legal=legal or (), names=names, link=link))


def marks(drawing: ET.Element) -> dict[tuple[int, int], list[int]]:
    """List the families that are marked on each cell, by the place of the cell."""
    found: dict[tuple[int, int], list[int]] = {}
    cells = [part for part in drawing.iter(f"{SVG}rect") if part.attrib["width"] == "58"]
    for part in drawing.iter(f"{SVG}rect"):
        if (part.attrib["width"], part.attrib["height"]) == ("11", "7"):
            x, y = int(part.attrib["x"]), int(part.attrib["y"])
            left = max(
                int(cell.attrib["x"]) for cell in cells if int(cell.attrib["y"]) == y and int(cell.attrib["x"]) <= x
            )
            found.setdefault((left, y), []).append((x - left + 10) // 13)
    return found


def links(position: Position, legal: list[str]) -> set[str]:
    found = [element.attrib["href"] for element in picture(position, legal=legal).iter(f"{SVG}a")]
    return {href.removeprefix("/m/K7Q2?try=").removesuffix("&more=<1>") for href in found}


def words(drawing: ET.Element) -> list[str]:
    return [element.text or "" for element in drawing.iter(f"{SVG}text")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_it_is_well_formed_and_tells_itself_in_every_language(position: Position, language: str) -> None:
    drawing = picture(position, language)
    named = drawing.attrib["aria-labelledby"].split()
    assert drawing.attrib["role"] == "img"
    assert [element.tag for element in drawing if element.get("id") in named] == [f"{SVG}title", f"{SVG}desc"]
    assert all(element.text for element in drawing if element.get("id") in named)


def test_what_is_read_aloud_are_the_sentences_of_the_linear_board() -> None:
    view = ENGINE.view(MIDDLE, 0)
    told = picture(MIDDLE).find(f"{SVG}desc")
    assert told is not None
    assert (told.text or "").strip() == draw_board(view, "linear", language_for("en"), names=NAMES)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_it_has_only_shapes_with_plain_attributes(position: Position) -> None:
    plain = {"svg", "title", "desc", "defs", "use", "rect", "g", "text", "a", "path", "circle", "ellipse"}
    drawing = picture(position, legal=written(position))
    assert {element.tag.removeprefix(SVG) for element in drawing.iter()} <= plain
    for element in drawing.iter():
        assert not {name for name in element.attrib if name in ("style", "class") or name.startswith("on")}
        assert element.attrib.get("fill", "none") == "none" or element.attrib["fill"].startswith("#")
        assert element.tag == f"{SVG}a" or element.attrib.get("href", "#").startswith("#")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_everything_lies_inside(position: Position, language: str) -> None:
    drawing = picture(position, language, legal=written(position))
    _, _, width, height = map(int, drawing.attrib["viewBox"].split())
    drawn_shapes = [part for element in drawing if element.tag != f"{SVG}defs" for part in element.iter()]
    for part in drawn_shapes:
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


def test_everything_that_lies_there_is_drawn() -> None:
    drawing = picture(MIDDLE)
    used = [element.attrib["href"] for element in drawing.iter(f"{SVG}use")]
    on_board = sum(piece in "RGBONM" for piece in MIDDLE.board)
    kept = sum(1 for player in MIDDLE.players for number in player.kept if number)
    assert used.count("#cheops-scarab") == on_board + kept + len(MIDDLE.tables)
    assert used.count("#cheops-eye") == MIDDLE.board.count("?")
    assert used.count("#cheops-head") == sum(piece in "1234" for piece in MIDDLE.board) + len(MIDDLE.stacks)
    assert {"Anna", "Ben", "Cleo"} <= set(words(drawing))
    assert all(
        said in " ".join(words(drawing)) for said in ("stack 2: 17", "neighbours left: 4", "full tables: 1 of 3")
    )
    assert words(drawing).count("--") == sum(MIDDLE.covered)
    assert [text for text in words(drawing) if text in ("L4", "L5")] == ["L5", "L4"]


def test_the_families_that_fit_are_marked_on_the_cells() -> None:
    """A mark has its family's place in a cell, besides its colour."""
    marked = marks(picture(MIDDLE))
    assert sum(families == [1, 3] for families in marked.values()) == 6
    assert [1, 3] not in marks(picture(EMPTY_STACK)).values()


def test_a_cell_to_lay_on_is_a_link() -> None:
    position = drawn("A 1 2", hands=("13", "1234"), covered={"B": 4})
    assert {"A3", "3 B1", "A11"} <= links(position, written(position))
    one = [order for order in written(position) if order.startswith("3 ")]
    assert {"3 A3 keep", "3 A4", "3 B1"} <= links(position, one)


def test_a_chosen_cell_shows_what_is_left_to_choose() -> None:
    assert links(begin(), ["2 A3 sell", "2 A3 keep"]) == {"2 A3", "2 A3 sell", "2 A3 keep"}


@pytest.mark.parametrize(
    "position",
    [
        taking(4), taking(7, covered={"R": 2}), taking(8, laws=laid_laws(third=True, market=(1,))),
        taking(9, cash=(25, 0)), taking(10, kept=("RG", "")), EMPTY_STACK, JOKER, drawn(hands=("", "1")),
    ],
)  # fmt: skip
def test_every_choice_but_of_cells_is_a_link(position: Position) -> None:
    assert links(position, written(position)) == set(written(position))


def test_without_links_nothing_can_be_pointed_at() -> None:
    assert not list(picture(MIDDLE).iter(f"{SVG}a"))


def test_names_stand_there_as_they_are() -> None:
    view = ENGINE.view(MIDDLE, None)
    drawing = ET.fromstring(draw_board(view, "svg", language_for("en"), names=("<b>&x", "Ben", "Cleo")))
    title, desc = drawing.find(f"{SVG}title"), drawing.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert f"{title.text}. {desc.text}".count("<b>&x is to lay a tile.") == 1  # a screen reader reads both
    assert "<b>&x: tiles in hand: 1, 3;" in (desc.text or "")
    assert "<b>&x" in words(drawing)
    assert "Law 10 of <b>&x: sells a kept treasure, once" in words(drawing)


def test_the_count_stands_below_when_it_is_over() -> None:
    assert {"3x20=60", "5x, x=4", "120"} <= set(words(picture(POSITIONS["over"])))
    assert "in all" not in words(picture(MIDDLE))


def test_money_is_shown_to_its_owner_alone() -> None:
    assert [text for text in words(picture(MIDDLE)) if text in ("35", "0", "10", "?")].count("?") == 2
