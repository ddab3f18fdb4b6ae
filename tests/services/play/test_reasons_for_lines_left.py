"""Every line that was not carried out has its reason, in every language and in every kind of letter."""

from __future__ import annotations

import pytest

from adjudicator.mail.commands.lines.order_lines import MOST_COMMANDS
from adjudicator.mail.commands.lines.translation import translate_command
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.agreed_match import PEOPLE, agree
from testkit.club import Club, prose_of
from testkit.letter_table import mover, seat_people

TURN_OVER = "Not carried out, because your turn was over by then: %(orders)s."
BEYOND = "Not carried out, because one letter can only do so much: %(orders)s."


def said(sentence: str, orders: str, language: str) -> str:
    return " ".join((language_for(language).gettext(sentence) % {"orders": orders}).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "letter", "left"), [
    ("egyptos", "N14\nM15", "M15"),
    ("egyptos", "N14\nM15\nif K30 then J9", "M15"),
    ("cheops", "1 A1 keep; draw 1\n2 A2 keep", "2 A2 keep"),
])  # fmt: skip
def test_what_stands_below_the_end_of_a_turn_is_told_so(
    club: Club, game: str, letter: str, left: str, language: str
) -> None:
    seat_people(club, language, "wide")
    agree(club, game, PEOPLE[:2])
    person = mover(club)
    club.answer(club.last(person), letter)
    assert said(TURN_OVER, left, language) in prose_of(club.last(person))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("where", ["seat", "service"])
def test_commands_beyond_what_a_letter_can_do_are_told_so(club: Club, where: str, language: str) -> None:
    seat_people(club, language, "wide")
    club.begin()
    lines = [translate_command("help", language)] + [translate_command("games", language)] * (MOST_COMMANDS + 1)
    person = mover(club)
    if where == "seat":
        club.answer(club.last(person), "\n".join(lines))
    else:
        club.write(person, club.context.addresses.service, "\n".join(lines))
    assert said(BEYOND, "; ".join(lines[MOST_COMMANDS:]), language) in prose_of(club.last(person))
