"""The one habit of this game: to end the turn when no action is left."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engines.pharao.notation.notation import END, Step
from adjudicator.engines.pharao.notation.words import LOCAL_WORDS, Verb, meaning_of, split_words
from adjudicator.engines.pharao.position.position import Position
from adjudicator.engines.pharao.steps.legal import legal_steps
from adjudicator.engines.planning import HelpEntry

HABIT_KINDS = (HelpEntry("pharao.habit_end", "end"),)


def read_habit(text: str) -> str | None:
    """Read the word that ends a turn."""
    tokens = split_words(text)
    return "end" if tokens and all(meaning_of(token) is Verb.END for token in tokens) else None


def format_habit(habit: str, language: str) -> str:
    """Write it in the words of a language."""
    return LOCAL_WORDS.get(language, {}).get(habit, habit)


def habit_step(position: Position, habits: Sequence[str], *, peeked: bool) -> Step | None:
    """End the turn if only free acts are left, and none of them after a great secret."""
    legal = legal_steps(position)
    if "end" not in habits or END not in legal or position.turn.left or (peeked and len(legal) > 1):
        return None
    return END
