"""Where tiles may be laid, and when a turn must be passed."""

from __future__ import annotations

import pytest

from adjudicator.engines.cheops.position.placement import family_cells, open_cells
from adjudicator.engines.cheops.position.pyramid import ABOVE, BELOW, CELL_BY_NAME, CELL_NAMES, TOUCHING
from adjudicator.engines.contract import Revealed
from testkit.engines.cheops import begin, drawn, kept, notes_of, play, reason, refused, step, written


def cells(names: str) -> set[str]:
    return set(names.split())


def names(numbers: tuple[int, ...]) -> set[str]:
    return {CELL_NAMES[number] for number in numbers}


@pytest.mark.rule("CHEOPS-PLACE-4", "D3")
@pytest.mark.parametrize(
    ("cell", "below", "above", "around"),
    [
        ("B3", "A3 A4", "C2 C3", "B2 B4 A3 A4 C2 C3"),
        ("A1", "", "B1", "A2 B1"),
        ("A11", "", "B10", "A10 B10"),
        ("J2", "I2 I3", "K1", "J1 I2 I3 K1"),
        ("K1", "J1 J2", "", "J1 J2"),
        ("C9", "B9 B10", "D8", "C8 B9 B10 D8"),
    ],
)
def test_each_cell_rests_on_two_and_touches_six_at_most(cell: str, below: str, above: str, around: str) -> None:
    number = CELL_BY_NAME[cell]
    assert names(BELOW[number]) == cells(below)
    assert names(ABOVE[number]) == cells(above)
    assert names(TOUCHING[number]) == cells(around)


@pytest.mark.rule("CHEOPS-PLACE-1")
def test_at_the_beginning_only_the_bottom_row_is_open() -> None:
    assert names(open_cells(begin().board)) == {f"A{place}" for place in range(1, 12)}
    assert reason(begin(), "2 B3 sell") == "unsupported"


@pytest.mark.rule("CHEOPS-PLACE-2")
def test_a_higher_cell_needs_tiles_on_both_cells_below() -> None:
    position = drawn("A . . 1")
    note = refused(position, "2 B3 sell")
    assert (note.key, note["cell"], note["below"], note["missing"]) == (
        "cheops.unsupported", "B3", ("A3", "A4"), ("A4",),
    )  # fmt: skip
    assert written(drawn("A . . 1 2"), "3 B3") == ["3 B3 sell", "3 B3 keep"]


@pytest.mark.rule("CHEOPS-PLACE-3", "D4")
def test_the_bottom_row_and_every_supported_cell_of_any_row_are_open() -> None:
    position = drawn("A 1 2 1 2 .\nB 3 4 3\nC 1 .")
    assert names(open_cells(position.board)) == cells("A5 A6 A7 A8 A9 A10 A11 C2")


@pytest.mark.rule("CHEOPS-PLACE-4", "D3")
def test_no_family_touches_itself() -> None:
    position = drawn("A . 2 1 .")
    note = refused(position, "1 A4 sell")
    assert (note.key, note["tile"], note["cell"], note["beside"]) == ("cheops.adjacent", "1", "A4", ("A3",))
    assert reason(position, "2 B2 keep") == "adjacent"
    assert written(position, "1 A1")
    assert written(position, "3 B2") == ["3 B2 sell", "3 B2 keep"]


@pytest.mark.rule("D3")
@pytest.mark.parametrize("rows", ["A 1 2 3 4 1 2 3", "A 1 2 1 2\nB 3 4 3\nC 1 2", "A V 1 V 2\nB 3 V 4"])
def test_the_cells_above_never_matter_since_they_hold_no_tiles(rows: str) -> None:
    board = drawn(rows).board
    for cell in open_cells(board):
        assert not {board[above] for above in ABOVE[cell]} & set("1234V")
        four = [board[beside] for beside in TOUCHING[cell] if beside not in ABOVE[cell]]
        for family in "1234":
            assert (cell in family_cells(board, family)) == (family not in four)


@pytest.mark.rule("CHEOPS-TAKE-1", "CHEOPS-TURN-1")
def test_a_tile_takes_the_place_of_what_is_taken() -> None:
    after = play(begin(), "2 A3 keep")
    assert (after.board[CELL_BY_NAME["A3"]], after.players[0].hand, kept(after)) == ("2", "134", "B")
    assert reason(after, "1 A5 keep") == "already_taken"
    assert refused(play(after, "end"), "1 A3 keep")["tile"] == "2"


@pytest.mark.rule("CHEOPS-TAKE-1", "E9", "E10")
def test_neighbours_carry_and_touch_any_family() -> None:
    position = drawn("A V V 3 V\nB V .")
    assert written(position, "3 C1") == []
    assert written(drawn("A V V 3 V\nB V V"), "3 C1") == ["3 C1 sell", "3 C1 keep"]
    assert written(position, "1 B3") == ["1 B3 sell", "1 B3 keep"]
    assert written(position, "1 A5") == ["1 A5 sell", "1 A5 keep"]


@pytest.mark.rule("CHEOPS-TURN-1")
def test_a_law_is_taken_like_a_treasure_and_carried_out() -> None:
    position = drawn("A . . 1 2 1\nB . . 3 4", hands=("123", "1234"))
    assert written(position, "2 C3") == ["2 C3"]
    assert reason(position, "2 C3 keep") == "law_cell"
    result = step(position, "2 C3")
    assert (result.revealed, result.position.turn.law, result.position.stage) == (Revealed.GREAT, 1, "law")
    assert result.shown == (1,)
    assert notes_of(position, "2 C3")["revealed"]["law"] == 1
    assert reason(result.position, "draw 1") == "law_first"


@pytest.mark.rule("CHEOPS-PASS-1", "E1")
def test_who_can_place_nothing_must_pass() -> None:
    position = drawn("A 1 2 1 2 1 2 1 2 1 2 1", hands=("1", "34"))
    assert written(position) == ["pass"]
    assert reason(position, "1 B3 sell") == "adjacent"
    assert reason(position, "3 B3 sell") == "not_in_hand"


@pytest.mark.rule("CHEOPS-PASS-1", "E2")
def test_who_can_place_anything_must_place() -> None:
    position = drawn("A 1 2 1 2 1 2 1 2 1 2 .", hands=("1", "34"))
    assert written(position) == ["1 A11 sell", "1 A11 keep"]
    assert reason(position, "pass") == "no_pass"


@pytest.mark.rule("D17")
def test_who_has_no_tiles_must_pass() -> None:
    assert written(drawn(hands=("", "1234"), cash=(100, 0))) == ["pass"]
