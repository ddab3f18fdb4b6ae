"""Facts for the answers to `help`: commands, topics, and one command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from adjudicator.texts.facts.letter_facts import Offer


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandLine:
    """A row of the help. `argument` is a key of `argument_names.NAMES`, `summary` a msgid of the catalogs."""

    word: str
    argument: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpAnswer:
    """The commands that matter most in this letter, and the topics of all others."""

    kind: ClassVar[str] = "help"
    order: str
    commands: tuple[CommandLine, ...]
    topics: tuple[CommandLine, ...]
    example: str
    """How to ask about one command."""
    offers: tuple[Offer, ...] = ()
    """Orders that are valid as an answer to this letter."""
    notation: str = ""
    """How moves of the game are written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpTopicAnswer:
    """The commands of a topic, described by the msgid `summary`."""

    kind: ClassVar[str] = "help_topic"
    order: str
    summary: str
    commands: tuple[CommandLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepHelp:
    """How orders of one kind are written in a game; `rules` is the line that asks for all of its rules."""

    game: str
    rules: str
    orders: tuple[Offer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpStepAnswer:
    """The orders that have a word, in each game that knows it."""

    kind: ClassVar[str] = "help_step"
    order: str
    word: str
    games: tuple[StepHelp, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpCommandAnswer:
    """One command, with examples that are right where the reader stands."""

    kind: ClassVar[str] = "help_command"
    order: str
    command: CommandLine
    examples: tuple[str, ...]
    words: tuple[str, ...]
    """All words for it in the reader's language."""
    only_in_match: bool
    """Whether the command works in answers to a match, and not where the reader wrote."""
    topic: str
    """The line that lists its topic."""
    greeting: str = ""
    """A line that may stand below the command, for a guest."""
