"""A trap in Das Gold des Pharao by mail: all players see the cards that caused it, and who released it."""

from __future__ import annotations

import pytest

from testkit.club import ANNA, BOB, Club, text_of
from testkit.engines.pharao import drawn
from testkit.engines.pharao_views import BEFORE_A_TRAP, MAP
from testkit.pharao_match import begin_pharao

WAY = "A1, B1, C1, A2, B2, C2, B3, C3, B4, C4, C5, C6"


@pytest.mark.parametrize("trap", ["mummy", "curse"])
def test_everybody_is_shown_the_way_of_a_trap(club: Club, trap: str) -> None:
    photos = ((1, trap), (8, "mummy"))
    begin_pharao(club, drawn(MAP, *BEFORE_A_TRAP, chambers="C6", photos=photos))
    club.answer(club.last(ANNA), "flip C6 NS")
    for person in (ANNA, BOB):
        text = " ".join(text_of(club.last(person)).split())
        assert f"The {trap} of C6 came over {WAY}." in text


def test_a_receipt_after_a_turn_without_surprise_has_no_board(club: Club) -> None:
    begin_pharao(club, drawn(MAP, *BEFORE_A_TRAP, chambers="C6"))
    club.answer(club.last(ANNA), "A C4; end")
    assert "A          B" not in text_of(club.last(ANNA))
