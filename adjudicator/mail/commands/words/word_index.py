"""Words in five languages, and their look-up.

Case, accents and punctuation at the end are ignored; `ä` may be written `a` or `ae`. No word begins an order of a game.
In each language the first word is shown in help.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.mail.text.text_fold import fold_line

Words = Mapping[str, tuple[str, ...]]

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def parse_words(**languages: str) -> Words:
    """Build `Words` from one string for each language: synonyms separated by commas, the one for help first."""
    return {language: tuple(word.strip() for word in said.split(",")) for language, said in languages.items()}


def spellings(said: Words) -> Iterator[str]:
    """Yield all folded spellings of all words."""
    for word in (word for known in said.values() for word in known):
        yield fold_line(word)
        yield fold_line(word.casefold().translate(_UMLAUTS))


class WordIndex(dict[str, str]):
    """Maps every spelling of some words to its meaning, and back."""

    def __init__(self, table: Mapping[str, Words]) -> None:
        super().__init__()
        self._table = table

    def word(self, meaning: str, language: str) -> str:
        """Return the first word for a meaning in a language. Raises `KeyError` for an unknown meaning."""
        return self._table[meaning][language][0]


def index_words(table: Mapping[str, Words]) -> WordIndex:
    """Map every spelling in a table to its key. Raises `ValueError` when a spelling has two keys."""
    known = WordIndex(table)
    for meaning, said in table.items():
        for spelling in spellings(said):
            if known.setdefault(spelling, meaning) != meaning:
                raise ValueError(f"{spelling!r} means {known[spelling]} and {meaning}")
    return known


def lookup_word(known: Mapping[str, str], text: str, longest: int = 3) -> tuple[str, str] | None:
    """Match the first words of a text, longest match first; return (key, rest of the text) or None."""
    parts = text.split()
    for length in range(min(longest, len(parts)), 0, -1):
        meaning = known.get(fold_line(" ".join(parts[:length])))
        if meaning:
            return meaning, rest_after(text, length)
    return None


def rest_after(text: str, count: int) -> str:
    """Remove the first `count` words of a text; the rest is unchanged."""
    for _ in range(count):
        text = text.lstrip()
        text = text[len(text.split(maxsplit=1)[0]) :]
    return text.strip()


def fold_words(**languages: str) -> frozenset[str]:
    """Fold words of all languages that mean one thing, written as for `parse_words`."""
    return frozenset(spellings(parse_words(**languages)))
