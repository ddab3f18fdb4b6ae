"""A kind of letter: the folder of its templates, ``mail/<name>``, and the class of the values that they need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from adjudicator.texts.facts.letter_facts import MatchFacts, Reader, WaitingOrders


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterContext:
    """The values of every letter: its reader."""

    reader: Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLetterContext(LetterContext):
    """The values of a letter about a match. Its subject begins with the game and the code."""

    match: MatchFacts
    kept_orders: WaitingOrders | None = None
    """Orders of the reader that wait, or have waited in vain."""


F = TypeVar("F", bound=LetterContext)


@dataclass(frozen=True, slots=True)
class LetterKind(Generic[F]):
    """A kind of letter: the folder of its templates, and the class of their values."""

    name: str
    occasion: type[F]


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterPart:
    """Part about one match in a letter about several: a written text, and a drawn board."""

    text: str
    board: str = ""
