from __future__ import annotations

from typing import Any

from adjudicator.mail.commands.command import Argument
from adjudicator.texts import letter_kinds
from adjudicator.texts.argument_names import ARGUMENTS
from adjudicator.texts.language import language_for
from adjudicator.texts.letters import write_letter


def test_help_has_a_word_for_whatever_follows_a_command() -> None:
    assert set(ARGUMENTS) == set(Argument)
    assert [kind for kind, word in ARGUMENTS.items() if not word] == [Argument.NOTHING]


def test_help_shows_commands_as_they_are_typed(sample_letters: dict[str, Any]) -> None:
    text = write_letter(letter_kinds.SERVICE_RECEIPT, language_for("en"), sample_letters["service_receipt"]).text
    assert "board: send me the board\nnew GAME with ADDRESS: write to the other players\n" in text
