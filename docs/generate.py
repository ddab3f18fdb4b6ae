"""Writes the pages of the docs that say what the code says: commands, words, games, settings, and the pictures.

`make docs` calls this before it builds the site. The pages are kept in the repository, so that they can be read without
building anything, and a test compares them with what this writes today.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

import click

from adjudicator import cli
from adjudicator.config import settings
from adjudicator.config.env_reader import EnvReader
from adjudicator.engines.registry import engines
from adjudicator.mail.commands.table.command import Argument, Command, Place
from adjudicator.mail.commands.table.command_table import COMMANDS
from adjudicator.mail.commands.words import reply_words, setting_words, time_words
from adjudicator.mail.lexicon.plan_words import PLAN_WORDS
from adjudicator.match.record.v1.record import load_record
from adjudicator.match.record.v1.replay import replay_record
from adjudicator.texts.formats.plain_text import split_blocks
from adjudicator.texts.games.boards import draw_board
from adjudicator.texts.games.rulebook import render_rulebook
from adjudicator.texts.language.language import language_for
from adjudicator.web.lobby import sample_letter

DOCS = Path(__file__).parent
RECORDS = DOCS.parent / "tests" / "records"
TOLD = tomllib.loads((DOCS / "tables.toml").read_text())
LANGUAGES = {"en": "English", "de": "German", "fr": "French", "it": "Italian", "nl": "Dutch"}

GAMES = ("egyptos", "cheops", "pharao")
# The step of the kept record at which a game is drawn: in mid-game, with something to see.
DRAWN_AT = {"cheops": 24, "pharao": 100}

ARGUMENTS = {
    Argument.OPENED: "open",
    Argument.PUBLIC_NAME: "Sphinx",
    Argument.NOTHING: "",
    Argument.ALONE: "",
    Argument.ENTRY: "14",
    Argument.TEXT: "Well played!",
    Argument.STEP: "M14",
    Argument.DAYS: "3",
    Argument.DATE: "14 March",
    Argument.UNTIL: "until 10 January",
    Argument.LAYOUT: "narrow",
    Argument.SIDE: "east",
    Argument.LANGUAGE: "fr",
    Argument.ZONE: "Paris",
    Argument.GAME: "cheops",
    Argument.CODE: "K7Q2",
    Argument.INVITATION: "egyptos with bob@example.org days=3",
    Argument.ADDRESS: "me@work.example",
    Argument.KEY: "required",
    Argument.SEAT: "house",
    Argument.TOPIC: "time",
    Argument.FREE_TIMES: "weekends nights 23-7",
    Argument.ABSENCES: "auto",
    Argument.NOTICES: "count",
    Argument.REMINDERS: "3d 1d 4h",
    Argument.QUIET: "22-7",
    Argument.SWITCH: "on",
    Argument.DELAY: "30m",
    Argument.CALENDAR: "new",
    Argument.FILE: "K7Q2 html",
    Argument.NUMBER: "2",
    Argument.PROPOSAL: "2",
    Argument.POSITION: "14",
    Argument.RANGE: "10-20",
    Argument.NODE: "1.1",
    Argument.BOARDS: "boards",
    Argument.HABIT: "end",
    Argument.NAME: "Bob",
    Argument.SUCCESSOR: "to carl@example.org",
    Argument.MESSAGE: "Bob: see you",
    Argument.MEMO: "watch row 9",
    Argument.DIARY: "I hope that nobody sees row 9",
    Argument.COMMENT: "14 here the match turned",
    Argument.LETTERS: "all",
    Argument.CHAIN_LINE: "5f3a 91c0 77aa 0b12",
    Argument.GAMES: "cheops",
    Argument.PAST: "Anna cheops 2026",
    Argument.OPENING: "egyptos M14 L13",
    Argument.STAND_IN: "until 10 January by carl@example.org",
    Argument.DIGEST: "8:00 mon thu",
    Argument.TURNS: "in the digest",
}
"""What follows the word of a command in its example."""

PLACES = {
    frozenset({Place.MATCH}): ("In a match", "Answer any letter of the match with one of these."),
    frozenset({Place.MATCH, Place.SERVICE}): (
        "Anywhere",
        "These work in an answer, and in a letter to the service's own address, such as `play@club.example`.",
    ),
}


@dataclass(slots=True)
class Setting:
    """A setting as its reader knows it."""

    name: str
    default: str = ""
    values: str = ""


class Recorder(EnvReader):
    """Reads settings as the program does, and writes down what it was asked for."""

    found: dict[str, Setting]

    def __init__(self, variables: Mapping[str, str]) -> None:
        super().__init__(variables)
        self.found = {}

    def text(self, name: str, default: str = "") -> str:
        """Note the name and the default."""
        asked = self.found.setdefault(name, Setting(name))
        asked.default = asked.default or default
        return super().text(name, default)

    def number(self, name: str, default: float, low: float, high: float) -> float:
        """Note the bounds."""
        number = super().number(name, default, low, high)
        self.found[name].values = f"{low:,} to {high:,}"
        return number

    def choice(self, name: str, default: str, values: Collection[str]) -> str:
        """Note the words to choose from."""
        chosen = super().choice(name, default, values)
        self.found[name].values = " or ".join(f"`{value}`" for value in values)
        return chosen


def read_settings() -> dict[str, Setting]:
    """List the settings that the program reads, in the order in which it does."""
    recorders = list[Recorder]()

    def environment(variables: Mapping[str, str]) -> EnvReader:
        recorders.append(Recorder(variables))
        return recorders[-1]

    with patch.object(settings, "EnvReader", environment):
        settings.Settings.read({"ADJUDICATOR_SECRET": "x" * settings.SHORTEST_SECRET})
    (recorder,) = recorders
    return recorder.found


def example(command: Command, language: str = "en") -> str:
    """Write a line that gives a command, in a language."""
    return f"{command.word(language)} {ARGUMENTS[command.argument]}".strip()


def write_page(path: str) -> str:
    """Write one of `PAGES`."""
    return "\n".join(PAGES[path]()).rstrip("\n") + "\n"


def _commands() -> Iterator[str]:
    yield from ("# Commands", "")
    yield from (TOLD["commands_intro"].strip(), "")
    for places, (title, where) in PLACES.items():
        yield from (f"## {title}", "", where, "")
        for command in COMMANDS:
            if command.where == places:
                yield from _command(command)


def _command(command: Command) -> Iterator[str]:
    yield from (f"### {command.name}", "", _sentence(command.summary), "", "```", example(command), "```", "")
    if note := TOLD["commands"].get(command.name):
        yield from (note.strip(), "")


def _words() -> Iterator[str]:
    yield from ("# Words in five languages", "", TOLD["words_intro"].strip(), "", "## Commands", "")
    rows = ([_spoken(command.words[language]) for language in LANGUAGES] for command in COMMANDS)
    yield from _table(list(LANGUAGES.values()), rows)
    yield from ("", "## Answers", "", TOLD["answers_intro"].strip(), "")
    answers = {
        "yes": reply_words.YES,
        "no": reply_words.NO - reply_words.NEVER,
        "never": reply_words.NEVER,
        "undo": reply_words.UNDO,
    }
    yield from _table(["meaning", "words"], ([name, _spellings(known)] for name, known in answers.items()))
    yield from ("", "## Plans", "", TOLD["plan_words_intro"].strip(), "")
    said = [role for role in PLAN_WORDS if role not in ("mine", "theirs", "polite")]
    rows = ([_spoken(PLAN_WORDS[role][language]) for language in LANGUAGES] for role in said)
    yield from _table(list(LANGUAGES.values()), rows)
    yield from ("", "## What follows a command", "", TOLD["arguments_intro"].strip(), "")
    tables = {
        "layout": setting_words.LAYOUTS,
        "language": setting_words.LANGUAGES,
        "O means": setting_words.O_MEANINGS,
        "key": setting_words.KEY_USES,
        "absences": time_words.ABSENCE_SWITCHES,
        "away letters": time_words.NOTICES,
        "off": time_words.FREE_TIMES,
        "digest": setting_words.DIGEST_USES,
        "turns": setting_words.TURN_USES,
    }
    yield from _table(
        ["command", "meaning", "words"],
        (
            [f"`{name}`", meaning, _spellings([word for word, meant in table.items() if meant == meaning])]
            for name, table in tables.items()
            for meaning in dict.fromkeys(table.values())
        ),
    )


def _spellings(words: Collection[str]) -> str:
    """List folded words, without those that only write an umlaut in its other way."""
    plain = {word: word.replace("ae", "a").replace("oe", "o").replace("ue", "u") for word in words}
    return _spoken(sorted(word for word in words if plain[word] == word or plain[word] not in words))


def _settings() -> Iterator[str]:
    known = read_settings()
    yield from ("# Settings", "", TOLD["settings_intro"].strip(), "")
    for group in TOLD["settings"]:
        yield from (f"## {group['title']}", "")
        if "intro" in group:
            yield from (group["intro"].strip(), "")
        rows = ([f"`{name}`", _default(known[name], group), text.strip()] for name, text in group["names"].items())
        yield from _table(["variable", "default", "what it is"], rows)
        yield ""


def _default(setting: Setting, group: Mapping[str, Any]) -> str:
    told = group.get("defaults", {}).get(setting.name)
    default = str(told) if told else f"`{setting.default}`" if setting.default else "none"
    default = default.replace(str(Path("var").absolute()), "var")
    return f"{default} ({setting.values})" if setting.values else default


def _host_commands() -> Iterator[str]:
    yield from ("# The command `adjudicator`", "", TOLD["host_commands_intro"].strip(), "")
    yield from _table(
        ["command", "what it does"], ([f"[`{name}`](#{name})", text] for name, text in cli.COMMANDS.items())
    )
    yield ""
    for name in cli.COMMANDS:
        command: click.Command = import_module(f"{cli.__name__}.{name.replace('-', '_')}_command").command
        yield from (f"## {name}", "", *_help(command, f"adjudicator {name}"))
        if isinstance(command, click.Group):
            for sub in command.list_commands(click.Context(command)):
                part = command.commands[sub]
                yield from _help(part, f"adjudicator {name} {sub}")


def _help(command: click.Command, name: str) -> Iterator[str]:
    context = click.Context(command, info_name=name, terminal_width=78, **cli.main.context_settings)
    text = command.get_help(context)
    yield from ("```text", *(line.rstrip() for line in text.splitlines()), "```", "")


def _game(game: str) -> Iterator[str]:
    engine = next(engine for key, engine in engines().items() if key.startswith(f"{game}/"))
    seats = engine.rules.seats
    players = f"{seats.start} players" if len(seats) == 1 else f"{seats.start} to {seats.stop - 1} players"
    yield from (f"# {engine.rules.title}", "", f"For {players}. Ask for these rules by letter with `rules {game}`.", "")
    yield from (
        f"![A match of {engine.rules.title}](../images/{game}.svg)",
        "",
        "In a letter the same position looks like this:",
        "",
    )
    yield from ("```text", *_board(game, "wide").splitlines(), "```", "")
    for kind, text in split_blocks(render_rulebook(game, language_for("en"))):
        if kind == "heading":
            yield from (f"## {text}", "")
        elif kind == "drawing":
            yield from ("```text", *(line.removeprefix("  ").rstrip() for line in text.splitlines()), "```", "")
        else:
            yield from (_escaped(text), "")


def _board(game: str, shape: str) -> str:
    names: tuple[str, ...]
    if game == sample_letter.GAME:
        # The position of the letter that README and docs show.
        table, _ = sample_letter._play()  # noqa: SLF001
        engine, position, names = table.engine, table.position, sample_letter.NAMES
    else:
        record = load_record((RECORDS / f"{game}-1.json").read_bytes())
        engine, names = engines()[record.header.rules], tuple(seat.name for seat in record.header.seats)
        position = next(islice(replay_record(record, engine), DRAWN_AT[game], None)).position
    return draw_board(engine.view(position, None), shape, language_for("en"), names=names)


def _table(head: list[str], rows: Any) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def _spoken(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _escaped(text: str) -> str:
    """Keep signs of a plain text from being read as Markdown."""
    return re.sub(r"([*_<\[\]])", r"\\\1", text)


def _picture(game: str) -> Iterator[str]:
    yield _board(game, "svg")


PAGES: Mapping[str, Callable[[], Iterator[str]]] = {
    "players/commands.md": _commands,
    "players/words.md": _words,
    "hosts/settings.md": _settings,
    "hosts/commands.md": _host_commands,
    **{f"players/{game}.md": partial(_game, game) for game in GAMES},
    **{f"images/{game}.svg": partial(_picture, game) for game in GAMES},
}
"""What writes each generated file, by its path in the docs."""


def main() -> None:
    """Write all of them."""
    for path in PAGES:
        (DOCS / path).write_text(write_page(path))


if __name__ == "__main__":
    main()
