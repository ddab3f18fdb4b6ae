"""What newcomers ask in words of their own is answered with the lines that lead on, in their language."""

from __future__ import annotations

import pytest

from adjudicator.mail.commands.table.command_words import word_for
from testkit.cases import check_cases
from testkit.club import ANNA, Club, prose_of

ASKED = {
    "de": {
        "games": ("Wie spielt man hier?", "Ich möchte gern eine Partie spielen"),
        "archive": ("Wo sind meine beendeten Partien?",),
    },
    "en": {"games": ("How do I play?", "I would like to play"), "archive": ("Where can I see my finished games?",)},
    "fr": {
        "games": ("Comment on joue ?", "Je voudrais jouer une partie"),
        "archive": ("Mes parties terminées ?",),
    },
    "it": {"games": ("Come si gioca?", "Vorrei giocare una partita"), "archive": ("Dove trovo le partite finite?",)},
    "nl": {"games": ("Hoe werkt het?", "Ik wil graag spelen"), "archive": ("Waar zijn mijn afgelopen partijen?",)},
}


@pytest.mark.parametrize("language", ASKED)
def test_a_question_leads_to_the_command_that_answers_it(club: Club, language: str) -> None:
    club.begin()
    club.answer(club.last(ANNA), f"language {language}")
    with check_cases() as case:
        for command, lines in ASKED[language].items():
            for line in lines:
                with case(line):
                    club.write(ANNA, club.context.addresses.service, line)
                    said = prose_of(club.last(ANNA)).replace("\u00a0", " ")
                    reason = said.partition(line)[2].partition("example")[0]
                    assert word_for(command, language) in reason


def test_the_example_below_is_of_the_game_that_was_named(club: Club) -> None:
    club.begin()
    club.write(ANNA, club.context.addresses.service, "Can somebody explain pharao to me")
    said = prose_of(club.last(ANNA))
    assert "new pharao with house" in said
    assert "new egyptos" not in said
