"""The collapse: the bust carried out or left behind, the waves, whose turns count, and what falls."""

from typing import Any

import pytest

from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.position.grid import CELLS
from adjudicator.engines.pharao.position.position import Position
from testkit.engines.pharao import at, drawn, fallen, legal, lying, notes_of, play, points, refused, told

MAP = """
       A    B    C    D    E    F
    3  #    #    #    #    #    #
    2  #    #    NS   #    #    #
    1  @NE  EW   NEW  EW   EW   NS
"""
HOLDERS = ("A:C1 P:A1", "A:B1 P:A1")


def countdown(*seats: str, turns: int = 3, **chosen: Any) -> Position:
    """Let the bust lie in its chamber C1 while red's turns are counted."""
    return drawn(MAP, *(seats or HOLDERS), lying="C1=5 C1=2", chambers="C1", clock=("C1", turns), photos=(), **chosen)


def discovered(orders: str = "flip C3 NS", **chosen: Any) -> Position:
    """Let red discover the bust in C3."""
    seats = ("A:C2 P:A1", "A:B1 P:A1")
    return play(drawn(MAP, *seats, chambers="C3", photos=((1, ""),), stack=(), **chosen), orders)


def carried(orders: str = "", **chosen: Any) -> Position:
    """Let red carry the bust out of C1 to D1."""
    return play(countdown(*HOLDERS, **chosen), "take bust, A D1" + orders)


@pytest.mark.rule("GOLD-BUST-0", "GOLD-BUST-B1", "G30", "Q15")
def test_the_discovery_sets_a_countdown_of_three_turns_of_its_discoverer() -> None:
    position = discovered()
    ahead = ENGINE.view(position, None).ahead
    assert ahead is not None
    assert (ahead.cells, ahead.seat, ahead.turns, ahead.now) == (("C3",), 0, 3, False)
    for turns in (3, 2, 1):
        position = play(position, "end, end")
        ahead = ENGINE.view(position, None).ahead
        assert ahead is not None
        assert (ahead.turns, ahead.now, fallen(position)) == (turns, turns == 1, set())
    assert fallen(play(position, "end")) == {"C3"}


@pytest.mark.rule("G30")
def test_a_match_may_count_the_turn_of_the_discovery() -> None:
    position = play(discovered(count_discovery_turn="yes"), "end, end, end, end")
    assert fallen(position) == set()
    assert fallen(play(position, "end")) == {"C3"}


@pytest.mark.rule("G12", "GOLD-BUST-B1")
def test_a_turn_counts_however_little_is_done_in_it() -> None:
    assert fallen(play(countdown(turns=1), "end")) == {"C1"}
    assert fallen(play(countdown(turns=1), "lamp, A D1, A E1")) == {"C1"}


@pytest.mark.rule("GOLD-BUST-B1", "G24", "Q4")
def test_then_the_next_cards_fall_after_each_turn_of_the_discoverer() -> None:
    position = play(countdown(turns=1), "end, end")
    assert fallen(position) == {"C1"}
    position = play(position, "end")
    assert fallen(position) == {"C1", "B1", "C2", "D1"}
    assert fallen(play(position, "end")) == {"C1", "B1", "C2", "D1"}
    assert fallen(play(position, "end, end")) == {"C1", "B1", "C2", "D1", "B2", "C3", "D2", "E1"}


@pytest.mark.rule("G24")
def test_waves_ignore_walls_take_hidden_cards_and_spare_the_start_card() -> None:
    position = play(countdown(turns=1), "end, end, end, end, end, end, end")
    assert {"A2", "B3", "C4", "D3", "E2", "F1"} <= fallen(position)
    assert "A1" not in fallen(position)


@pytest.mark.rule("G24")
def test_a_wave_does_not_run_through_the_start_card() -> None:
    board = "  A B C D\n 1 EW @NEW EW EW"
    position = drawn(board, "A:B1 P:B1", "A:B1 P:B1", lying="C1=5", chambers="C1", clock=("C1", 1))
    position = play(position, "end, end, end, end")
    assert fallen(position) == {"C1", "D1", "C2"}
    position = play(position, "end, end")
    assert fallen(position) == {"C1", "D1", "C2", "E1", "D2", "B2", "C3"}
    assert "A1" not in fallen(position)


@pytest.mark.rule("G24")
def test_a_match_may_let_corners_touch() -> None:
    position = play(countdown(turns=1, collapse_adjacency=8), "end, end, end")
    assert fallen(position) == {"B1", "C1", "D1", "B2", "C2", "D2"}


@pytest.mark.rule("GOLD-BUST-A1", "G25", "GOLD-BUST-0")
def test_the_chamber_falls_when_the_bust_leaves_it_and_the_turn_ends() -> None:
    position = carried()
    assert (fallen(position), at(position, "red", "A"), position.turn.seat) == ({"C1"}, "D1", 1)
    assert fallen(play(position, "end")) == {"C1"}
    assert list(notes_of(play(countdown(), "take bust"), "A D1")) == ["moved", "bust_out", "wave", "buried"]
    ahead = ENGINE.view(position, None).ahead
    assert ahead is not None
    assert (ahead.seat, ahead.cells, ahead.turns, ahead.now) == (0, ("B1", "D1", "C2"), 1, False)


@pytest.mark.rule("GOLD-BUST-A2", "G25")
def test_then_a_wave_falls_at_the_end_of_each_turn_of_its_holder() -> None:
    position = play(carried(), "end, A E1, end")
    assert fallen(position) == {"C1", "B1", "C2", "D1"}
    assert fallen(play(position, "end")) == {"C1", "B1", "C2", "D1"}


@pytest.mark.rule("G29", "Q13", "G33", "GOLD-LOSS-1")
def test_all_that_is_in_the_chamber_goes_with_it() -> None:
    position = countdown("A:C1 P:C1 *C1 *D1", "A:C1 P:C1 *C1")
    after = play(position, "take bust, A D1")
    assert [at(after, "red", "A"), at(after, "red", "P"), at(after, "blue", "A"), at(after, "blue", "P")] == [
        "D1",
        "",
        "",
        "",
    ]
    assert (lying(after), points(after)) == ("", [-1, -3])
    assert [(player.stock, player.lanterns.bit_count()) for player in after.players] == [(3, 1), (4, 0)]


@pytest.mark.rule("G28")
def test_a_run_is_finished_before_the_chamber_falls() -> None:
    position = play(countdown("A:C1 P:A1 *B1", "A:A1 P:A1"), "take bust")
    after = play(position, "A A1")
    assert (at(after, "red", "A"), after.players[0].banked, fallen(after)) == ("A1", (5,), {"C1"})


@pytest.mark.rule("Q5")
def test_a_banking_comes_before_the_wave_of_the_same_step() -> None:
    position = play(countdown("A:C1 P:A1 *B1", "A:C1 P:A1"), "take bust")
    after = play(position, "A A1")
    assert [player.changes for player in after.players] == [((1, 5),), ((2, -2),)]


@pytest.mark.rule("G26", "GOLD-BUST-A2")
def test_who_has_banked_the_bust_keeps_the_clock() -> None:
    after = play(countdown("A:C1 P:A1 *B1", "A:A1 P:A1"), "take bust, A A1, end")
    assert fallen(play(after, "end")) == {"C1", "B1", "C2", "D1"}
    assert ENGINE.view(after, None).bust == "safe"


@pytest.mark.rule("GOLD-BUST-A4", "G26")
def test_what_is_laid_down_counts_for_its_last_holder() -> None:
    position = play(carried(), "end, A E1, drop")
    assert fallen(play(position, "end")) == {"C1", "B1", "C2", "D1"}
    assert ENGINE.view(play(position, "end"), None).bust == "lying"


@pytest.mark.rule("G26", "GOLD-BUST-A2")
def test_who_takes_it_up_has_the_clock_from_then_on() -> None:
    position = drawn(MAP, "A:F1 P:A1", "A:E1 P:A1", lying="E1=5", clock=("C1", 0))
    after = play(position, "end, take bust")
    assert after.collapse is not None
    assert after.collapse.seat == 1


@pytest.mark.rule("G27", "GOLD-BUST-A3")
def test_a_thief_is_its_holder_at_the_end_of_his_own_turn() -> None:
    position = play(countdown("A:C1 P:A1", "A:D1 P:A1"), "take bust, A D1, steal red")
    assert fallen(position) == {"C1"}
    after = play(position, "A E1, end")
    assert (fallen(after), after.players[1].carries) == ({"C1", "B1", "C2", "D1"}, 5)
    assert at(after, "red", "A") == ""


@pytest.mark.rule("G26")
def test_when_the_bust_is_lost_the_last_holder_keeps_the_clock() -> None:
    position = play(carried(), "end, end")
    assert (at(position, "red", "A"), ENGINE.view(position, None).bust) == ("", "lost")
    assert fallen(position) == {"C1", "B1", "C2", "D1"}
    assert len(fallen(play(position, "end, end"))) > 4


@pytest.mark.rule("Q4", "G26")
def test_while_it_is_in_its_chamber_the_clock_is_the_discoverers() -> None:
    position = countdown("A:A1 P:A1", "A:C1 P:A1", turns=2)
    after = play(position, "end, take bust, end")
    assert after.collapse is not None
    assert (after.collapse.seat, after.collapse.countdown) == (0, 1)


@pytest.mark.rule("G31", "GOLD-BUST-0")
def test_taking_it_out_during_the_countdown_ends_the_countdown() -> None:
    position = countdown("A:A1 P:A1", "A:C1 P:A1", turns=2)
    after = play(position, "end, take bust, A D1")
    assert after.collapse is not None
    assert (fallen(after), after.collapse.seat, after.collapse.countdown) == ({"C1"}, 1, 0)
    assert fallen(play(after, "end")) == {"C1"}
    assert fallen(play(after, "end, end")) == {"C1", "B1", "C2", "D1"}


@pytest.mark.rule("G32", "Q4")
def test_whoever_holds_it_in_its_chamber_falls_with_it() -> None:
    position = countdown("A:A1 P:A1", "A:C1 P:A1", turns=2)
    after = play(position, "end, take bust, end, end")
    assert (fallen(after), at(after, "blue", "A"), after.players[1].carries) == ({"C1"}, "", 0)
    assert ENGINE.view(after, None).bust == "lost"
    after = play(after, "end")
    assert fallen(after) == {"C1"}
    assert len(fallen(play(after, "end"))) > 1


@pytest.mark.rule("GOLD-LOSS-1", "G34", "G33")
def test_lost_figures_cost_points_and_never_come_back() -> None:
    position = play(countdown("A:B1 P:C1 *B1", "A:D1 P:D1", turns=1), "end")
    assert points(position) == [-1, 0]
    position = play(position, "end, end")
    assert (points(position), position.players[0].stock) == ([-3, -3], 4)
    notes = told(play(countdown("A:B1+2 P:A1", "A:D1 P:D1", turns=1), "end, end"), "end")
    lost = [(n["seat"], n["figure"], n["cell"], n["points"], n["treasure"]) for n in notes if n.key == "pharao.lost"]
    assert lost == [
        (0, "archaeologist", "B1", 2, 2),
        (1, "archaeologist", "D1", 2, 0),
        (1, "porter", "D1", 1, 0),
    ]
    assert legal(position) == ["end"]


@pytest.mark.rule("Q14")
def test_hidden_cards_fall_unseen() -> None:
    position = play(countdown(turns=1), "end, end, end, end, end")
    assert ENGINE.view(position, None).square("B2").state == "fallen"
    assert ENGINE.view(position, None).square("B2").shape == ""
    assert position.secret >> CELLS["B2"] & 1


@pytest.mark.rule("GOLD-MOVE-1", "G24")
def test_a_fallen_card_is_no_way_any_more() -> None:
    position = play(countdown("A:B1 P:A1", "A:B1 P:A1", turns=1), "end")
    assert legal(position, "A") == ["A1"]
    for order in ("A C1", "flip C1", "rotate C1 NES"):
        assert refused(position, order) == "fallen cell=C1"


@pytest.mark.rule("GOLD-BUST-A3", "G24")
def test_only_the_start_card_is_safe() -> None:
    position = countdown("A:A1 P:A1", "A:A1 P:A1", turns=1)
    while ENGINE.outcome(position) is None:
        position = play(position, "end")
    assert points(position) == [0, 0]
    assert len(fallen(position)) == 35
