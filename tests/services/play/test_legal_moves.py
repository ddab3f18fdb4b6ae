"""`legal` lists every legal order, in groups, to the player who is to move."""

from __future__ import annotations

import re

import pytest

from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.texts.language.language import LANGUAGES
from testkit.club import Club, other, prose_of, text_of, to_move


def test_all_of_them_are_listed_once(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    club.answer(club.last(mover), "legal")
    said = text_of(club.last(mover)).replace("\r\n", "\n")
    listed = said[said.index("legal moves") :].partition("\n\n")[2].partition("\n\n")[0]
    with club.context.store.reading() as session:
        orders = load_match(session.merge(club.match())).orders
    assert sorted(re.findall(r"[A-Z]\d+", listed)) == sorted(orders)
    assert f"All {len(orders)} legal moves" in said


def test_nobody_else_has_any(club: Club) -> None:
    club.begin()
    waiting = other(to_move(club))
    club.answer(club.last(waiting), "possible moves")
    assert "It is not your turn" in text_of(club.last(waiting))


HELP_PLANS = {
    "en": "help plans",
    "de": "Hilfe Pl\u00e4ne",
    "fr": "aide plans",
    "it": "aiuto piani",
    "nl": "help plannen",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_order_that_comes_too_early_can_be_planned(club: Club, language: str) -> None:
    club.begin()
    waiting = other(to_move(club))
    club.answer(club.last(waiting), f"language {language}")
    club.answer(club.last(waiting), "N13")
    assert HELP_PLANS[language] in prose_of(club.last(waiting))
    club.answer(club.last(waiting), "What a lovely evening it is")
    assert HELP_PLANS[language] not in prose_of(club.last(waiting))
