"""The notation of cells and steps: canonical output, and a lenient search for cells in people's text."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.engines.egyptos.notation.words import LOCAL_WORDS
from adjudicator.engines.egyptos.position.coordinates import Cell, cell_at, name_of
from adjudicator.engines.egyptos.position.position import Step, Word
from adjudicator.engines.order_text import NO_WORD

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212"
_UNSEEN = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
_PLAIN = str.maketrans(dict.fromkeys(_DASHES, "-") | dict.fromkeys(_UNSEEN) | {"\u2236": ":"})

_CELL = re.compile(
    r"""
    \(?\s*
    (?:
        (?<![^\W\d_])                 # no letter before: "to 15" holds no O15
        (?P<letter>[a-y])
        (?P<row> (?: \s*:\s*[+-]? | \s*\+? ) \s*\d{1,9} )
      |
        (?<!\d)
        (?P<across> [+-]?\s*\d{1,9} ) \s*:\s* (?P<up> [+-]?\s*\d{1,9} )
    )
    \s*\)?
    """,
    re.VERBOSE,
)
_WORD = re.compile(r"[^\W_]+|\?")


@dataclass(frozen=True, slots=True)
class Spoken:
    """An order taken apart: its cells, and the words between them."""

    cells: tuple[Cell, ...]
    words: tuple[str, ...]


def format_step(step: Step) -> str:
    """Write a step in its canonical form: ``M14``, ``M14 N15``, ``swap`` or ``pass``."""
    return step.value if isinstance(step, Word) else _format_cells(step)


def translate_order(order: str, language: str) -> str:
    """Write a canonical order in the words of a language: ``M14``, ``tauschen``."""
    return LOCAL_WORDS.get(language, {}).get(order, order)


@lru_cache(maxsize=16384)
def _format_cells(cells: tuple[Cell, ...]) -> str:
    # Cached: hundreds of steps are legal, and nearly all of them were legal in the turn before.
    return " ".join(map(name_of, cells))


def read_spoken(text: str) -> Spoken:
    """Find the cells in a text, in either form, and the words that are left, without case, accents and punctuation."""
    plain = unicodedata.normalize("NFKC", NO_WORD.sub(" ", text)).translate(_PLAIN).casefold()
    words = unicodedata.normalize("NFKD", _CELL.sub(" | ", plain))
    bare = words if words.isascii() else "".join(letter for letter in words if not unicodedata.combining(letter))
    return Spoken(tuple(map(_cell, _CELL.finditer(plain))), tuple(_WORD.findall(bare)))


def words_between_cells(text: str) -> tuple[str, ...]:
    """Find the words between the first two cells of a text; none if there are no two."""
    plain = unicodedata.normalize("NFKC", text).translate(_PLAIN).casefold()
    found = list(_CELL.finditer(plain))
    return read_spoken(plain[found[0].end() : found[1].start()]).words if len(found) > 1 else ()


def _cell(found: re.Match[str]) -> Cell:
    if found["letter"] is None:
        return cell_at(_signed(found["across"]), _signed(found["up"]))
    row = found["row"]
    # With a sign it is the offset that the board shows beside a row beyond 25, without one the row's number.
    return cell_at(ord(found["letter"]) - ord("m"), _signed(row) if "+" in row or "-" in row else _signed(row) - 13)


def _signed(digits: str) -> int:
    return int("".join(digits.split()).removeprefix(":"))
