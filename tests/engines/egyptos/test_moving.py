"""Moving: which pyramids may leave, and where to."""

import pytest

from adjudicator.engines.contract import IllegalStep
from adjudicator.engines.egyptos import ENGINE
from testkit.engines.egyptos import drawn, notes_of, play, refused, result, written

# Two blocks that only M13 holds together, and L11 at an end of its own.
BRIDGE = """
       I J K L M N O P
    15 . O X O . X O X
    14 . X O X . O X O
    13 . O X O X X O X
    12 . . O X . O O .
    11 . . . X . . . .
"""

# All of black stands between pyramids in one long row.
STUCK = """
       A B C D E F G H I J K L M N O P Q R S T U V W X
    13 O O X X X O O X X X O O X X X O O X X X O O O O
"""


@pytest.mark.rule("EGYP-MOVE-1")
def test_a_player_moves_one_of_his_own() -> None:
    position = drawn(BRIDGE)
    mine = {"K15", "N15", "P15", "J14", "L14", "O14", "K13", "M13", "N13", "P13", "L12", "L11"}
    assert {order.split()[0] for order in written(position)} < mine
    assert notes_of(position, "L11 M11")["moved"].values == (("seat", 0), ("origin", "L11"), ("cell", "M11"))
    note = refused(position, "O15 P16", IllegalStep)
    assert (note.key, note["owner_seat"]) == ("egyptos.not_yours", 1)
    assert refused(position, "I11 I12", IllegalStep).key == "egyptos.empty"


@pytest.mark.rule("EGYP-MOVE-1", "Q8")
def test_turns_go_on_alternating() -> None:
    position = play(drawn(BRIDGE), "L11 M11")
    assert ENGINE.to_move(position) == 1
    assert ENGINE.to_move(play(position, "O12 P12")) == 0


@pytest.mark.rule("EGYP-MOVE-2", "Y-D1", "Q10")
def test_a_pyramid_that_holds_others_together_must_stay() -> None:
    note = refused(drawn(BRIDGE), "M13 M14", IllegalStep)
    assert note.key == "egyptos.isolates"
    assert note["group"] == ("N12", "N13", "N14", "N15", "O12", "O13", "O14", "O15", "P13", "P14", "P15")
    assert not [order for order in written(drawn(BRIDGE)) if order.startswith("M13 ")]


@pytest.mark.rule("Y-D1", "Q10")
def test_where_isolation_is_allowed_it_may_leave() -> None:
    position = play(drawn(BRIDGE, isolation="allowed"), "M13 I16")
    assert ENGINE.to_move(position) == 1


@pytest.mark.rule("Y-D2")
def test_it_may_not_leave_even_to_join_them_again() -> None:
    assert "M13 M14" not in written(drawn(BRIDGE))
    assert "M13 M14" in written(drawn(BRIDGE, isolation_test="after_move"))


@pytest.mark.rule("Y-D2", "Q6")
def test_after_the_move_all_must_be_one_group() -> None:
    position = drawn(BRIDGE, isolation_test="after_move")
    assert [order for order in written(position) if order.startswith("M13 ")] == [
        "M13 M11",
        "M13 M12",
        "M13 M14",
        "M13 M15",
        "M13 M16",
    ]
    note = refused(position, "M13 I14", IllegalStep)
    assert (note.key, note["cell"], len(note["group"] or ())) == ("egyptos.leaves_apart", "I14", 11)  # type: ignore[arg-type]


@pytest.mark.rule("Q6")
def test_where_isolation_is_allowed_nobody_asks_when() -> None:
    tests = ("removal", "after_move")
    lists = [written(drawn(BRIDGE, isolation="allowed", isolation_test=test)) for test in tests]
    assert lists[0] == lists[1]


@pytest.mark.rule("Y-D3")
def test_a_moved_pyramid_must_touch_another_at_its_new_place() -> None:
    assert refused(drawn(BRIDGE), "L11 L10", IllegalStep).key == "egyptos.touches_itself"
    assert refused(drawn(BRIDGE), "L11 L8", IllegalStep).key == "egyptos.touches_nothing"
    assert refused(drawn(BRIDGE), "L11 L12", IllegalStep).key == "egyptos.occupied"


@pytest.mark.rule("Y-D3")
def test_an_isolated_group_is_as_good_to_touch() -> None:
    apart = """
           F G H I J K L M N
        15 . . . O X O . . X
        14 . . . X O X . . O
        13 . . . O X O . . X
        12 . . . X O X . . O
        11 O X . O X O . . X
        10 . . . X O X . . O
    """
    legal = written(drawn(apart, isolation="allowed"))
    assert {"N15 E10", "N15 H12", "G11 O11", "N15 L13"} <= set(legal)
    assert {"G11 E10", "G11 F10", "G11 G12"} <= set(legal)
    assert "G11 H12" in legal
    assert "G11 H10" in legal


@pytest.mark.rule("Y-E5")
def test_putting_it_back_is_no_move() -> None:
    assert refused(drawn(BRIDGE), "L11 L11", IllegalStep).key == "egyptos.same_place"


@pytest.mark.rule("Y-E6", "Q7")
def test_who_cannot_move_passes() -> None:
    position = drawn(STUCK)
    assert written(position) == ["pass"]
    assert refused(position, "M13 M14", IllegalStep).key == "egyptos.must_pass"
    assert refused(position, "M14", IllegalStep).key == "egyptos.must_pass"
    assert notes_of(position, "pass")["passed"]["seat"] == 0
    after = play(position, "pass")
    assert (ENGINE.to_move(after), after.stones, after.moves) == (1, position.stones, 1)
    assert {order.split()[0] for order in written(after)} == {"A13", "X13"}


@pytest.mark.rule("Y-E8")
def test_nobody_passes_while_he_can_move() -> None:
    assert refused(drawn(BRIDGE), "pass", IllegalStep).key == "egyptos.no_pass"


@pytest.mark.rule("Q6")
def test_where_isolation_is_allowed_nobody_passes() -> None:
    assert "pass" not in written(drawn(STUCK, isolation="allowed"))


@pytest.mark.rule("Q4")
def test_with_contact_by_sides_corners_hold_nothing_together() -> None:
    corner = """
           K L M N O P Q
        16 O X O X . . .
        15 X O X O . . .
        14 O X O X . . .
        13 X O X O X . .
        12 . . . . O X O
        11 . . . . X O X
        10 . . . . . O .
    """
    assert "O13 P13" in written(drawn(corner))
    note = refused(drawn(corner, contact="side"), "O13 P13", IllegalStep)
    assert (note.key, note["group"]) == ("egyptos.isolates", ("O11", "O12", "P10", "P11", "P12", "Q11", "Q12"))
    assert "K15 R12" in written(drawn(corner, contact="side"))
    assert "K15 R13" not in written(drawn(corner, contact="side"))


@pytest.mark.rule("EGYP-END-1", "EGYP-MOVE-1")
def test_a_match_that_is_over_has_no_more_steps() -> None:
    four = """
           K L M N O P Q
        16 X O X O . . .
        15 O X O X O . .
        14 X X X X . O .
        13 O O X O X O .
        12 . O . X O X .
    """
    position = play(drawn(four), "P12 O14")
    assert result(position).reason == "five"
    assert written(position) == []
    assert refused(position, "K16 J16", IllegalStep).key == "egyptos.over"
    assert refused(position, "M12", IllegalStep).key == "egyptos.over"
