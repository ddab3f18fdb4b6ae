"""Photos of burial chambers: their treasures, their point, and what comes first."""

from typing import Any

import pytest

from adjudicator.engines.pharao.position.position import Position
from testkit.engines.pharao import drawn, legal, lying, notes_of, play, points, told

MAP = "  A B C\n 2 # # #\n 1 @NESW NEW EW"


def opened(
    *photos: tuple[int, str], stack: tuple[int, ...] = (2, 3, 3, 2), orders: str = "flip B2 NS", **chosen: Any
) -> Position:
    return play(closed(*photos, stack=stack, **chosen), orders)


def closed(*photos: tuple[int, str], stack: tuple[int, ...] = (2, 3, 3, 2), **chosen: Any) -> Position:
    seats = ("A:B1 P:A1", "A:B1 P:C1 *B1")
    return drawn(MAP, *seats, chambers="B2 D4", photos=photos, stack=stack, **chosen)


@pytest.mark.rule("GOLD-PHOTO-1", "GOLD-PHOTO-2", "G22")
def test_a_photo_is_a_point_and_its_treasures_lie_on_the_chamber() -> None:
    after = opened((3, ""), (2, "mummy"))
    assert (lying(after), after.stack, after.photos) == ("B2=2 B2=3 B2=3", (2,), ((2, "mummy"),))
    assert points(after) == [1, 0]


@pytest.mark.rule("G22")
def test_a_photo_without_a_trap_leaves_the_turn_as_it_is() -> None:
    after = opened((3, ""), (2, "mummy"))
    assert (after.turn.seat, after.turn.left) == (0, 2)
    assert play(after, "A B2, take 3").turn.left == 1


@pytest.mark.rule("GOLD-PHOTO-1")
def test_a_corridor_has_no_photo() -> None:
    after = play(closed((3, "")), "flip B2 NS")
    other = play(drawn(MAP, "A:B1 P:A1", "A:A1"), "flip B2 NS")
    assert (after.players[0].photos, other.players[0].photos) == (1, 0)


@pytest.mark.rule("GOLD-PHOTO-2", "G18")
def test_the_bust_is_the_last_treasure() -> None:
    after = opened((2, ""), stack=(3,))
    assert (lying(after), after.stack) == ("B2=3 B2=5", ())
    only = opened((1, ""), stack=())
    assert lying(only) == "B2=5"


@pytest.mark.rule("G18")
def test_there_is_one_bust_and_nothing_behind_it() -> None:
    after = opened((4, ""), (1, ""), stack=(2,))
    assert lying(after) == "B2=2 B2=5"
    again = drawn(MAP, "A:B1 P:A1", "A:A1", chambers="B2", photos=((2, ""),), stack=(), clock=("D4", 3))
    assert lying(play(again, "flip B2 NS")) == ""


@pytest.mark.rule("GOLD-PHOTO-3", "G17")
@pytest.mark.parametrize(("trap", "came"), [("mummy", ["mummy", "fled", "fled"]), ("curse", ["curse", "blown"])])
def test_treasures_come_first_then_the_trap_and_the_point_last(trap: str, came: list[str]) -> None:
    position = play(closed((1, trap)), "flip B2")
    notes = [note.key.removeprefix("pharao.") for note in told(position, "turn NS")]
    assert notes == ["turned", "photo", *came, "turn_lost"]
    after = play(position, "turn NS")
    assert lying(after) == "B2=2"
    assert after.players[0].changes == ((1, 1),)


@pytest.mark.rule("G17", "Q5", "Q19")
def test_what_the_mummy_makes_a_carrier_bank_comes_before_the_photo() -> None:
    position = drawn(MAP, "A:B1 P:A1", "A:B1+3 P:C1", chambers="B2", photos=((1, "mummy"),), mummy_drop="no")
    after = play(position, "flip B2 NS")
    assert [player.changes for player in after.players] == [((2, 1),), ((1, 3),)]


def test_a_photo_is_told_with_all_that_it_shows() -> None:
    position = play(closed((2, "curse")), "flip B2")
    note = notes_of(position, "turn NS")["photo"]
    assert (note["cell"], note["chamber"], note["treasures"], note["trap"]) == ("B2", "lotus", (2, 3), "curse")
    assert "photo" not in notes_of(closed((2, "curse")), "flip B2")
    assert legal(position) == ["turn NS", "turn EW"]
