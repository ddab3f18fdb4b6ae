"""Boards: a view of a position drawn in one of the shapes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jinja2 import TemplateNotFound

from adjudicator.engines.contract import View
from adjudicator.texts.language import Language
from adjudicator.texts.plain_text import one_line

TEXT_SHAPES = ("wide", "narrow", "linear")
PICTURE = "svg"


def draw_board(
    view: View,
    shape: str,
    language: Language,
    *,
    legal: Sequence[str] = (),
    names: Sequence[str] = (),
    link: Callable[[str], str] | None = None,
) -> str:
    """Draw a view as one of `TEXT_SHAPES` or as the `PICTURE`; only a view can be drawn.

    `names` are those of the seats. `legal` are canonical orders to mark, where a shape can, and `link` gives the
    address that an order leads to.
    """
    game = view.rules.partition("/")[0]
    template = "board.svg" if shape == PICTURE else f"{shape}.txt"
    board = language.environment_of(game).get_template(f"boards/{game}/{template}")
    drawn = board.render(view=view, legal=legal, names=names, link=link)
    return "\n".join(line.rstrip() for line in drawn.strip("\n").splitlines())


def draw_warning(view: View, language: Language, *, names: Sequence[str] = ()) -> str:
    """Say what nobody may miss even in a letter without a board; nothing for games that know no such thing.

    The words are ``boards/<game>/warnings.txt``; the boards say the same.
    """
    game = view.rules.partition("/")[0]
    try:
        template = language.environment_of(game).get_template(f"boards/{game}/warnings.txt")
    except TemplateNotFound:
        return ""
    return one_line(template.render(view=view, names=names))
