"""The names of arguments in help."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.mail.commands.table.command import Argument
from adjudicator.texts.language.language import LANGUAGES, language_for
from adjudicator.texts.letters import account_kinds
from adjudicator.texts.letters.argument_names import name_argument
from adjudicator.texts.letters.letters import write_letter


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_has_a_word_for_whatever_follows_a_command(language: str) -> None:
    names = {kind: name_argument(kind, language_for(language)) for kind in Argument}
    assert [kind for kind, name in names.items() if not name] == [kind for kind in Argument if kind.stands_alone]


def test_choices_are_given_in_words_of_the_language() -> None:
    assert name_argument(Argument.LAYOUT, language_for("de")) == "breit|schmal|linear"
    assert name_argument(Argument.FREE_TIMES, language_for("fr")) == "week-ends|ven sam|nuits 23-7|fériés FR|aucun"
    assert name_argument(Argument.INVITATION, language_for("nl")) == "SPEL met ADRES"


def test_help_shows_commands_as_they_are_typed(sample_letters: dict[str, Any]) -> None:
    text = write_letter(account_kinds.SERVICE_RECEIPT, language_for("en"), sample_letters["service_receipt"]).text
    assert "  board                  send me the board\n  new GAME with ADDRESS  write to the other players\n" in text
