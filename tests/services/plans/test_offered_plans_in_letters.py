"""A letter offers a line of a plan with the move that it stands below: both are accepted as they are offered."""

from __future__ import annotations

import re

import pytest

from adjudicator.mail.commands.table.command_words import command_named
from adjudicator.texts.games.order_purposes import PURPOSES
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.club import Club, prose_of, to_move


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_offered_line_is_kept_below_the_move_that_it_names(club: Club, language: str) -> None:
    club.begin()
    person = to_move(club)
    club.answer(club.last(person), f"language {language}\nM14")
    club.answer(club.last(to_move(club)), "M15")
    letter = club.last(person)
    said = re.escape(language_for(language).gettext(PURPOSES["plan"])).replace("\u00a0", " ")
    pattern = r"(\w+ [A-Z]\d+ \w+ [A-Z]\d+):? " + said.replace(re.escape("%(move)s"), r"([A-Z]\d+)")
    found = re.search(pattern, prose_of(letter).replace("\u00a0", " "))
    assert found
    club.answer(letter, f"{found[2]}\n{found[1]}")
    assert command_named("cancel plan").word(language) in prose_of(club.last(person))
