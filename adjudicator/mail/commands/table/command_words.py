"""Commands by name and place, and the words for them in each language."""

from __future__ import annotations

from adjudicator.mail.commands.table.command import Command
from adjudicator.mail.commands.table.command_table import COMMANDS
from adjudicator.mail.commands.words.match_words import HOUSE_LEVELS, OPTIONS, SEAT_WORDS, WITH_WORDS
from adjudicator.mail.commands.words.setting_words import O_MEANINGS

_BY_NAME = {command.name: command for command in COMMANDS}


def commands_for(where: str) -> tuple[Command, ...]:
    """List the commands that are understood in a place."""
    return tuple(command for command in COMMANDS if where in command.where)


def command_named(name: str) -> Command:
    """Find a command by its name. Raises `KeyError`."""
    return _BY_NAME[name]


def word_for(name: str, language: str) -> str:
    """Pick a command's word for help in a language. Raises `KeyError` for an unknown command."""
    return _BY_NAME[name].word(language)


def seat_word(use: str, language: str) -> str:
    """Pick the word for who sits at a free seat, ``house`` or ``open``."""
    return SEAT_WORDS[use][language][0]


def house_argument(game: str, language: str, level: str = "") -> str:
    """Write behind `new` that a match of a game is to be played against the house player, at a level if one is given.

    A level is one of `HOUSE_LEVELS`.
    """
    house = seat_word("house", language)
    chosen = f" {OPTIONS.word('house', language)}={HOUSE_LEVELS.word(level, language)}" if level else ""
    return f"{game} {WITH_WORDS[language][0]} {house}{chosen}"


def o_word(meaning: str, language: str) -> str:
    """Write in a language that O means a side, ``east`` or ``west``."""
    return f"{word_for('o_means', language)} {O_MEANINGS.word(meaning, language)}"
