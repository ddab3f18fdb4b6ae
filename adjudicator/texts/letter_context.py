"""What every letter is told: to whom it goes, and which match it is about."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.texts.letter_facts import MatchFacts, Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterContext:
    """Why a letter is written, and to whom."""

    reader: Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLetterContext(LetterContext):
    """A letter about a match; its subject begins with the game and the code."""

    match: MatchFacts
