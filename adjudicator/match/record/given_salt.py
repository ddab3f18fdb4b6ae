"""A player's gift to the deal, from which the salt of their seat follows (rule R6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.engines.contract import Seat
from adjudicator.match.record.record import Salt
from adjudicator.match.record.sealing import NO_SALT, salt_from_letter, salt_from_word


@dataclass(frozen=True, slots=True)
class Given:
    """A word that a player typed, the Message-ID of the letter with their yes, or nothing."""

    source: Literal["word", "letter", "none"] = "none"
    text: str = ""

    def salt(self, match: str, seat: Seat) -> Salt:
        """Compute the salt of a seat."""
        if self.source == "none":
            return NO_SALT
        read = salt_from_word if self.source == "word" else salt_from_letter
        return read(match, seat, self.text)


def give_word(word: str) -> Given:
    """Give a word that a player typed; nothing without one."""
    return Given("word", word) if word else NOTHING_GIVEN


NOTHING_GIVEN = Given()
"""Of the house player, and of a form without a word."""
