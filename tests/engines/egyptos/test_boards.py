"""Text boards, as a player sees them."""

import random
import re

import pytest

from adjudicator.engines.egyptos import ENGINE
from adjudicator.engines.egyptos.position.coordinates import column_label, offsets
from adjudicator.engines.egyptos.position.position import Position, cells_of
from adjudicator.texts.games.boards import draw_board
from adjudicator.texts.language.language import language_for
from testkit.engines.egyptos import begin, drawn, play, written
from tests.engines.egyptos.test_coordinates import EAST, pair
from tests.engines.egyptos.test_moving import BRIDGE
from tests.engines.egyptos.test_rows import UP

WIDTHS = {"wide": 72, "narrow": 40, "linear": 72}


def board(position: Position, shape: str) -> str:
    return draw_board(
        ENGINE.view(position, 0), shape, language_for("en"), legal=written(position), names=("Anna", "Ben")
    )


def test_a_wide_board() -> None:
    assert (
        board(play(begin(), "M13, L14, M14, N15"), "wide")
        == """\
      K  L  M  N  O
  16        .  .  .  16
  15  .  .  . (O) .  15
  14  .  O  X  .  .  14
  13  .  .  X  .     13
  12     .  .  .     12
      K  L  M  N  O

You are to lay a pyramid.
black X, you: 2 laid, 10 left
gold O, Ben: 2 laid, 10 left
dot: an empty square that touches a pyramid, even by a corner;
( ) the last step"""
    )


def test_a_narrow_board_shows_the_row_that_won() -> None:
    assert (
        board(play(begin(), f"{UP}, M17"), "narrow")
        == """\
    L  M  N  O
18  .  .  .     18
17  . (X) .     17
16  . [X] .  .  16
15  . [X] O  .  15
14  . [X] O  .  14
13  . [X] O  .  13
12  .  .  O  .  12
11     .  .  .  11
    L  M  N  O

The match is over; you have won.
black X, you: 5 laid, 7 left
gold O, Ben: 4 laid, 8 left
the row that won: M13, M14, M15, M16,
M17
dot: an empty square that touches a
pyramid, even by a corner;
( ) the last step; [ ] the row that won"""
    )


def test_the_moving_phase_counts_the_moves() -> None:
    assert board(play(drawn(BRIDGE), "L11 M11"), "wide").count("\nmoves made: 1 of 200 at most\n") == 1
    assert board(drawn(BRIDGE, move_cap=0), "wide").count("\nmoves made: 0\n") == 1
    shuttle = "L11 M11, O12 P12, M11 L11, P12 O12"
    assert board(play(drawn(BRIDGE), shuttle), "wide").count("\nthis pattern has come up 2 times\n") == 1


def test_a_board_that_is_too_wide_is_scrolled_to_the_last_step() -> None:
    text = board(play(begin(), EAST), "narrow")
    assert (
        text
        == """\
    V   W   X   Y  +13 +14 +15 +16
14  .   .   .   .   .   .   .   .   14
13  O   X   O   X   O   X  (O)  .   13
12  .   .   .   .   .   .   .   .   12
    V   W   X   Y  +13 +14 +15 +16

outside the picture, black: M13, O13,
Q13, S13, U13
outside the picture, gold: N13, P13,
R13, T13
You are to lay a pyramid.
black X, you: 8 laid, 4 left
gold O, Ben: 8 laid, 4 left
dot: an empty square that touches a
pyramid, even by a corner;
( ) the last step
beyond the letters a cell is named like
(+13:+1): columns and rows from M13"""
    )


def test_groups_far_away_are_listed() -> None:
    text = board(play(pair(-3000, 2), "(-3000:+2) (-2998:+4)"), "wide")
    assert "(X)" in text
    assert "outside the picture, black: M15, N16, O15, P16, Q15, R16, S15, T16" in text
    assert "-3000" in text


def test_a_screen_reader_gets_sentences() -> None:
    assert (
        board(play(begin(), "M13, L14, M14"), "linear")
        == """\
Ben is to lay a pyramid.
Last step: black laid M14.
Black, you (2 laid, 10 left): M13, M14.
Gold, Ben (1 laid, 11 left): L14.
Empty squares that touch a pyramid, even by a corner: K13, K14, K15,
L12, L13, L15, M12, M15, N12, N13, N14, N15."""
    )


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (begin(), "The first pyramid stands on M13."),
        (play(drawn(BRIDGE), "L11 M11"), "Last step: black moved L11 to M11."),
        (play(begin(opening="swap"), "M13, M12, N13, swap"), "Last step: the colours were exchanged."),
        (play(begin(), f"{UP}, M17"), "The row that won: M13, M14, M15, M16, M17."),
        (drawn(BRIDGE), "Pyramids that can move: J14, K13, K15, L11, L12, L14, N13, N15, O14,"),
        (play(drawn(BRIDGE), "L11 M11"), "All pyramids are laid. Moves made: 1 of 200 at most."),
    ],
)
def test_it_says_what_a_drawing_would_show(position: Position, sentence: str) -> None:
    assert sentence in board(position, "linear").splitlines()


def positions() -> list[Position]:
    """Play some matches at random, and take what stands after every few steps."""
    found = [begin(), play(begin(), EAST), pair(-3000, 2), pair(77, -99), pair(20, 20)]
    for seed in range(6):
        chance = random.Random(seed)
        position = begin(isolation=("forbidden", "allowed")[seed % 2], move_cap=60)
        while steps := ENGINE.legal_steps(position):
            position = ENGINE.apply(position, chance.choice(steps)).position
            if chance.random() < 0.1:
                found.append(position)
    return found


def test_a_cut_board_shows_the_last_step_and_most_pyramids_that_can_be_moved() -> None:
    cut = 0
    for view in (ENGINE.view(position, 0) for position in positions()):
        picture, width = view.narrow, len(view.narrow.columns)
        columns = [offsets(cell)[0] for cell in (*view.stones[0], *view.stones[1])]
        starts = range(min(columns, default=0) - 1, max(columns, default=0) + 3 - width)
        if view.phase == "moving" and view.last_cell and len(starts) > 1:
            focus, movable = offsets(cells_of(view.last)[-1])[0], [offsets(cell)[0] for cell in view.origins]
            chances = [range(start, start + width) for start in starts if focus in range(start, start + width)]
            shown = [column for column in movable if column_label(column) in picture.columns]
            assert column_label(focus) in picture.columns
            assert len(shown) == max(sum(column in chance for column in movable) for chance in chances)
            cut += 1
    assert cut


@pytest.mark.parametrize("shape", WIDTHS)
def test_a_board_survives_every_mail_program(shape: str) -> None:
    for position in positions():
        for line in board(position, shape).splitlines():
            assert line.isascii()
            assert line == line.rstrip()
            assert "\t" not in line
            assert not line.startswith((">", "--", "From "))
            assert len(line) <= WIDTHS[shape]


@pytest.mark.parametrize("shape", ["wide", "narrow"])
def test_every_pyramid_is_drawn_or_listed(shape: str) -> None:
    for position in positions():
        text = board(position, shape)
        drawing, _, below = text.partition("\n\n")
        for sign, colour, cells in zip("XO", ("black", "gold"), position.stones, strict=True):
            listed = re.search(
                rf"^outside the picture, {colour}:((?:.|\n)*?)(?=\n[a-z]|\n[A-Z][a-z]|\Z)", below, re.MULTILINE
            )
            outside = len(listed[1].split(",")) if listed else 0
            squares = "".join(line.strip().partition(" ")[2] for line in drawing.splitlines()[1:-1])
            assert squares.count(sign) + outside == len(cells)
