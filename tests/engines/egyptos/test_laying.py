"""Laying: where a pyramid may go, and whose turn it is."""

import pytest

from adjudicator.engines.contract import IllegalStep, Json
from adjudicator.engines.egyptos import ENGINE
from testkit.engines.egyptos import begin, drawn, notes_of, play, refused, written

AROUND_M13 = ["L12", "M12", "N12", "L13", "N13", "L14", "M14", "N14"]

LADDER = "M13, L13, M12, L12, N11, O11, N10, O10, M9, L9, M8, L8, N7, O7, N6, O6, M5, L5, M4, L4, N3, O3, N2"


@pytest.mark.rule("EGYP-PLACE-1", "Q7")
def test_the_first_pyramid_has_one_place() -> None:
    assert written(begin()) == ["M13"]
    assert refused(begin(), "M14", IllegalStep)["cell"] == "M13"


@pytest.mark.rule("EGYP-PLACE-2")
def test_the_second_pyramid_joins_the_first_by_a_side_or_a_corner() -> None:
    assert written(play(begin(), "M13")) == AROUND_M13


@pytest.mark.rule("EGYP-PLACE-2")
def test_a_pyramid_may_touch_one_of_either_colour() -> None:
    position = drawn("""
           K L M N
        14 . . . X
        13 . . X .
        12 . O . .
    """)
    legal = written(position)
    assert {"K11", "L11", "O15", "N15"} <= set(legal)
    assert not {"M13", "L12", "K14", "P15"} & set(legal)


@pytest.mark.rule("EGYP-PLACE-2")
def test_a_pyramid_that_touches_nothing_is_refused() -> None:
    note = refused(play(begin(), "M13"), "M15", IllegalStep)
    assert (note.key, note["cell"]) == ("egyptos.touches_nothing", "M15")


@pytest.mark.parametrize(("cell", "owner"), [("M13", 0), ("M14", 1)])
def test_an_occupied_cell_is_refused_with_its_owner(cell: str, owner: int) -> None:
    note = refused(play(begin(), "M13, M14"), cell, IllegalStep)
    assert (note.key, note["cell"], note["owner_seat"]) == ("egyptos.occupied", cell, owner)


@pytest.mark.rule("EGYP-SETUP-1", "EGYP-PLACE-3")
def test_the_players_lay_twelve_each_in_turn_and_then_move() -> None:
    position = begin()
    for number, order in enumerate([*LADDER.split(","), "O2"]):
        assert position.laying
        assert ENGINE.to_move(position) == number % 2
        left = notes_of(position, order)["laid"]["left"]
        assert left == 11 - number // 2
        position = play(position, order)
    assert [len(cells) for cells in position.stones] == [12, 12]
    assert not position.laying
    assert all(len(order.split()) == 2 for order in written(position))


@pytest.mark.rule("EGYP-PLACE-3", "Q8")
def test_the_last_pyramid_begins_the_moving_which_black_opens() -> None:
    notes = notes_of(play(begin(), LADDER), "O2")
    assert notes["laid"]["left"] == 0
    assert notes["moving"]["seat"] == 0
    assert "moving" not in notes_of(play(begin(), LADDER.rpartition(",")[0]), "N2")


@pytest.mark.rule("EGYP-SETUP-2", "Q8")
@pytest.mark.parametrize("first", [0, 1])
def test_the_seat_that_the_coin_chose_begins_with_black(first: int) -> None:
    position = ENGINE.setup({}, 2, {"first": first})
    assert ENGINE.to_move(position) == first
    view = ENGINE.view(position, None)
    assert (view.turn, view.sides[first], view.seats) == ("black", "black", (first, 1 - first))


@pytest.mark.rule("Y-E9")
def test_nothing_is_moved_before_all_are_laid() -> None:
    note = refused(play(begin(), "M13, M14"), "M13 M12", IllegalStep)
    assert (note.key, note["left"]) == ("egyptos.still_laying", 11)


@pytest.mark.rule("Y-E10")
def test_laying_never_asks_who_would_be_cut_off() -> None:
    position = drawn("""
           K L M N O P
        14 . . . . . X
        13 . . X O X .
        12 O O . . . .
    """)
    touching = ENGINE.view(position, None).touching
    assert sorted(written(position)) == sorted(touching)


@pytest.mark.rule("Y-E8")
def test_nobody_passes_while_he_can_lay() -> None:
    assert refused(play(begin(), "M13"), "pass", IllegalStep).key == "egyptos.no_pass"


@pytest.mark.rule("Q4")
def test_with_contact_by_sides_a_corner_is_no_contact() -> None:
    assert written(play(begin(contact="side"), "M13")) == ["M12", "L13", "N13", "M14"]
    note = refused(play(begin(contact="side"), "M13"), "N14", IllegalStep)
    assert (note.key, note["side"]) == ("egyptos.touches_nothing", True)


@pytest.mark.rule("EGYP-SETUP-1", "Y-E11", "Q9")
@pytest.mark.parametrize("seats", [0, 1, 3, 4])
def test_it_is_for_two(seats: int) -> None:
    with pytest.raises(ValueError, match="2 players"):
        ENGINE.setup({}, seats, {"first": 0})


@pytest.mark.rule("EGYP-SETUP-2")
@pytest.mark.parametrize(
    "deal", [{}, {"first": 2}, {"first": True}, {"first": 1.0}, {"first": "0"}, {"first": 0, "more": 1}]
)
def test_a_deal_is_the_seat_that_begins(deal: dict[str, Json]) -> None:
    with pytest.raises(ValueError, match="right would be"):
        ENGINE.setup({}, 2, deal)
