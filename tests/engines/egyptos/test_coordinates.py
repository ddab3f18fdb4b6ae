"""The plane has no edge: coordinates mean the same all match long, however far the pyramids wander."""

import msgspec
import pytest

from adjudicator.engines.contract import IllegalStep
from adjudicator.engines.egyptos import ENGINE
from adjudicator.engines.egyptos.position.coordinates import cell_at, name_of, names_of, offsets
from adjudicator.engines.egyptos.position.position import Position
from testkit.engines.egyptos import begin, notes_of, play, refused, standing, written

EAST = "M13, N13, O13, P13, Q13, R13, S13, T13, U13, V13, W13, X13, Y13, (13:0), (14:0), (15:0)"


def pair(left: int, up: int) -> Position:
    """Stand four pyramids of each colour far away from the others, where isolation is allowed."""
    black = [cell_at(left, up + row) for row in (0, 1, 3, 4)]
    gold = [cell_at(left + 1, up + row) for row in range(4)]
    return standing(
        [*black, *(cell_at(column, column % 2 + 2) for column in range(8))],
        [*gold, *(cell_at(column, column % 2 + 4) for column in range(8))],
        isolation="allowed",
    )


@pytest.mark.rule("Y-D5", "Q3")
def test_laying_goes_on_beyond_the_letters() -> None:
    position = play(begin(), EAST)
    assert ENGINE.view(position, None).last_cells == ("(+15:+0)",)
    assert {"(+16:+0)", "(+16:+1)", "X14", "(+13:+1)"} <= set(written(position))
    assert notes_of(position, "(+16:-1)")["laid"]["cell"] == "(+16:-1)"
    assert refused(position, "(+17:+0)", IllegalStep)["cell"] == "(+17:+0)"


@pytest.mark.rule("Y-D5")
def test_a_cell_keeps_its_name_while_the_table_grows() -> None:
    before = play(begin(), "M13, N13, O13")
    after = play(before, "L12, K12, J12, I12, H12")
    assert set(ENGINE.view(before, None).black) < set(ENGINE.view(after, None).black)


@pytest.mark.rule("Y-D5")
@pytest.mark.parametrize(("left", "up"), [(40, 2), (-3000, 2), (3, -(10**6)), (9 * 10**8, 9 * 10**8)])
def test_groups_may_drift_as_far_apart_as_they_like(left: int, up: int) -> None:
    position = pair(left, up)
    legal = written(position)
    near, far = name_of(cell_at(left, up)), name_of(cell_at(left + 2, up + 2))
    assert f"{near} {far}" in legal
    assert f"{name_of(cell_at(0, 2))} {far}" in legal
    after = play(position, f"{near} {far}")
    assert far in ENGINE.view(after, None).black
    assert msgspec.json.decode(msgspec.json.encode(after), type=Position) == after


def test_far_groups_have_as_many_moves_as_near_ones() -> None:
    near, far, farther = (pair(left, 40) for left in (30, 3000, 10**8))
    assert len(written(near)) == len(written(far)) == len(written(farther))


def test_a_row_far_out_wins() -> None:
    position = pair(500, -500)
    bottom = cell_at(500, -498)
    won = notes_of(position, f"{name_of(cell_at(0, 2))} {name_of(bottom)}")["five"]["row"]
    assert won == names_of(cell_at(500, -500 + row) for row in range(5))


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ((0, 0), "M13"),
        ((-12, -12), "A1"),
        ((12, 12), "Y25"),
        ((-13, 2), "(-13:+2)"),
        ((0, 13), "(+0:+13)"),
        ((13, -13), "(+13:-13)"),
        ((-13, 0), "(-13:+0)"),
    ],
)
def test_names(cell: tuple[int, int], name: str) -> None:
    assert name_of(cell_at(*cell)) == name
    assert offsets(cell_at(*cell)) == cell


def test_a_column_beyond_all_reach_is_refused_like_any_other_that_touches_nothing() -> None:
    assert refused(play(begin(), "M13"), "(999999999:-999999999)", IllegalStep).key == "egyptos.touches_nothing"


@pytest.mark.parametrize("order", ["M99", "A60", "Y125", "(+17:+0)", "(-13:+40)", "(+0:-40)"])
def test_a_cell_far_away_is_named_as_its_writer_named_it(order: str) -> None:
    assert refused(play(begin(), "M13"), order, IllegalStep)["cell"] == order
