"""Terms of a search in the archive, in words: letters and pages say the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from adjudicator.texts.language.language import N_, Language

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "game": N_("Game"),
        "player": N_("A player's name"),
        "opponent": N_("Another player of the same match"),
        "names": N_("Words of names"),
        "result": N_("What became of the first player"),
        "kind": N_("How it ended"),
        "seats": N_("Number of players"),
        "since": N_("Ended from"),
        "until": N_("Ended until"),
        "options": N_("Options of the game"),
        "annotated": N_("What was said about it"),
    }
)
"""The labels of the fields of a search, by the names of its terms."""
VALUES: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("result", "won"): N_("won"),
        ("result", "lost"): N_("lost"),
        ("result", "left"): N_("left the match"),
        ("result", "shared"): N_("a draw, or a shared first place"),
        ("kind", "rules"): N_("by the rules of the game"),
        ("kind", "resigned"): N_("somebody resigned"),
        ("kind", "agreed"): N_("all agreed on a draw"),
        ("kind", "time"): N_("somebody's time was over"),
        ("kind", "alone"): N_("the last player ended it"),
        ("kind", "awarded"): N_("the host gave the result"),
        ("kind", "annulled"): N_("without a result"),
        ("annotated", "1"): N_("with diaries or comments"),
    }
)
"""The values of terms that have words of ours."""


def say_search(terms: Iterable[tuple[str, str]], language: Language) -> str:
    """Say the search in words, from the names and values of terms: ``Game: Cheops; Ended from: 2026``."""
    said = (
        f"{language.gettext(LABELS[name])}{language.colon}{_say_value(name, value, language)}"
        for name, value in terms
        if value
    )
    return language.gettext("You looked for this: %(terms)s") % {"terms": language.semicolon.join(said)}


def _say_value(name: str, value: str, language: Language) -> str:
    known = VALUES.get((name, value))
    return language.gettext(known) if known else value
