"""Cards: turning them over, laying them, and rotating them."""

import pytest

from adjudicator.engines.contract import AmbiguousStep, IllegalStep
from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.position.cards import LYINGS, TEXTS, Shape, best_lying
from adjudicator.engines.pharao.position.grid import CELLS
from testkit.engines.pharao import apply_text, at, drawn, legal, lying, notes_of, parse_text, play, refused

ROOM = """
       A    B    C    D
    3  #    #    #    #
    2  #    NEW  EW   #
    1  @NE  NEW  NW   #
"""


@pytest.mark.rule("GOLD-FLIP-1", "GOLD-ACT-A")
def test_the_archaeologist_turns_over_a_card_that_his_own_is_open_towards() -> None:
    position = drawn(ROOM, "A:B2 P:A1", "A:A1")
    assert legal(position, "flip") == ["A2", "B3"]
    assert play(position, "flip B3").turn.left == 2
    assert legal(drawn(ROOM, "A:B1 P:A1", "A:A1"), "flip") == []


@pytest.mark.rule("GOLD-FLIP-1", "G5")
@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("D2", "flip_far here=C2 cell=D2"),
        ("C3", "flip_wall here=C2 cell=C3"),
        ("B2", "face_up cell=B2"),
        ("C2", "face_up cell=C2"),
    ],
)
def test_other_cards_are_not_turned_over(cell: str, reason: str) -> None:
    where = "B1" if cell == "D2" else "C2"
    assert refused(drawn(ROOM, f"A:{where} P:A1", "A:A1"), f"flip {cell}") == reason.replace(
        "here=C2 cell=D2", "here=B1 cell=D2"
    )


@pytest.mark.rule("GOLD-ACT-P", "G16")
def test_the_porter_turns_nothing_over_and_the_archaeologist_rotates_nothing() -> None:
    position = drawn(ROOM, "A:B2 P:B2", "A:A1")
    assert refused(position, "P flip A2", IllegalStep) == "not_his_work figure=porter kind=flip"
    assert refused(position, "A rotate B2 NES", IllegalStep) == "not_his_work figure=archaeologist kind=rotate"
    assert refused(position, "porter take 2", IllegalStep) == "not_his_work figure=porter kind=take"


@pytest.mark.rule("GOLD-FLIP-2", "G6", "Q7")
@pytest.mark.parametrize(
    ("shape", "lyings"),
    [
        ("straight", "NS EW"),
        ("curve", "NE ES SW NW"),
        ("tee", "NES ESW NSW NEW"),
        ("cross", "NESW"),
    ],
)
def test_a_card_is_laid_in_any_way_that_it_can_lie(shape: str, lyings: str) -> None:
    position = play(drawn(ROOM, "A:B2 P:B2", "A:A1", hidden={"B3": shape}), "flip B3")
    assert legal(position) == [f"turn {sides}" for sides in lyings.split()]
    for sides in lyings.split():
        after = play(position, f"turn {sides}")
        assert TEXTS[after.ways.sides(CELLS["B3"])] == sides
        assert after.turn.left == 2


@pytest.mark.rule("G6")
def test_the_new_card_may_show_him_a_wall() -> None:
    position = play(drawn(ROOM, "A:B2 P:B2", "A:A1"), "flip B3 EW")
    assert refused(position, "A B3") == "wall figure=archaeologist here=B2 cell=B3"


def test_nothing_else_is_done_while_a_card_waits_to_be_laid() -> None:
    position = play(drawn(ROOM, "A:B2 P:B2", "A:A1", hidden={"B3": "curve"}), "flip B3")
    lying_right = "right=('NE', 'ES', 'SW', 'NW')"
    for order in ("A B1", "end", "lamp", "flip A2", "take 2", "turn A2 NS", "rotate B2 NES"):
        assert refused(position, order, IllegalStep) == f"lay_first cell=B3 shape=curve {lying_right}"
    assert refused(position, "turn NS") == f"no_such_lying cell=B3 sides=NS shape=curve {lying_right}"
    assert refused(drawn(ROOM, "A:B2 P:B2", "A:A1"), "turn NS") == "nothing_flipped"


@pytest.mark.rule("Q8", "Q21")
@pytest.mark.parametrize(
    ("shape", "wish", "sides"),
    [
        ("straight", "NEW", "NS"),
        ("straight", "EN", "EW"),
        ("curve", "N", "NE"),
        ("curve", "W", "NW"),
        ("curve", "NS", "NE"),
        ("curve", "SN", "ES"),
        ("curve", "NSW", "NW"),
        ("tee", "N", "NES"),
        ("tee", "WE", "ESW"),
        ("tee", "WEN", "NEW"),
        ("tee", "NESW", "NES"),
        ("cross", "S", "NESW"),
    ],
)
def test_a_wish_is_served_side_by_side_in_its_order(shape: str, wish: str, sides: str) -> None:
    assert TEXTS[best_lying(Shape(shape), wish)] == sides
    position = drawn(ROOM, "A:B2 P:B2", "A:A1", hidden={"B3": shape})
    assert parse_text(position, f"flip B3 {wish}") == ("flip B3", wish)
    assert play(position, f"flip B3 {wish}") == play(position, f"flip B3, turn {sides}")


@pytest.mark.rule("Q21")
def test_how_many_wishes_are_served_does_not_matter() -> None:
    for shape, lyings in LYINGS.items():
        for wish in ("N", "ES", "WNE", "SNEW"):
            served = [wish[0] in TEXTS[sides] for sides in lyings]
            assert (wish[0] in TEXTS[best_lying(shape, wish)]) == any(served)


@pytest.mark.rule("GOLD-FLIP-3", "G7")
def test_a_chamber_is_laid_before_its_photo_is_drawn() -> None:
    position = play(drawn(ROOM, "A:B2 P:B2", "A:A1", chambers="B3"), "flip B3")
    assert (len(position.photos), position.players[0].photos) == (5, 0)
    result = apply_text(position, "turn NS")
    assert (len(result.position.photos), result.position.players[0].photos) == (4, 1)
    photo = position.photos[0]
    treasures = position.stack[: photo.treasures]
    assert (result.revealed, result.shown) == ("great", ((photo.treasures, str(photo.trap)), *treasures))


def test_what_comes_to_light_is_marked_as_a_secret_that_is_out() -> None:
    position = drawn(ROOM, "A:B2 P:B2", "A:A1")
    flipped = apply_text(position, "flip B3")
    assert (flipped.revealed, flipped.shown) == ("great", (position.shapes[CELLS["B3"]],))
    assert not apply_text(play(position, "flip B3"), "turn NS").revealed
    assert not apply_text(position, "A C2").revealed


@pytest.mark.rule("GOLD-ROT-1", "GOLD-ACT-P", "G8", "Q1", "Q16")
def test_the_porter_rotates_his_own_card_and_those_that_it_is_open_towards() -> None:
    position = drawn(ROOM, "A:A1 P:B1", "A:A1")
    assert legal(position, "rotate") == [
        "B1 NES",
        "B1 ESW",
        "B1 NSW",
        "C1 NE",
        "C1 ES",
        "C1 SW",
        "B2 NES",
        "B2 ESW",
        "B2 NSW",
    ]
    after = play(position, "rotate C1 NE")
    assert (TEXTS[after.ways.sides(CELLS["C1"])], after.turn.left) == ("NE", 2)


@pytest.mark.rule("Q1", "Q16", "G8")
def test_the_other_cards_wall_does_not_matter_unless_the_match_says_so() -> None:
    board = "  A B C\n 2 # NS #\n 1 @NESW NEW NS"
    seats = ("A:A1 P:B1", "A:A1")
    assert "C1 EW" in legal(drawn(board, *seats), "rotate")
    closed = drawn(board, *seats, rotate_access="both_sides")
    assert "C1 EW" not in legal(closed, "rotate")
    assert refused(closed, "rotate C1 EW") == "wall figure=porter here=B1 cell=C1"


@pytest.mark.rule("G8", "GOLD-ROT-1")
@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("rotate A1 NS", "rotate_start cell=A1"),
        ("rotate A2 NS", "hidden cell=A2"),
        ("rotate C2 NS", "rotate_far here=B1 cell=C2"),
        ("rotate B1 NEW", "rotate_same cell=B1 sides=NEW"),
        ("rotate B1 NS", "which_sides cell=B1 sides=NS"),
        ("rotate C1 NS", "no_such_lying cell=C1 sides=NS shape=curve right=('NE', 'ES', 'SW')"),
        ("rotate C3 NS", "hidden cell=C3"),
    ],
)
def test_other_rotations_are_refused(order: str, reason: str) -> None:
    assert refused(drawn(ROOM, "A:A1 P:B1", "A:A1"), order) == reason


@pytest.mark.rule("G8")
def test_a_crossing_looks_the_same_however_it_lies() -> None:
    position = drawn("  A B\n 1 @NESW NESW", "A:A1 P:B1", "A:A1")
    assert legal(position, "rotate") == []
    assert refused(position, "rotate B1 90") == "rotate_cross cell=B1"


@pytest.mark.rule("GOLD-ROT-1", "G8")
@pytest.mark.parametrize(("degrees", "sides"), [(90, "NES"), (180, "ESW"), (270, "NSW")])
def test_degrees_are_clockwise(degrees: int, sides: str) -> None:
    position = drawn(ROOM, "A:A1 P:B1", "A:A1")
    assert parse_text(position, f"rotate B1 {degrees}")[0] == f"rotate B1 {sides}"
    assert parse_text(position, f"drehe B1 um {degrees}°")[0] == f"rotate B1 {sides}"


@pytest.mark.rule("G8")
def test_a_card_is_rotated_with_all_that_is_on_it() -> None:
    position = drawn(ROOM, "A:A1 P:B1", "A:C1+3 P:C1 *C1", lying="C1=2")
    after = play(position, "rotate C1 SW")
    assert (at(after, "blue", "A"), after.players[1].lanterns, lying(after)) == ("C1", 4, "C1=2")
    assert notes_of(position, "rotate C1 SW")["rotated"]["before"] == "NW"


@pytest.mark.rule("G8")
def test_a_chamber_is_rotated_like_any_card() -> None:
    position = drawn(ROOM, "A:A1 P:B2", "A:A1", chambers="C2")
    assert "C2 NS" in legal(position, "rotate")


def test_a_rotation_by_wish_that_leaves_a_choice_is_asked_back() -> None:
    position = drawn(ROOM, "A:A1 P:B1", "A:A1")
    with pytest.raises(AmbiguousStep) as raised:
        ENGINE.parse(position, "rotate C1 E")
    assert raised.value.nearest == ("rotate C1 NE", "rotate C1 ES")
    assert parse_text(position, "rotate C1 W")[0] == "rotate C1 SW"
