"""Walking: step by step along the ways, and in one action over own lanterns."""

from typing import Any

import pytest

from adjudicator.engines.contract import IllegalStep
from adjudicator.engines.pharao.position.position import Position
from testkit.engines.pharao import at, drawn, legal, notes_of, play, refused

CORRIDOR = """
       A    B    C    D    E
    3  ES   EW   EW   SW   #
    2  NS   #    #    NS   #
    1  @NE  EW   EW   NEW  EW
"""


def corridor(*seats: str, **chosen: Any) -> Position:
    return drawn(CORRIDOR, *seats, **chosen)


@pytest.mark.rule("GOLD-MOVE-1", "G9", "G1")
def test_a_step_leads_through_sides_that_are_open_on_both_cards() -> None:
    position = corridor("A:D1 P:D1", "A:A1 P:A1")
    assert legal(position, "A") == legal(position, "P") == ["C1", "E1", "D2"]
    assert refused(corridor("A:A1 P:B1", "A:A1"), "P B2") == "hidden cell=B2"


@pytest.mark.rule("GOLD-MOVE-1", "G9")
@pytest.mark.parametrize(
    ("origin", "goal", "reason"),
    [
        ("C3", "C2", "hidden cell=C2"),
        ("C1", "D2", "too_far figure=archaeologist here=C1 cell=D2 actions=2"),
        ("D1", "D3", "too_far figure=archaeologist here=D1 cell=D3 actions=2"),
        ("D1", "D1", "there_already figure=archaeologist cell=D1"),
        ("D1", "F1", "hidden cell=F1"),
    ],
)
def test_where_a_figure_cannot_go_in_one_action_is_told_why(origin: str, goal: str, reason: str) -> None:
    assert refused(corridor(f"A:{origin} P:A1", "A:A1"), f"A {goal}", IllegalStep) == reason


@pytest.mark.rule("GOLD-MOVE-1", "G9")
@pytest.mark.parametrize(("own", "other"), [("EW", "NS"), ("NS", "EW")])
def test_a_wall_of_either_card_is_a_wall(own: str, other: str) -> None:
    position = drawn(f"  A B C\n 1 @NESW {own} {other}", "A:B1 P:A1", "A:A1")
    assert "C1" not in legal(position, "A")
    assert refused(position, "A C1") == "wall figure=archaeologist here=B1 cell=C1"


def test_cards_without_any_way_between_them_are_told() -> None:
    position = drawn("  A B C D\n 1 @NESW NS EW EW", "A:A1 P:A1", "A:A1")
    assert refused(position, "A D1") == "no_way figure=archaeologist here=A1 cell=D1"


@pytest.mark.rule("GOLD-MOVE-1")
def test_each_step_costs_an_action_of_three() -> None:
    position = corridor()
    notes = notes_of(position, "A B1")
    assert (notes["moved"]["left"], notes["moved"]["via"]) == (2, ())
    position = play(position, "A B1, A C1")
    assert position.turn.left == 1
    position = play(position, "A D1")
    assert (at(position, "red", "A"), position.turn.seat) == ("D1", 1)


@pytest.mark.rule("GOLD-LAMP-6", "G1")
def test_one_action_leads_over_cards_that_all_bear_own_lanterns() -> None:
    position = corridor("A:A1 P:A1 *B1 *C1", "A:A1")
    assert legal(position, "A") == ["B1", "C1", "D1", "A2"]
    notes = notes_of(position, "A D1")
    assert (notes["moved"]["via"], notes["moved"]["left"]) == (("B1", "C1"), 2)


@pytest.mark.rule("GOLD-LAMP-5", "G1")
@pytest.mark.parametrize("lanterns", ["", "*A1", "*B1", "*A1 *B1"])
def test_the_next_card_is_one_action_whatever_is_lit(lanterns: str) -> None:
    position = corridor(f"A:A1 P:A1 {lanterns}", "A:A1")
    assert play(position, "A B1").turn.left == 2


@pytest.mark.rule("GOLD-LAMP-6", "G1")
def test_a_dark_card_between_breaks_the_run() -> None:
    position = corridor("A:A1 P:A1 *B1 *D1", "A:A1")
    assert legal(position, "A") == ["B1", "C1", "A2"]
    assert refused(position, "A D1") == "too_far figure=archaeologist here=A1 cell=D1 actions=2"


@pytest.mark.rule("GOLD-LAMP-6", "G1")
def test_a_run_may_turn_corners_and_goes_no_further_than_one_card_beyond_the_light() -> None:
    position = corridor("A:A1 P:D1 *A2 *A3 *B3", "A:A1")
    assert legal(position, "A") == ["B1", "A2", "A3", "B3", "C3"]
    assert legal(position, "P") == ["C1", "E1", "D2"]


@pytest.mark.rule("GOLD-LAMP-6")
def test_a_run_is_told_by_a_shortest_way() -> None:
    position = corridor("A:A1 P:A1 *B1 *C1 *D1 *A2 *A3", "A:A1")
    assert notes_of(position, "A D2")["moved"]["via"] == ("B1", "C1", "D1")


@pytest.mark.rule("GOLD-LAMP-4")
def test_other_colours_light_nothing() -> None:
    position = corridor("A:A1 P:A1", "A:A1 P:A1 *B1 *C1")
    assert legal(position, "A") == legal(position, "P") == ["B1", "A2"]
    blue = play(position, "end")
    assert legal(blue, "A") == legal(blue, "P") == ["B1", "C1", "D1", "A2"]


@pytest.mark.rule("G2", "GOLD-CARRY-3")
def test_a_carrier_runs_by_his_lanterns_too() -> None:
    position = corridor("A:C1+3 P:C1 *B1", "A:A1")
    assert legal(position, "A") == legal(position, "P") == ["A1", "B1", "D1"]


@pytest.mark.rule("G2", "GOLD-CARRY-3")
def test_without_the_bonus_a_carrier_goes_step_by_step_and_the_porter_runs() -> None:
    position = corridor("A:C1+3 P:C1 *B1", "A:A1", carry_lamp_bonus="no")
    assert legal(position, "A") == ["B1", "D1"]
    assert legal(position, "P") == ["A1", "B1", "D1"]
    assert refused(position, "A A1") == "carrier_on_foot cell=A1"
    assert legal(play(position, "drop"), "A") == ["A1", "B1", "D1"]


@pytest.mark.rule("G38")
def test_any_number_of_figures_shares_a_card_and_none_is_in_the_way() -> None:
    position = corridor("A:A1 P:B1", "A:B1 P:B1")
    position = play(position, "A B1, A C1")
    assert [at(position, seat, "P") for seat in ("red", "blue")] == ["B1", "B1"]
    assert at(position, "red", "A") == "C1"


@pytest.mark.rule("G34")
def test_a_lost_figure_acts_no_more() -> None:
    position = corridor("P:B1", "A:A1")
    assert not legal(position, "A")
    assert refused(position, "A B1") == "figure_lost figure=archaeologist"
    assert refused(position, "flip B2") == "figure_lost figure=archaeologist"
    assert refused(corridor("A:B1", "A:A1"), "lamp") == "figure_lost figure=porter"
    assert refused(corridor("", "A:A1"), "C1") == "both_lost"


def test_a_cell_alone_is_the_move_of_the_figure_that_can_go_there() -> None:
    position = corridor("A:C1 P:A1", "A:A1")
    assert play(position, "D1") == play(position, "A D1")
    assert play(position, "A2") == play(position, "P A2")
    assert refused(position, "B1") == "which_figure cell=B1"
    assert refused(position, "E1") == "too_far figure=archaeologist here=C1 cell=E1 actions=2"
