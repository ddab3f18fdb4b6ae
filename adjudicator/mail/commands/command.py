"""What a command is: a word in five languages, what follows it, and where it counts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from adjudicator.mail.commands.vocabulary import Words


class Place(StrEnum):
    """Where a command is understood: in an answer within a match, or in a letter to the service."""

    MATCH = "match"
    SERVICE = "service"


class Argument(StrEnum):
    """What follows a command's word."""

    NOTHING = ""
    TEXT = "TEXT"
    STEP = "STEP"
    DAYS = "DAYS"
    DATE = "DATE"
    LAYOUT = "LAYOUT"
    LANGUAGE = "LANGUAGE"
    ZONE = "ZONE"
    GAME = "GAME"
    CODE = "CODE"
    INVITATION = "INVITATION"
    ADDRESS = "ADDRESS"
    KEY = "KEY"


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its words in each language, what follows them, where it counts, and a sentence for help."""

    name: str
    argument: Argument
    where: frozenset[Place]
    summary: str
    """For help; a text for gettext."""
    words: Words

    def word(self, language: str) -> str:
        """Pick the word that help shows in a language."""
        return self.words.get(language, self.words["en"])[0]


@dataclass(frozen=True, slots=True)
class GivenCommand:
    """A command that somebody gave: the line as it was written, and what followed the command's word.

    Words of a table ("large", "Deutsch") come as what they mean; one that is in no table comes as it was written, for
    whoever carries the command out to say what would be right.
    """

    command: Command
    line: str
    argument: str = ""
