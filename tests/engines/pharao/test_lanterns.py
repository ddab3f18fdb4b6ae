"""Lanterns: laying them, taking them up, and how many there are."""

import pytest

from adjudicator.engines.pharao import ENGINE
from testkit.engines.pharao import drawn, legal, notes_of, play, refused

MAP = "  A B C D E F\n 1 @NESW EW EW EW EW EW"


@pytest.mark.rule("GOLD-LAMP-1", "GOLD-ACT-P", "G4")
@pytest.mark.parametrize("cell", ["A1", "B1", "C1"])
def test_the_porter_lays_a_lantern_on_whatever_card_he_stands(cell: str) -> None:
    position = drawn(MAP, f"A:A1 P:{cell}", "A:A1", chambers="C1")
    note = notes_of(position, "lamp")["lamp"]
    assert (note["cell"], note["stock"], note["left"]) == (cell, 4, 2)
    after = play(position, "lamp")
    assert (after.players[0].stock, after.players[0].lanterns.bit_count(), after.turn.left) == (4, 1, 2)


@pytest.mark.rule("GOLD-LAMP-2")
def test_he_takes_it_back_into_his_stock() -> None:
    position = drawn(MAP, "A:A1 P:B1 *B1 *C1", "A:A1")
    assert position.players[0].stock == 3
    after = play(position, "unlamp")
    assert (after.players[0].stock, after.turn.left) == (4, 2)
    assert "C1" in legal(after, "P")
    assert "D1" not in legal(play(after, "P A1"), "P")


@pytest.mark.rule("G3")
def test_one_lantern_of_a_colour_lies_on_a_card() -> None:
    position = drawn(MAP, "A:A1 P:B1 *B1", "A:A1")
    assert "lamp" not in legal(position)
    assert refused(position, "lamp") == "lantern_here cell=B1"
    assert refused(drawn(MAP, "A:A1 P:B1", "A:A1"), "unlamp") == "no_lantern_here cell=B1"


@pytest.mark.rule("GOLD-LAMP-3")
def test_lanterns_of_all_colours_may_share_a_card() -> None:
    position = drawn(MAP, "A:A1 P:B1", "A:A1 P:B1 *B1")
    assert ENGINE.view(play(position, "lamp"), None).square("B1").lanterns == (0, 1)


@pytest.mark.rule("GOLD-LAMP-2", "GOLD-LAMP-4")
def test_another_colours_lantern_stays_where_it_lies() -> None:
    position = drawn(MAP, "A:A1 P:B1", "A:A1 P:B1 *B1")
    assert "unlamp" not in legal(position)


@pytest.mark.rule("GOLD-LAMP-1")
def test_there_are_five_and_no_more() -> None:
    position = drawn(MAP, "A:A1 P:F1 *A1 *B1 *C1 *D1 *E1", "A:A1")
    assert "lamp" not in legal(position)
    assert refused(position, "lamp") == "no_lanterns_left"


def test_the_archaeologist_has_none() -> None:
    assert refused(drawn(MAP, "A:A1 P:B1", "A:A1"), "archaeologist lamp").startswith("not_his_work")
