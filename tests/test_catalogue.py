"""The catalogue of commands is whole: words, examples, help, the letter that offers it, a control, receipt and docs.

A command counts as there only when people who write letters, who use the pages and who read the docs can all find it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.table.command import Command, Place
from adjudicator.mail.commands.table.command_table import COMMANDS
from adjudicator.mail.commands.table.topics import NOW, Situation, topic_of
from adjudicator.services.answers.help_answers import HelpScene, example_lines
from adjudicator.services.digest import player_commands
from adjudicator.services.identity.credentials import CHANGES
from adjudicator.services.players.time_settings import TIME_SETTINGS
from adjudicator.services.requests.service_commands import FOR_PLAYERS, setting_command
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.club import START
from tests.catalogue import CATALOGUE, Absent, Offer
from tests.texts.note_keys import macro_names

ROOT = Path(__file__).parents[1]
_each = pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)


def test_every_command_has_a_row_and_no_row_is_left_over() -> None:
    assert sorted(CATALOGUE) == sorted(command.name for command in COMMANDS)


@_each
def test_words_in_every_language(command: Command) -> None:
    assert set(command.words) == set(LANGUAGES)
    assert all(words and all(words) for words in command.words.values())


@_each
def test_an_example_in_every_language_that_is_read_as_the_command(command: Command) -> None:
    for language in LANGUAGES:
        for situation in Situation:
            scene = HelpScene(language_for(language), situation, START, "egyptos", "K7Q2", ("M14", "N15"))
            for example in example_lines(scene, command):
                for place in command.where:
                    said = read_line(example, place)
                    assert said is not None, example
                    assert said.command is command


@_each
def test_a_handler_in_an_answer_to_a_digest(command: Command) -> None:
    """A command that the service takes is carried out or answered there, too, and is no setting unless it is one."""
    if Place.SERVICE not in command.where:
        return
    own = {*player_commands.ACTS, *player_commands.ANSWERS, *CHANGES, *TIME_SETTINGS}
    assert command.name in own or FOR_PLAYERS.get(command.name) is setting_command


@_each
def test_a_topic_of_help(command: Command) -> None:
    assert topic_of(command.name) is not None


@_each
def test_a_letter_that_offers_it(command: Command) -> None:
    offer = CATALOGUE[command.name].offer
    if offer is None:
        assert any(command.name in names for names in NOW.values())
    elif isinstance(offer, Offer):
        assert offer.words in (ROOT / offer.path).read_text()
    else:
        assert offer.why


@_each
def test_a_control_on_a_page(command: Command) -> None:
    control = CATALOGUE[command.name].control
    assert (command.name.replace(" ", "_") in controls()) is (control is None)


def test_no_control_is_for_an_unknown_command() -> None:
    assert controls() <= {command.name.replace(" ", "_") for command in COMMANDS}


@_each
def test_a_receipt_that_tells_the_result(command: Command) -> None:
    receipt = CATALOGUE[command.name].receipt
    if receipt.endswith(".txt"):
        assert (ROOT / "templates" / "mail" / receipt).is_file()
        return
    prefix, _, key = receipt.partition(".")
    assert key in macro_names(prefix)
    assert f'"{receipt}"' in sources() or f'f"{prefix}.{{key}}"' in sources()


@_each
def test_a_section_in_the_docs(command: Command) -> None:
    pages = [path.read_text() for path in (ROOT / "docs" / "players").glob("*.md")]
    assert any(f"\n### {command.name}\n" in page for page in pages)
    assert any(f"`{command.words['en'][0]}`" in page for page in pages)


def test_no_cell_is_absent_without_a_reason() -> None:
    cells = [cell for row in CATALOGUE.values() for cell in (row.offer, row.control) if isinstance(cell, Absent)]
    assert all(len(cell.why) > len("none") for cell in cells)


@cache
def controls() -> frozenset[str]:
    """Find the commands that an element of a page names, also by way of the macros that make such elements."""
    pages = [path.read_text() for path in (ROOT / "templates" / "web").rglob("*.html")]
    named = [found for page in pages for found in re.findall(r'data-command="([a-z_ ]+)"', page)]
    macros = [found for page in pages for found in re.findall(r"macro (\w+)\([^)]*command[^)]*\)", page)]
    calls = rf'(?:{"|".join(macros)})\((?:[\w.]+, )*"([a-z_]+)"'
    named += [found for page in pages for found in re.findall(calls, page)]
    return frozenset(name for names in named for name in names.split())


@cache
def sources() -> str:
    return "\n".join(path.read_text() for path in (ROOT / "adjudicator" / "services").rglob("*.py"))
