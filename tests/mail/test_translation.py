"""A command that is suggested is written in the reader's language, and is read as the same command."""

from __future__ import annotations

from datetime import date

import pytest

from adjudicator.mail.commands.arguments.absence_order import read_absence
from adjudicator.mail.commands.arguments.comment_order import read_comment_order
from adjudicator.mail.commands.arguments.reminders_order import read_reminders
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.lines.translation import translate_command
from adjudicator.mail.commands.table.command import Command
from adjudicator.mail.commands.table.command_table import COMMANDS
from adjudicator.mail.commands.table.topics import Situation
from adjudicator.services.answers.help_answers import HelpScene, example_lines
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.club import START

SCENE = HelpScene(language_for("en"), Situation.MOVE, START, "egyptos", "K7Q2", ("M14", "N15"))


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_example_stays_the_same_command_in_every_language(command: Command) -> None:
    for line in example_lines(SCENE, command):
        for language in LANGUAGES:
            translated = translate_command(line, language)
            for place in command.where:
                meant, read = read_line(line, place), read_line(translated, place)
                assert meant is not None
                assert read is not None, translated
                assert read.command is command
                if command.name == "remind":
                    assert read_reminders(read.argument) == read_reminders(meant.argument)
                if command.name in {"absence", "pause"}:
                    assert read_absence(read.argument, START.date()) == read_absence(meant.argument, START.date())
                if command.name == "comment":
                    assert read_comment_order(read.argument) == read_comment_order(meant.argument)
                if command.name not in {
                    "new",
                    "comment",
                    "archive",
                    "off",
                    "absence",
                    "pause",
                    "digest",
                    "remind",
                    "confirm orders",
                    "delay",
                }:  # these keep the words of their argument
                    assert read.argument == meant.argument


@pytest.mark.parametrize(
    ("line", "language", "translated"),
    [
        ("absence over", "de", "Abwesenheit vorbei"),
        ("absence cancel 20.12.", "it", "assenza annulla 20.12."),
        ("off nights 23-7", "nl", "vrij nachten 23-7"),
        ("off none", "fr", "libre aucun"),
        ("layout narrow", "fr", "présentation étroite"),
        ("key optional", "de", "Schlüssel freiwillig"),
        ("new egyptos with house", "it", "nuovo egyptos con casa"),
        ("help time", "de", "Hilfe Zeit"),
        ("help absence", "nl", "help afwezigheid"),
        ("main ADDRESS", "de", "Hauptadresse ADDRESS"),
        ("new cheops with ADRESSE", "de", "neu cheops mit ADRESSE"),
        ("withdraw", "fr", "renoncer à l'offre"),
        ("M14", "de", "M14"),
        ("draw 2", "fr", "draw 2"),
    ],
)
def test_what_is_suggested(line: str, language: str, translated: str) -> None:
    assert translate_command(line, language) == translated


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_behind_the_word_of_another_language_is_lost(language: str) -> None:
    said = [f"{word} Odette 3" for command in COMMANDS for words in command.words.values() for word in words]
    assert [line for line in said if not translate_command(line, language).endswith("Odette 3")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_days_are_written_as_people_do_and_read_as_the_same_days(language: str) -> None:
    today = date(2026, 12, 1)
    for line in (
        "absence 2026-12-20 to 2027-01-03",
        "absence 2026-12-09",
        "absence cancel 2026-12-20",
        "pause 2026-12-12",
    ):
        written = translate_command(line, language)
        meant, read = read_line(line, "match"), read_line(written, "match")
        assert meant is not None
        assert read is not None
        assert read_absence(read.argument, today) == read_absence(meant.argument, today)
        assert language == "en" or not {"to", "2026-12-20", "2026-12-09", "2026-12-12"} & {*written.split()}
