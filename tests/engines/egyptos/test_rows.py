"""Rows: what wins, and what does not."""

import pytest

from adjudicator.engines.egyptos import ENGINE
from testkit.engines.egyptos import begin, drawn, notes_of, play, result, written

ACROSS = "M13, M12, N13, N12, O13, O12, P13, L12"
UP = "M13, N13, M14, N14, M15, N15, M16, N12"
SLANTED = "M13, M12, N14, N12, O15, O12, P16, L12"
OTHER_SLANT = "M13, M12, L14, N12, K15, O12, J16, L12"


@pytest.mark.rule("EGYP-AIM-1", "EGYP-END-1", "Q9")
@pytest.mark.parametrize(
    ("orders", "fifth", "row"),
    [
        (ACROSS, "Q13", ("M13", "N13", "O13", "P13", "Q13")),
        (UP, "M17", ("M13", "M14", "M15", "M16", "M17")),
        (SLANTED, "Q17", ("M13", "N14", "O15", "P16", "Q17")),
        (OTHER_SLANT, "I17", ("I17", "J16", "K15", "L14", "M13")),
    ],
    ids=["across", "up", "slanted", "slanted the other way"],
)
def test_five_in_a_row_win_at_once(orders: str, fifth: str, row: tuple[str, ...]) -> None:
    four = play(begin(), orders)
    assert ENGINE.outcome(four) is None
    assert notes_of(four, fifth)["five"].values == (("seat", 0), ("row", row))
    won = play(four, fifth)
    assert (result(won).places, result(won).reason, result(won).scores) == ((1, 2), "five", ())
    assert ENGINE.to_move(won) is None
    assert ENGINE.view(won, None).winning == row


@pytest.mark.rule("EGYP-AIM-1")
def test_only_ones_own_colour_counts() -> None:
    mixed = drawn("""
           K L M N O P Q
        13 . X X O X X .
        12 . . O O O . .
    """)
    assert ENGINE.outcome(mixed) is None
    assert ENGINE.outcome(play(mixed, "K13, P11, Q13, L11")) is None


@pytest.mark.rule("EGYP-AIM-1")
def test_a_gap_ends_a_row() -> None:
    position = drawn("""
           K L M N O P Q
        13 X X . X X X .
        12 O O . O . O .
    """)
    assert ENGINE.outcome(play(position, "M12, Q13, R12")) is None


@pytest.mark.rule("EGYP-END-1", "Q9")
def test_gold_wins_as_well() -> None:
    won = play(begin(), "M13, M12, N13, N12, O13, O12, P13, P12, P14, L12")
    assert result(won).places == (2, 1)


@pytest.mark.rule("Y-E1")
@pytest.mark.parametrize(("overline", "wins"), [("wins", True), ("not", False)])
def test_six_contain_five(overline: str, wins: bool) -> None:
    gap = drawn(
        """
           K L M N O P
        13 X X X . X X
        12 O O O . O .
        """,
        overline=overline,
    )
    position = play(gap, "M11, N13")
    assert (ENGINE.outcome(position) is not None) == wins


@pytest.mark.rule("Y-E2")
def test_two_rows_at_once_are_just_a_win() -> None:
    cross = """
           K L M N O P Q
        17 . . X . . . .
        16 . O X O . . .
        15 . O X O . . .
        14 . O X O . . .
        13 . . . X X X X
        12 . . . . O O .
    """
    won = play(drawn(cross, turn="black"), "M13")
    assert result(won).places == (1, 2)
    assert len(ENGINE.view(won, None).row) == 5


@pytest.mark.rule("Y-E4")
def test_the_last_pyramid_can_win_before_anything_is_moved() -> None:
    last = drawn("""
           K L M N O P Q
        16 X O X O X O X
        15 X O X O X O X
        14 X O X O X O X
        13 . O . . O . .
    """)
    assert (ENGINE.to_move(last), len(last.stones[1])) == (1, 11)
    told = notes_of(last, "L12")
    assert set(told) == {"laid", "five"}
    assert result(play(last, "L12")).places == (2, 1)


FOUR_TO_MOVE = """
       K L M N O P Q
    16 X O X O . . .
    15 O X O X O . .
    14 X X X X . O .
    13 O O X O X O .
    12 . O . X O X .
"""


@pytest.mark.rule("EGYP-END-1")
def test_a_move_can_make_the_row() -> None:
    assert notes_of(drawn(FOUR_TO_MOVE), "P12 O14")["five"]["row"] == ("K14", "L14", "M14", "N14", "O14")


SIX = """
       K L M N O P Q R
    16 X O O . . . . .
    15 X O O X O . . .
    14 . X X X X X X .
    13 O . X O X O . .
    12 . O . X O O O .
"""


@pytest.mark.rule("Q5")
def test_taking_the_end_off_a_six_leaves_a_five_that_wins() -> None:
    position = drawn(SIX, overline="not")
    assert ENGINE.outcome(position) is None
    assert notes_of(position, "Q14 P11")["five"]["row"] == ("L14", "M14", "N14", "O14", "P14")
    assert "five" not in notes_of(position, "K16 J15")


@pytest.mark.rule("Q5")
def test_a_five_beside_a_longer_row_wins() -> None:
    both = """
           K L M N O P Q
        15 O . . . . . .
        14 X . O O . O O
        13 X X X X X X .
        12 X . O O . O O
        11 X . . . . . .
    """
    position = drawn(both, overline="not")
    assert notes_of(position, "K10")["five"]["row"] == ("K10", "K11", "K12", "K13", "K14")


@pytest.mark.rule("Q5")
def test_a_longer_row_alone_does_not_win() -> None:
    position = drawn(SIX, overline="not")
    assert "five" not in notes_of(position, "K16 R14")


@pytest.mark.rule("Q4")
def test_contact_by_sides_leaves_slanted_rows_what_they_are() -> None:
    stairs = "M13, N13, N14, O14, O15, P15, P16, L13"
    assert result(play(begin(contact="side"), f"{stairs}, Q16, O16, Q17")).reason == "five"


@pytest.mark.rule("Y-D4")
@pytest.mark.parametrize("order", ["M13.5", "M13,5", "M13 1/2", "between M13 and M14"])
def test_nothing_stands_between_the_cells(order: str) -> None:
    position = play(begin(), "M13")
    with pytest.raises(Exception, match="egyptos"):
        ENGINE.parse(position, order)
    assert all(len(line) == 3 for line in written(position))
