"""Mummies and curses: the shortest ways to the exit, and what happens on them."""

from typing import Any

import pytest

from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.position.grid import CELLS, names_in
from adjudicator.engines.pharao.position.paths import shortest_paths
from adjudicator.engines.pharao.position.position import Position
from testkit.engines.pharao import at, dealt, drawn, legal, lying, notes_of, play, points, told

# Two ways of equal length lead from B3 to the exit on B1: round by A2 is no shorter than by C2.
RING = """
       A    B    C    D
    4  #    #    #    #
    3  ES   NEW  SW   #
    2  NS   #    NES  EW
    1  NE   @NEW NW   #
"""
STRAIGHT = "  A B C D\n 2 # # # #\n 1 @NESW EW NEW EW"
MUMMY = ((1, "mummy"),)
CURSE = ((1, "curse"),)


def ring(*seats: str, photos: tuple[tuple[int, str], ...] = MUMMY, **chosen: Any) -> Position:
    position = drawn(RING, *seats, chambers="B4", photos=photos, **chosen)
    return play(position, "flip B4 NS")


@pytest.mark.rule("GOLD-MUMMY-1", "G19", "G23")
def test_all_shortest_ways_count_with_both_ends() -> None:
    after = ring("A:B3 P:D2", "A:A2 P:C1", "A:B1 P:C3")
    where = [[at(after, seat, figure) for figure in "AP"] for seat in ("red", "blue", "green")]
    assert where == [["B1", "D2"], ["B1", "B1"], ["B1", "B1"]]


@pytest.mark.rule("GOLD-MUMMY-1", "G19")
def test_the_ways_are_told_and_shown() -> None:
    position = play(drawn(RING, "A:B3 P:D2", "A:A2 P:C1", chambers="B4", photos=MUMMY), "flip B4")
    notes = told(position, "turn NS")
    path = ("A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3", "B4")
    assert next(note["path"] for note in notes if note.key == "pharao.mummy") == path
    fled = [(note["seat"], note["figure"], note["cell"]) for note in notes if note.key == "pharao.fled"]
    assert fled == [(0, "archaeologist", "B3"), (1, "archaeologist", "A2"), (1, "porter", "C1")]
    after = play(position, "turn NS")
    alarm = ENGINE.view(after, None).alarm
    assert alarm is not None
    assert (alarm.trap, alarm.cell, alarm.path, alarm.seat) == ("mummy", "B4", path, 0)
    assert ENGINE.view(play(after, "end"), None).alarm is None


@pytest.mark.rule("G19")
def test_a_longer_way_does_not_count() -> None:
    position = drawn(RING.replace("NES", "NEW"), "A:B3 P:D2", "A:A2 P:C3", chambers="B4", photos=MUMMY)
    after = play(position, "flip B4 NS")
    assert [at(after, "blue", figure) for figure in "AP"] == ["B1", "C3"]


@pytest.mark.rule("G19")
def test_only_cards_that_lie_face_up_are_ways() -> None:
    position = drawn(RING, "A:B3 P:D2", "A:A2 P:C3")
    assert names_in(shortest_paths(position.ways, CELLS["D2"], position.start)) == ("B1", "C1", "C2", "D2")
    assert shortest_paths(position.ways, CELLS["B4"], position.start) == 0


@pytest.mark.rule("GOLD-MUMMY-3", "GOLD-CURSE-3", "Q10")
@pytest.mark.parametrize("photos", [MUMMY, CURSE])
def test_a_trap_ends_the_turn_at_once(photos: tuple[tuple[int, str], ...]) -> None:
    after = ring("A:B3 P:D2", "A:B3+2 P:C1", photos=photos)
    assert (after.turn.seat, after.turn.left) == (1, 3)
    position = play(drawn(RING, "A:B3 P:D2", "A:A2 P:C1", chambers="B4", photos=photos), "flip B4")
    assert notes_of(position, "turn NS")["turn_lost"]["left"] == 2


@pytest.mark.rule("Q10")
def test_a_photo_has_one_trap_at_most() -> None:
    assert all(trap in ("", "mummy", "curse") for _, trap in ring("A:B3 P:D2", "A:A2").photos)
    with pytest.raises(ValueError, match="no photo"):
        ENGINE.setup(ENGINE.rules.complete({}), 2, {**dealt(), "photos": [[1, "mummy", "curse"]] * 5})


@pytest.mark.rule("GOLD-CURSE-1", "GOLD-LAMP-2")
def test_lanterns_on_the_ways_go_back_to_their_owners() -> None:
    after = ring("A:B3 P:D2 *B3 *A2 *D2", "A:A2 P:C1 *C1 *B1", photos=CURSE)
    assert [names_in(player.lanterns) for player in after.players] == [("D2",), ()]
    assert [player.stock for player in after.players] == [4, 5]
    assert [at(after, "red", "A"), at(after, "blue", "A")] == ["B3", "A2"]
    assert "lamp" in legal(after)


@pytest.mark.rule("GOLD-CURSE-1")
def test_blown_lanterns_are_told_to_each_owner() -> None:
    position = play(drawn(RING, "A:B3 P:D2 *D2", "A:A2 P:C1 *C1", chambers="B4", photos=CURSE), "flip B4")
    notes = [note for note in told(position, "turn NS") if note.key == "pharao.blown"]
    assert [(note["seat"], note["cells"], note["stock"]) for note in notes] == [(1, ("C1",), 5)]


@pytest.mark.rule("GOLD-MUMMY-2", "GOLD-CURSE-2", "G21")
@pytest.mark.parametrize("photos", [MUMMY, CURSE])
def test_without_a_way_nothing_happens_but_the_turn_is_lost(photos: tuple[tuple[int, str], ...]) -> None:
    position = drawn(STRAIGHT, "A:C1 P:B1 *B1", "A:B1 P:A1", chambers="C2", photos=photos)
    after = play(position, "flip C2 EW")
    assert ([at(after, seat, "A") for seat in ("red", "blue")], after.players[0].stock) == (["C1", "B1"], 4)
    assert (after.turn.seat, points(after)) == (1, [1, 0])
    assert notes_of(play(position, "flip C2"), "turn EW")["sealed"]["trap"] == photos[0][1]


@pytest.mark.rule("G21")
@pytest.mark.parametrize(("sides", "seat", "left"), [("EW", 0, 2), ("NS", 1, 3)])
def test_a_match_may_spare_the_turn_when_nothing_got_out(sides: str, seat: int, left: int) -> None:
    seats = ("A:C1 P:B1", "A:B1 P:A1")
    position = drawn(STRAIGHT, *seats, chambers="C2", photos=MUMMY, trap_ends_turn="if_released")
    after = play(position, f"flip C2 {sides}")
    assert (after.turn.seat, after.turn.left) == (seat, left)


@pytest.mark.rule("G20")
def test_a_frightened_carrier_leaves_his_treasure_where_he_was() -> None:
    after = ring("A:B3 P:D2", "A:A2+3 P:C1")
    assert (at(after, "blue", "A"), after.players[1].carries) == ("B1", 0)
    assert lying(after) == "A2=3 B4=2"
    assert points(after) == [1, 0]


@pytest.mark.rule("G20", "Q12")
def test_a_match_may_let_him_arrive_with_it() -> None:
    after = ring("A:B3 P:D2", "A:A2+3 P:C1", mummy_drop="no")
    assert (after.players[1].banked, lying(after), points(after)) == ((3,), "B4=2", [1, 3])


@pytest.mark.rule("Q19", "Q12")
def test_all_that_one_fright_banks_is_one_moment() -> None:
    after = ring("A:B3 P:D2", "A:A2+3 P:C1", "A:C2+2 P:C1", mummy_drop="no")
    assert [player.changes for player in after.players] == [((2, 1),), ((1, 3),), ((1, 2),)]


@pytest.mark.rule("Q12")
def test_a_carrier_off_the_way_keeps_on_carrying() -> None:
    for drop in ("yes", "no"):
        after = ring("A:B3 P:D2", "A:D2+3 P:C1", mummy_drop=drop)
        assert (at(after, "blue", "A"), after.players[1].carries) == ("D2", 3)


@pytest.mark.rule("GOLD-MUMMY-1")
def test_who_stands_on_the_start_card_stays_there_unfrightened() -> None:
    position = play(drawn(RING, "A:B3 P:B1", "A:B1 P:B1", chambers="B4", photos=MUMMY), "flip B4")
    fled = [note["seat"] for note in told(position, "turn NS") if note.key == "pharao.fled"]
    assert fled == [0]
