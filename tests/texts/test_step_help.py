"""Help for a word of a game's orders lists the orders that have it, whatever language the word is of."""

from __future__ import annotations

import re

import pytest

from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.texts.games.rulebook import render_rulebook
from adjudicator.texts.games.step_help import find_step_help
from adjudicator.texts.language.language import LANGUAGES, language_for

GAMES = ("cheops", "pharao", "egyptos")


def words_of(game: str, language: str) -> set[str]:
    """List the words of the orders in a game's notation, as its rules have them in a language."""
    orders = re.findall(r"^  (?!\?)(.*?)  +\S", render_rulebook(game, language_for(language)), re.MULTILINE)
    return {word for order in orders for word in re.findall(r"[^\W\d_]{2,}", order) if not order.strip().isdecimal()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_each_word_is_found_by_readers_of_every_language(game: str, language: str) -> None:
    for word in words_of(game, language):
        for reader in LANGUAGES:
            found = find_step_help(game, word, language_for(reader))
            assert found, word
            if reader == language:
                assert any(word in order for order, _ in found)
        said = read_line(f"{word_for('help', language)} {word}", "match")
        assert said is not None, word
        assert said.command.name == "help", word


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_means_the_same_stands_below_what_it_means(language: str) -> None:
    (first, _), (second, _), *_ = find_step_help("cheops", "keep", language_for(language))
    assert first.rpartition(" ")[0] == second.rpartition(" ")[0] == "2 A3"
    assert first != second


def test_other_words_find_nothing() -> None:
    for word in ("", "a", "c4", "weather", "lampion"):
        assert find_step_help("pharao", word, language_for("en")) == ()
