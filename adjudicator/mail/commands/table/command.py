"""The types of commands: a `Command` in the table, and a `GivenCommand` in a letter."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from adjudicator.mail.commands.words.word_index import Words


class Place(StrEnum):
    """Where a command is understood: in a reply to a match, or in a letter to the service's plain address."""

    MATCH = "match"
    SERVICE = "service"


IN_MATCHES = frozenset({Place.MATCH})
ANYWHERE = frozenset({Place.MATCH, Place.SERVICE})


def _(text: str) -> str:
    """Mark a sentence for gettext; it is translated where it is shown."""
    return text


class Argument(StrEnum):
    """Kind of a command's argument. Help shows the value as a placeholder."""

    NOTHING = ""
    ALONE = "ALONE"
    """Nothing either; but a few words behind the command get an answer, and are not left to the game as an order."""
    TEXT = "TEXT"
    STEP = "STEP"
    DAYS = "DAYS"
    DATE = "DATE"
    UNTIL = "UNTIL"
    LAYOUT = "LAYOUT"
    LANGUAGE = "LANGUAGE"
    ZONE = "ZONE"
    SIDE = "SIDE"
    GAME = "GAME"
    CODE = "CODE"
    INVITATION = "INVITATION"
    ADDRESS = "ADDRESS"
    KEY = "KEY"
    SEAT = "SEAT"
    TOPIC = "TOPIC"
    """A topic of help, another command, or a word of a game's orders; nothing is a topic, too."""
    FREE_TIMES = "FREE_TIMES"
    ABSENCES = "ABSENCES"
    NOTICES = "NOTICES"
    REMINDERS = "REMINDERS"
    QUIET = "QUIET"
    CALENDAR = "CALENDAR"
    """``new``, ``off``, or nothing."""
    NUMBER = "NUMBER"
    ENTRY = "ENTRY"
    """The number of an entry, or nothing; a few other words get an answer, and are not left to the game as an order."""
    PROPOSAL = "PROPOSAL"
    """The number of a proposal, or the code of a match at which somebody wants to sit down; in a match, nothing too."""
    NAME = "NAME"
    SUCCESSOR = "SUCCESSOR"
    STAND_IN = "STAND_IN"
    DIGEST = "DIGEST"
    TURNS = "TURNS"
    MESSAGE = "MESSAGE"
    """One or several players, and a text for them."""
    MEMO = "MEMO"
    """A text; nothing asks for it, and a word such as ``none`` clears it."""
    LETTERS = "LETTERS"
    NODE = "NODE"
    """The number of an answer in a plan, such as 1.1; or nothing."""
    BOARDS = "BOARDS"
    """``boards``, the number of an answer in a plan, or nothing."""
    HABIT = "HABIT"
    """Something that is done whenever it comes up, in the words of the game; or nothing."""
    SWITCH = "SWITCH"
    """``on`` or ``off``, perhaps for all matches; nothing asks for it."""
    DELAY = "DELAY"
    """A span of time or ``off``, perhaps for all matches; nothing asks for it."""
    GAMES = "GAMES"
    """A game; nothing means all of them."""
    CHAIN_LINE = "CHAIN_LINE"
    """The last line of a letter, or the digits of its digest."""
    PAST = "PAST"
    """A search of the archive: a game, names, a year, ...; nothing means all matches."""
    OPENING = "OPENING"
    """A game, options that change its opening, and moves; all of them optional."""
    POSITION = "POSITION"
    """The number of a position, perhaps from a seat: ``14 from Anna``; nothing means the board as it stands."""
    RANGE = "RANGE"
    """A turn, or the first and the last of several: ``10-20``; nothing means all of them."""
    FILE = "FILE"
    """The code of a match and a kind of file, both optional."""
    DIARY = "DIARY"
    """A text; nothing asks for it, and a word such as ``none`` takes it back, perhaps with the number of an entry."""
    COMMENT = "COMMENT"
    """A position, perhaps with the number of a comment, and a text; nothing asks for them."""
    PUBLIC_NAME = "PUBLIC_NAME"
    """``own``, ``none``, or an alias."""
    OPENED = "OPENED"
    """``open``, or nothing."""

    @property
    def stands_alone(self) -> bool:
        """Whether nothing follows the command."""
        return self in (Argument.NOTHING, Argument.ALONE)


@dataclass(frozen=True, slots=True)
class Command:
    """An entry of the command table."""

    name: str
    argument: Argument
    where: frozenset[Place]
    summary: str
    """Description for help, as a gettext msgid."""
    words: Words

    def word(self, language: str) -> str:
        """Pick the word that help shows in a language; in English if there is none."""
        return self.words.get(language, self.words["en"])[0]


@dataclass(frozen=True, slots=True)
class GivenCommand:
    """A command in a letter: the line as it was written, and the argument.

    Argument words of a closed list ("large", "Deutsch") are translated to its keys ("wide", "de"). Another short word
    is passed on as it was written, so that the service can reply with the words that would be right.
    """

    command: Command
    line: str
    argument: str = ""
    greeting: str = ""
    """The writer's words to a guest, which stand below a command that invites one."""
    word: str = ""
    """The writer's own word for the deal, which stands below a command that begins a match."""
    orders_above: int = field(default=0, compare=False)
    """How many lines above it in the letter are no commands."""
