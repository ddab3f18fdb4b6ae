"""How a kind of step is written: the lines of a game's rules that have a word of it, in the reader's language.

The rules list orders beside their meanings, in every language in the same rows. So a word is found in each language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.mail.lexicon.wordlist import words_in
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.texts.games.rulebook import render_rulebook
from adjudicator.texts.language.language import LANGUAGES, Language, language_for

SHORTEST = 2
"""Letters of a word that names a kind of step; single letters name many things."""
_ROW = re.compile(r"  (?!\?)(\S.*?)  +(\S.*)")
_LEANS = ("the same", "both")
"""How a meaning begins that needs the row above it."""

Row = tuple[str, str]
"""An order, and its meaning."""


def find_step_help(game: str, word: str, language: Language) -> tuple[Row, ...]:
    """List the orders of a game that have a word, in any language, with their meanings; empty if none has it."""
    wanted = set(_found(game, fold_line(word)))
    meanings = [meaning for _, meaning in _rows(game, language_for("en"))]
    shown = {at for row in wanted for at in _with_its_base(row, meanings)}
    return tuple(row for at, row in enumerate(_rows(game, language)) if at in shown)


def _found(game: str, word: str) -> Iterator[int]:
    for language in LANGUAGES:
        for at, (order, _) in enumerate(_rows(game, language_for(language))):
            words = [one.text.rstrip("0123456789") for one in words_in(order)]
            if len(word) >= SHORTEST and (word in words or word == fold_line(order)):
                yield at


def _with_its_base(row: int, meanings: list[str]) -> Iterator[int]:
    yield row
    while row and meanings[row].startswith(_LEANS):
        row -= 1
        yield row


def _rows(game: str, language: Language) -> list[Row]:
    found = map(_ROW.fullmatch, render_rulebook(game, language).splitlines())
    return [(row[1], row[2]) for row in found if row and not row[1].isdecimal()]
