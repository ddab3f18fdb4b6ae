"""Draws a view of a position as text or SVG, from the templates in ``boards/<game>``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from adjudicator.engines.contract import View
from adjudicator.texts.formats.plain_text import one_line
from adjudicator.texts.language.language import Language
from adjudicator.texts.language.written_orders import OrderLinks

TEXT_SHAPES = ("wide", "narrow", "linear")
PICTURE = "svg"
WIDTH, UNFOLDED = 72, 1_000_000
"""Columns of the sentences of linear boards."""
_ID = re.compile(r'(?<=\sid=")[^"]+|(?<=\shref="#)[^"]+|(?<=url\(#)[^)]+|(?<=\saria-labelledby=")[^"]+')


def draw_board(
    view: View,
    shape: str,
    language: Language,
    *,
    legal: Sequence[str] = (),
    names: Sequence[str] = (),
    link: Callable[[str], str] | None = None,
    ended: bool = False,
    folded: bool = True,
) -> str:
    """Draw a view as one of `TEXT_SHAPES` or as the `PICTURE`; only a view can be drawn.

    `names` are the players by seat. `legal` are canonical orders, marked if the shape can show them; `link` returns the
    URL for one of them, and templates get it as `OrderLinks`. A match that has `ended` otherwise than by its rules has
    nobody to move. A board that is not `folded` has each sentence of the linear shape on one line: in a letter its text
    is folded later, and in its HTML the reader's window folds.
    """
    if ended:
        view = replace(view, to_move=None)
    game = view.rules.partition("/")[0]
    template = "board.svg" if shape == PICTURE else f"{shape}.txt"
    board = language.environment_of(game).get_template(f"boards/{game}/{template}")
    links = OrderLinks(link, view.rules, language.language) if link else None
    drawn = board.render(view=view, legal=legal, names=names, link=links, line_width=WIDTH if folded else UNFOLDED)
    return "\n".join(line.rstrip() for line in drawn.strip("\n").splitlines())


def draw_warning(view: View, language: Language, *, names: Sequence[str] = ()) -> str:
    """Write what the reader must see even in a letter without a board; empty if the game has no such warning.

    The template is ``boards/<game>/warnings.txt``; the boards say the same.
    """
    game = view.rules.partition("/")[0]
    template = language.find_template(game, f"boards/{game}/warnings.txt")
    return one_line(template.render(view=view, names=names)) if template else ""


def rename_ids(picture: str, ending: str) -> str:
    """Give a picture ids of its own, so that several can stand on one page."""
    return _ID.sub(lambda found: " ".join(name + ending for name in found[0].split()), picture)
