"""The words that plans are made of besides the steps of a game. They come from the caller, language by language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from adjudicator.engines.order_text import Token, tokens_of


class Role(StrEnum):
    """Function of a word in a line."""

    IF = "if"
    THEN = "then"
    OTHERWISE = "otherwise"
    NEXT = "next"
    OR = "or"
    AND = "and"
    NOT = "not"
    ANY = "any"
    ANYBODY = "anybody"
    ANYWAY = "anyway"
    MINE = "mine"
    """Stands before one's own steps: *I*, *you*."""
    THEIRS = "theirs"
    """Stands before somebody else's steps: *he*, *you*."""
    POLITE = "polite"
    """May stand around a step or a fact: *please*, *lays*."""


Roles = frozenset[Role]
NO_ROLES: Roles = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """The phrases of each role."""

    written: Mapping[str, Mapping[Role, str]]
    """By language: the phrase that is written for a role."""
    known: Mapping[tuple[str, ...], Roles]
    """All phrases of all languages, without case and accents, and their roles."""
    longest: Mapping[str, int]
    """The number of words in the longest phrase that begins with a word."""
    most: int
    """The number of words in the longest phrase of all."""

    @classmethod
    def of(cls, tables: Mapping[str, Mapping[str, Sequence[str]]]) -> Lexicon:
        """Build it from phrases by the name of a role and by language; the first phrase is the one that is written."""
        written: dict[str, dict[Role, str]] = {}
        known: dict[tuple[str, ...], Roles] = {}
        for name, languages in tables.items():
            for language, phrases in languages.items():
                written.setdefault(language, {})[Role(name)] = phrases[0]
                for phrase in phrases:
                    words = tuple(token.text for token in tokens_of(phrase))
                    known[words] = known.get(words, NO_ROLES) | {Role(name)}
        longest: dict[str, int] = {}
        for words in known:
            longest[words[0]] = max(len(words), longest.get(words[0], 0))
        return cls(written, known, longest, max(longest.values()))

    def say(self, role: Role, language: str) -> str:
        """Return the word of a language for a role."""
        return self.written.get(language, self.written["en"])[role]

    def roles_at(self, tokens: Sequence[Token], at: int, end: int) -> tuple[Roles, int]:
        """Find the longest phrase from a token up to another one: its roles, and how many tokens it has."""
        longest = min(self.longest.get(tokens[at].text, 0), end - at)
        words = tuple(token.text for token in tokens[at : at + longest])
        for count in range(longest, 0, -1):
            if roles := self.known.get(words[:count]):
                return roles, count
        return NO_ROLES, 1
