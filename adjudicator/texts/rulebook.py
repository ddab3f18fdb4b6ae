"""How a game is played, told to somebody who has never seen it: for a letter and for a page."""

from __future__ import annotations

from adjudicator.texts.language import Language


def render_rulebook(game: str, language: Language) -> str:
    """Write the rules of a game as plain text, to be read by `paper.blocks` or folded into a letter.

    Raises `jinja2.TemplateNotFound` for a game that has none.
    """
    return language.environment_of(game).get_template(f"rules/{game}.txt").render()
