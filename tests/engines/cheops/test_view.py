"""What the boards are drawn from."""

from __future__ import annotations

import pytest

from adjudicator.engines.cheops import ENGINE
from testkit.engines.cheops import begin, drawn, laid_laws, play, taking, written


def test_the_pyramid_is_drawn_from_the_top_row_down() -> None:
    lines = ENGINE.view(drawn("A 1 2 V\nB 3"), 0).lines
    assert [line.label for line in lines] == list("KJIHGFEDCBA")
    assert [len(line.squares) for line in lines] == list(range(1, 12))
    assert [line.indent for line in lines] == list(range(10, -1, -1))
    assert [square.name for square in lines[-2].squares][:2] == ["B1", "B2"]
    assert [square.kind for square in lines[-1].squares[:4]] == ["family", "family", "neighbour", "treasure"]
    assert [square.kind for square in lines[-3].squares[:3]] == ["treasure", "treasure", "law"]


def test_cells_are_marked_where_the_player_to_move_can_lay_a_family() -> None:
    view = ENGINE.view(drawn("A 1 2", hands=("13", "1234")), None)
    squares = {square.name: square for line in view.lines for square in line.squares}
    assert (squares["A3"].families, squares["B1"].families, squares["A3"].mark) == ("13", "3", "[B]")
    assert (squares["C1"].families, squares["C1"].mark, squares["A1"].mark) == ("", " O ", " 1 ")
    after = ENGINE.view(play(begin(), "1 A1 keep"), 0)
    assert not any(square.families for line in after.lines for square in line.squares)


def test_price_tables_show_what_is_covered_and_what_counts() -> None:
    view = ENGINE.view(drawn(covered={"R": 1, "G": 4}, under={"R": 4}, laws=laid_laws(over=(0, 2))), None)
    red, green = view.columns[:2]
    assert [number.mark for number in red.numbers] == ["--", "10", "20", "15", "5x"]
    assert [(number.text, number.law7) for number in red.numbers][2] == ("15/5", "20")
    assert (red.law, red.full, red.free, red.now) == (4, False, 3, "10")
    assert (green.law, green.full, green.free, green.now) == (0, True, 0, "25")
    assert (view.full_tables, view.tables_to_end, view.depth) == (1, 2, 5)


def test_laws_are_listed_with_their_places() -> None:
    position = drawn(
        laws=laid_laws(market=(2, 1), third=True, over=(1, 3)),
        under={"B": 6},
        held=((9,), (10, 12)),
        turn={"law": 8, "taken": True},
    )
    laws = [(law.law, law.place, law.colour, law.row, law.seat) for law in ENGINE.view(position, None).laws]
    assert laws == [
        (8, "hand", "", 0, 0),
        (2, "market", "", 0, None),
        (1, "market", "", 0, None),
        (3, "board", "", 0, None),
        (6, "under", "B", 0, None),
        (7, "over", "G", 4, None),
        (9, "seat", "", 0, 0),
        (10, "seat", "", 0, 1),
        (12, "seat", "", 0, 1),
    ]
    assert ENGINE.view(position, None).law == 8


@pytest.mark.rule("Q1")
def test_a_law_that_waits_is_shown_so() -> None:
    laws = ENGINE.view(play(taking(10), "hold"), 1).laws
    assert [(law.law, law.waits) for law in laws] == [(10, True)]


def test_seats_have_no_colours() -> None:
    assert ENGINE.view(begin(3, first=1), 0).sides == ("", "", "")


def test_who_is_to_move_and_may_buy_a_neighbour_is_told_so() -> None:
    seen = [ENGINE.view(drawn("A 1 2", cash=(20, 20)), seat).neighbour_cells for seat in (None, 0, 1)]
    assert seen == [(), ("A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10", "A11", "B1"), ()]


def test_what_lies_before_the_viewer_comes_first_to_hand() -> None:
    view = ENGINE.view(drawn(hands=("12", "34"), kept=("RRM", ""), cash=(15, 0)), 0)
    assert view.me is not None
    assert (view.me.hand, view.me.kept, view.me.cash) == (("1", "2"), (("R", 2), ("M", 1)), 15)
    assert ENGINE.view(begin(), None).me is None
    assert (view.left, view.price, view.neighbours) == (66, 10, 4)


def test_cells_that_can_be_pointed_at_stand_for_the_beginning_of_an_order() -> None:
    position = drawn("A 1 2", hands=("13", "1234"), covered={"B": 4})
    offers = ENGINE.view(position, 0).offers(written(position))
    assert (offers["A3"], offers["B1"], offers["A4"]) == ("A3", "3 B1", "A4")
    only = drawn(hands=("1",), covered={"B": 4})
    assert ENGINE.view(only, 0).offers(written(only))["A3"] == "1 A3 keep"
    assert ENGINE.view(position, 0).offers(["end", "draw 1"]) == {}
