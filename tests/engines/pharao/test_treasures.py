"""Treasures: carrying them home, laying them down, and stealing them."""

import pytest

from adjudicator.engines.pharao import ENGINE
from testkit.engines.pharao import at, drawn, legal, lying, notes_of, play, points, refused

MAP = "  A B C D E\n 1 @NESW EW EW EW NS"


@pytest.mark.rule("GOLD-CARRY-1")
def test_what_is_carried_to_the_start_card_is_safe_at_once() -> None:
    position = drawn(MAP, "A:B1 P:A1", "A:A1 P:A1", lying="B1=3")
    carrying = play(position, "take 3")
    assert (carrying.players[0].carries, points(carrying), carrying.turn.left) == (3, [0, 0], 3)
    assert notes_of(carrying, "A A1")["banked"]["treasure"] == 3
    home = play(carrying, "A A1")
    assert (home.players[0].carries, home.players[0].banked, points(home)) == (0, (3,), [3, 0])


@pytest.mark.rule("GOLD-CARRY-1")
def test_banked_treasures_lie_face_down() -> None:
    home = play(drawn(MAP, "A:B1+3 P:A1", "A:A1"), "A A1")
    standing = ENGINE.view(home, 1).standings[0]
    assert (standing.banked, standing.treasures, standing.points) == (1, (), 3)


@pytest.mark.rule("Q11")
def test_running_through_a_lit_start_card_banks_nothing() -> None:
    position = drawn("  A B C\n 1 EW @NESW EW", "A:A1+2 P:A1 *B1", "A:B1 P:B1")
    after = play(position, "A C1")
    assert (at(after, "red", "A"), after.players[0].carries, points(after)) == ("C1", 2, [0, 0])
    assert points(play(after, "A B1")) == [2, 0]


@pytest.mark.rule("GOLD-CARRY-2", "GOLD-FREE")
def test_what_is_laid_down_may_be_taken_by_others() -> None:
    position = play(drawn(MAP, "A:C1+2 P:A1", "A:B1 P:A1"), "drop, end")
    assert lying(position) == "C1=2"
    after = play(position, "A C1, take 2")
    assert (after.players[1].carries, lying(after)) == (2, "")


@pytest.mark.rule("GOLD-CARRY-2", "G14")
def test_one_is_carried_at_a_time() -> None:
    position = drawn(MAP, "A:C1+2 P:A1", "A:C1+3 P:A1", lying="C1=3")
    assert not legal(position, "take")
    assert not legal(position, "steal")
    assert refused(position, "take 3") == "hands_full treasure=2"
    assert refused(position, "steal blue") == "hands_full treasure=2"
    after = play(position, "drop, steal blue")
    assert (after.players[0].carries, after.players[1].carries) == (3, 0)


@pytest.mark.rule("GOLD-CARRY-3")
def test_each_move_with_a_treasure_costs_an_action() -> None:
    after = play(drawn(MAP, "A:D1+2 P:A1", "A:A1"), "A C1, A B1")
    assert (after.turn.left, after.players[0].carries) == (1, 2)


@pytest.mark.rule("Q2")
def test_what_he_dropped_he_takes_again_only_after_an_action() -> None:
    position = play(drawn(MAP, "A:C1+2 P:A1", "A:A1"), "drop")
    assert not legal(position, "take")
    assert refused(position, "take 2") == "just_dropped treasure=2 cell=C1"
    assert legal(play(position, "lamp"), "take") == ["2"]
    assert legal(play(position, "A B1, A C1"), "take") == ["2"]
    assert legal(play(position, "end, end"), "take") == ["2"]


@pytest.mark.rule("Q18")
def test_equal_treasures_are_not_told_apart() -> None:
    position = play(drawn(MAP, "A:C1+2 P:A1", "A:A1", lying="C1=2 C1=3"), "drop")
    assert legal(position, "take") == ["2", "3"]
    again = play(position, "take 2, drop")
    assert legal(again, "take") == ["3"]
    assert lying(play(again, "take 3, drop")) == "C1=2 C1=2 C1=3"
    assert legal(play(again, "take 3, drop"), "take") == []


@pytest.mark.rule("GOLD-STEAL-1")
def test_a_treasure_is_stolen_from_an_archaeologist_on_the_same_card() -> None:
    position = drawn(MAP, "A:C1 P:A1", "A:C1+3 P:A1")
    note = notes_of(position, "steal blue")["stole"]
    assert (note["seat"], note["victim_seat"], note["treasure"], note["cell"]) == (0, 1, 3, "C1")
    after = play(position, "steal blue, end")
    assert legal(after, "steal") == ["red"]
    assert play(after, "steal red").players[1].carries == 3


@pytest.mark.rule("GOLD-STEAL-1", "G15", "G16")
@pytest.mark.parametrize(
    ("red", "blue", "reason"),
    [
        ("A:B1 P:C1", "A:C1+3 P:A1", "steal_elsewhere victim_seat=1 there=C1 here=B1"),
        ("A:C1 P:A1", "A:C1 P:A1", "steal_nothing victim_seat=1 here=C1"),
        ("A:A1 P:A1", "A:A1 P:A1", "steal_nothing victim_seat=1 here=A1"),
        ("A:C1 P:A1", "P:C1", "steal_elsewhere victim_seat=1 there= here=C1"),
    ],
)
def test_nobody_steals_from_afar_nor_from_empty_hands(red: str, blue: str, reason: str) -> None:
    position = drawn(MAP, red, blue)
    assert not legal(position, "steal")
    assert refused(position, "steal blue") == reason


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("steal red", "steal_self"),
        ("steal green", "nobody_there colour=green"),
        ("steal", "nobody_to_rob cell=C1"),
        ("take 2", "no_treasure treasure=2 cell=C1 lying=(3,)"),
        ("take bust", "no_treasure treasure=5 cell=C1 lying=(3,)"),
        ("take 7", "no_treasure treasure=7 cell=C1 lying=(3,)"),
        ("take 3 on B1", "elsewhere figure=archaeologist cell=B1 here=C1"),
        ("drop", "nothing_carried"),
    ],
)
def test_other_wrong_hands_are_told_why(order: str, reason: str) -> None:
    assert refused(drawn(MAP, "A:C1 P:A1", "A:A1", lying="C1=3"), order) == reason


def test_dropping_another_treasure_than_is_carried_is_told() -> None:
    assert refused(drawn(MAP, "A:C1+2 P:A1", "A:A1"), "drop bust") == "carries_other treasure=2 said=5"


@pytest.mark.rule("G15")
def test_nothing_ever_lies_or_is_carried_on_the_start_card() -> None:
    position = play(drawn(MAP, "A:B1+3 P:A1", "A:A1"), "A A1")
    assert not legal(position, "drop")
    assert lying(position) == ""


def test_what_is_left_open_is_asked_back() -> None:
    position = drawn(MAP, "A:C1 P:A1", "A:C1+3 P:A1", "A:C1+2 P:A1", lying="C1=2 C1=3")
    assert refused(position, "take") == "which_treasure"
    assert refused(position, "steal") == "whom"
    single = drawn(MAP, "A:C1 P:A1", "A:C1+3 P:A1", lying="C1=2")
    assert play(single, "take") == play(single, "take 2")
    assert play(single, "steal") == play(single, "steal blue")
