from __future__ import annotations

import re
from dataclasses import dataclass
from gettext import NullTranslations

import pytest
from babel import Locale
from jinja2 import DictLoader, Environment, TemplateNotFound

from adjudicator.engines.contract import View
from adjudicator.texts.games.boards import PICTURE, TEXT_SHAPES, draw_board
from adjudicator.texts.language.language import Language, templates_folder


@dataclass(frozen=True, slots=True)
class LineView(View):
    cells: str


VIEW = LineView(rules="line/2", seat=0, to_move=1, sides=("black", "gold"), cells="X.O  ")
TEMPLATES = {
    "boards/line/wide.txt": "\n\n  {{ view.cells }}\n  {{ names | join(' against ') }}   \n\n",
    "boards/line/narrow.txt": "{{ view.cells }}",
    "boards/line/linear.txt": "{% for order in legal %}{{ order }} {% endfor %}",
    "boards/line/board.svg": "{% for order in legal %}<a href='{{ link(order) }}'/>{% endfor %}",
}
TONGUE = Language("en", Locale("en"), NullTranslations(), Environment(loader=DictLoader(TEMPLATES), autoescape=True))


def test_a_view_is_drawn_by_its_games_template_without_blanks_at_the_ends() -> None:
    assert draw_board(VIEW, "wide", TONGUE, names=("Anna", "Ben")) == "  X.O\n  Anna against Ben"


@pytest.mark.parametrize("shape", [*TEXT_SHAPES, PICTURE])
def test_every_shape_has_its_template(shape: str) -> None:
    assert draw_board(VIEW, shape, TONGUE, legal=("A1",), names=("Anna", "Ben"), link=lambda order: order)


def test_a_picture_links_the_orders_that_are_legal() -> None:
    drawn = draw_board(VIEW, PICTURE, TONGUE, legal=("A1", "B1"), link=lambda order: f"/m/K7Q2?order={order}")
    assert drawn == "<a href='/m/K7Q2?order=A1'/><a href='/m/K7Q2?order=B1'/>"


def test_a_shape_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(TemplateNotFound):
        draw_board(VIEW, "round", TONGUE)


def test_pieces_that_are_reused_are_drawn_by_macros_that_stay() -> None:
    """A macro of the same template is another one each time: pieces would be kept in vain, and for ever."""
    for path in (templates_folder() / "boards").rglob("*.svg"):
        assert not re.findall(r"\breuse\((?!\w+\.\w+[,)])", path.read_text()), path
    assert "reuse(" in (templates_folder() / "boards/egyptos/board.svg").read_text()
