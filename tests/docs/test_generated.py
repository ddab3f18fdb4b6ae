"""The generated pages say what the code says, and their examples are what the service reads."""

from __future__ import annotations

from itertools import product

import pytest

from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.table.command import Command
from adjudicator.mail.commands.table.command_table import COMMANDS
from docs.generate import DOCS, LANGUAGES, PAGES, TOLD, example, read_settings, write_page
from testkit.cases import check_cases


@pytest.mark.parametrize("path", PAGES)
def test_a_generated_page_is_what_the_code_says_today(path: str) -> None:
    assert (DOCS / path).read_text() == write_page(path), "run make docs, and commit what it writes"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_the_example_of_a_command_is_read_as_that_command(command: Command) -> None:
    with check_cases() as case:
        for language, place in product(LANGUAGES, command.where):
            with case(language, place):
                said = read_line(example(command, language), place)
                assert said is not None
                assert said.command is command
                assert bool(said.argument) is not command.argument.stands_alone


def test_every_setting_is_told_once_and_nothing_else_is() -> None:
    told = [name for group in TOLD["settings"] for name in group["names"]]
    assert sorted(told) == sorted(read_settings())


def test_every_remark_belongs_to_a_command_or_a_setting() -> None:
    assert TOLD["commands"].keys() <= {command.name for command in COMMANDS}
    for group in TOLD["settings"]:
        assert group.get("defaults", {}).keys() <= group["names"].keys()
