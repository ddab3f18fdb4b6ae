"""The rules of a game as plain text, for letters and pages."""

from __future__ import annotations

from adjudicator.texts.language.language import Language


def render_rulebook(game: str, language: Language) -> str:
    """Render the rules of a game; pages split them by `plain_text.blocks`, letters fold them.

    Raises `jinja2.TemplateNotFound` for a game that has none.
    """
    return language.environment_of(game).get_template(f"rules/{game}.txt").render()


def render_notation(game: str, language: Language) -> str:
    """Render how moves of a game are written: the block `notation` of its rules; empty for rules without one."""
    template = language.environment_of(game).get_template(f"rules/{game}.txt")
    block = template.blocks.get("notation")
    return "".join(block(template.new_context())).strip("\n") if block else ""


def render_aim(game: str, language: Language) -> str:
    """Say the aim in one sentence: the macro `aim` of the game's rules; empty for rules without one."""
    template = language.environment_of(game).get_template(f"rules/{game}.txt")
    aim = getattr(template.module, "aim", None)
    return str(aim()).strip() if aim else ""
