"""Draws: the same position again and again, and a cap on the moves."""

import pytest

from adjudicator.engines.egyptos import ENGINE
from adjudicator.engines.egyptos.position.coordinates import SPAN, Cell, cell_at, offsets
from adjudicator.engines.egyptos.position.position import Stones
from adjudicator.engines.egyptos.position.repetition import fingerprint, occurrences
from testkit.engines.egyptos import drawn, notes_of, play, result
from tests.engines.egyptos.test_moving import BRIDGE, STUCK
from tests.engines.egyptos.test_rows import FOUR_TO_MOVE

SHUTTLE = ", ".join(["L11 M11, O12 P12, M11 L11, P12 O12"] * 2)
LAST = "P12 O12"


@pytest.mark.rule("Y-E7", "Q2", "Q9")
def test_the_third_time_is_a_draw_and_the_position_after_the_last_pyramid_counts() -> None:
    before = play(drawn(BRIDGE), SHUTTLE.removesuffix(f", {LAST}"))
    assert ENGINE.outcome(before) is None
    assert notes_of(before, LAST)["repetition"]["times"] == 3
    drawn_match = play(before, LAST)
    assert (result(drawn_match).places, result(drawn_match).reason) == ((1, 1), "repetition")
    assert occurrences(drawn_match) == 3


@pytest.mark.rule("Y-E7")
def test_it_can_be_played_without_that_draw() -> None:
    position = play(drawn(BRIDGE, repetition_draw=0), f"{SHUTTLE}, {SHUTTLE}")
    assert (ENGINE.outcome(position), position.seen) == (None, "")


@pytest.mark.rule("Q2")
def test_passes_are_counted_too() -> None:
    shuttle = "pass, X13 W14, pass, W14 X13"
    twice = play(drawn(STUCK), f"{shuttle}, pass, X13 W14, pass")
    assert ENGINE.outcome(twice) is None
    # Black's pass leaves the table as it was, with gold to move: the third time comes before black's own third time.
    assert result(play(drawn(STUCK), f"{shuttle}, {shuttle}")).reason == "repetition"
    assert play(drawn(STUCK), shuttle).moves == 4


def cells(*spots: tuple[int, int]) -> tuple[Cell, ...]:
    return tuple(sorted(cell_at(column, row) for column, row in spots))


BLACK = [(column, 0) for column in range(4)] + [(column, 2) for column in range(-3, 5)]
GOLD = [(column, 1) for column in range(-5, 7)]
TABLE = (cells(*BLACK), cells(*GOLD))


@pytest.mark.rule("Q2")
@pytest.mark.parametrize(("across", "up"), [(1, 0), (0, 1), (-40, 7), (3, -(10**6))])
def test_equal_is_equal_wherever_it_lies(across: int, up: int) -> None:
    there = tuple(cells(*((column + across, row + up) for column, row in spots)) for spots in (BLACK, GOLD))
    assert fingerprint((there[0], there[1]), 0) == fingerprint(TABLE, 0)


@pytest.mark.rule("Q2")
@pytest.mark.parametrize(
    "other",
    [
        (TABLE[1], TABLE[0]),
        tuple(cells(*((-column, row) for column, row in spots)) for spots in (BLACK, GOLD)),
        tuple(cells(*((column, -row) for column, row in spots)) for spots in (BLACK, GOLD)),
        tuple(cells(*((row, -column) for column, row in spots)) for spots in (BLACK, GOLD)),
    ],
    ids=["other colours", "mirrored", "upside down", "turned"],
)
def test_it_is_not_equal_turned_mirrored_or_in_other_colours(other: Stones) -> None:
    assert fingerprint(other, 0) != fingerprint(TABLE, 0)


@pytest.mark.rule("Q2")
def test_it_is_not_equal_with_the_other_colour_to_move() -> None:
    assert fingerprint(TABLE, 0) != fingerprint(TABLE, 1)


def test_a_fingerprint_is_the_same_on_every_machine() -> None:
    assert fingerprint(TABLE, 0) == "ddbb7591e12d0edde3d7d479 "


@pytest.mark.rule("Y-E7")
def test_so_many_moves_without_a_five_are_a_draw() -> None:
    position = play(drawn(BRIDGE, move_cap=2), "L11 M11")
    assert notes_of(position, "O12 P12")["cap"]["moves"] == 2
    assert (result(play(position, "O12 P12")).places, result(play(position, "O12 P12")).reason) == ((1, 1), "cap")


@pytest.mark.rule("Y-E7")
def test_passes_count_as_moves() -> None:
    assert result(play(drawn(STUCK, move_cap=1), "pass")).reason == "cap"


@pytest.mark.rule("Y-E7")
def test_without_a_cap_it_goes_on() -> None:
    position = drawn(BRIDGE, move_cap=0, repetition_draw=0)
    assert ENGINE.outcome(play(position, ", ".join([SHUTTLE] * 26))) is None


@pytest.mark.rule("Q2")
def test_a_five_goes_before_a_draw() -> None:
    assert result(play(drawn(FOUR_TO_MOVE, move_cap=1), "P12 O14")).reason == "five"
    assert result(play(drawn(FOUR_TO_MOVE, move_cap=1), "P12 P15")).reason == "cap"


@pytest.mark.rule("Y-D5")
def test_offsets_come_back_from_cells_far_away() -> None:
    for column in (0, 1, -1, SPAN // 2 - 1, -SPAN // 2):
        for row in (0, 1, -1, 10**9, -(10**9)):
            assert offsets(cell_at(column, row)) == (column, row)
