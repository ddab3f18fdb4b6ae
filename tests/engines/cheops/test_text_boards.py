"""Text boards, as players see them: two drawings and one to be read aloud, which tell the same."""

from __future__ import annotations

import re

import pytest

from adjudicator.engines.cheops import ENGINE, Cheops
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pyramid import CELL_NAMES
from adjudicator.texts.games.boards import draw_board
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.engines.cheops import begin, drawn, laid_laws, plain_deal, play, taking, written
from tests.engines.cheops.board_reader import fitting, joined, marked, read_linear, read_narrow, read_wide, shared
from tests.engines.cheops.views import JOKER, MIDDLE, NAMES, OWN, WIDTHS, board, positions


def test_a_wide_board() -> None:
    assert (
        board(MIDDLE, "wide")
        == """\
                    K1  M                                   price tables
                  J1  O   N  J2                 R   G   B      O   N   M
                I1  R   G   B  I3              --   5   0  20/10  --  25
              H1  B   O   N   M  H4            --  10   0  20/10  --  20
            G1  N   M   ?   R   G  G5          20  15   0   15/5  --  15
          F1  N   M   R   G   B   O  F6        15  20  10  25/10  --  10
        E1  M   R   ?   G   ?   B   O  E7      5x  25  40  30/15  15   5
      D1  O   N   M   R   G   B   O   N  D8            L5         L4
    C1  O   N   ?   M   ?   R   ?   G   B  C9
  B1  3  [R] [G]  2   O   N   M   R   G   B  B10
A1  1   2   V   4   1  [M] [R] [G] [B] [O] [N] A11
    1   2   3   4   5   6   7   8   9   10  11

R red, G green, B blue, O orange, N black (from noir),
M brown (from marron)
? face-down law; V neighbour; 1 to 4 family tiles; [ ] a tile fits;
covered numbers: --; L law under a table;
15/5 15 each, but 5 for who alone has the most;
5x five times the number that all players own;
the first free number of a price table counts at the end;
cells are counted from the left in each row

You are to lay a tile, to sell or keep the treasure that lies there, and
then to draw a tile. You can buy a neighbour for 20 and lay it on A6,
A7, A8, A9, A10, A11, B2, B3.
You can lay family 1 on A7, A8, A9, A10, A11, B2, B3.
You can lay family 3 on A6, A7, A8, A9, A10, A11, B3.

player  tiles in hand  kept      laws    money
you     1, 3           2 R, 1 G  10         35
Ben     1, 2, 3, 4     -         -      secret
Cleo    2              1 M       9, 12  secret

stack        1   2   3
top tile     1   2   3
tiles left  18  17  17

Market price, paid for a treasure that is sold: 15. Price tables on
which only the last number is still free: black; with 3 of them the
match ends. Neighbours left: 4.
  Law 1 on the market price: without effect while another law lies on it
  Law 2 on the market price: it is 15
  Law 3: three full price tables end the match
  Law 5 under blue: none can be sold any more
  Law 4 under black: the table is full, so what is taken now is
  worthless; what was kept before still counts
  Law 7 on number 3 of red: 20 takes the place of that number
  Your law 10: sells a kept treasure, once
  Law 9 of Cleo: at the end a treasure of any colour
  Law 12 of Cleo: exchanges two treasures, once
  Laws in the box: 8, 11
The numbers on the price tables are a reconstruction; the rules do not
print them."""
    )


def test_a_narrow_board_has_the_tables_below() -> None:
    pyramid, tables, *_ = board(MIDDLE, "narrow").split("\n\n")
    assert (
        pyramid
        == """\
               K1  M
             J1  O  N J2
            I1  R  G  B I3
          H1  B  O  N  M H4
         G1  N  M  ?  R  G G5
       F1  N  M  R  G  B  O F6
      E1  M  R  ?  G  ?  B  O E7
    D1  O  N  M  R  G  B  O  N D8
   C1  O  N  ?  M  ?  R  ?  G  B C9
 B1  3 [R][G] 2  O  N  M  R  G  B B10
A1  1  2  V  4  1 [M][R][G][B][O][N]A11
    1  2  3  4  5  6  7  8  9  10 11"""
    )
    assert tables.splitlines()[:2] == ["               price tables", "   R   G   B      O   N   M"]


def test_tables_that_are_too_high_or_too_broad_stand_below() -> None:
    high = board(with_tables([[1]] * 12), "wide")
    assert re.search(r"10  11\n\n +price tables\n  R +G +B +O +N +M\n(  1  1  1  1  1  1\n){12}\n", high)
    broad = [[998, 999], [998, 999]]
    assert re.search(r"10  11\n\n +price tables\n   {6}R {8}G", board(with_tables(broad), "wide"))
    assert re.findall(" +[RO] +[GN] +[BM]\n", board(with_tables(broad), "narrow")) == [
        "        R        G        B\n",
        "        O        N        M\n",
    ]


def with_tables(table: list[list[int]]) -> Position:
    """Begin a match in which all price tables are the same."""
    return ENGINE.setup({}, 2, plain_deal() | {"tables": dict.fromkeys("RGBONM", table)})


def test_the_count_can_be_checked_by_hand() -> None:
    over = play(JOKER, "joker R")
    assert """
colour  counts       you      Ben
R       5x, x=4  3x20=60  1x20=20
G       25       1x25=25        -
B       0              -    1x0=0
O       20/10          -        -
N       5              -        -
M       25             -        -
        money         35       20
        in all       120       40
""" in board(over, "wide")
    assert "You: red 3x20=60, green 1x25=25, money 35, in all 120" in joined(board(over, "narrow"))
    linear = joined(board(over, "linear"))
    assert "Red counts 5 times 4. Green counts 25. Blue counts 0. Orange counts 20, or 10 for whoever" in linear
    assert "Your score: 3 red at 20 = 60, 1 green at 25 = 25, and 35 in money; in all 120." in linear


def test_a_worthless_colour_is_counted_so() -> None:
    over = drawn(covered={"R": 4, "G": 4}, under={"R": 4}, put={"ending": "full"}, law4_full="all_worthless")
    assert "R       worthless" in board(over, "wide")
    assert "red counts worthless" not in board(over, "linear")
    assert "Red counts nothing." in board(over, "linear")


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (drawn(), "You are to lay a tile, to sell or keep the treasure that lies there, and then to draw a tile."),
        (drawn(cash=(40, 0), turn={"bought": True}), "You have laid a neighbour and are to lay a tile."),
        (drawn(cash=(20, 0)), "You can buy a neighbour for 20 and lay it on A1, A2, A3, "),
        (drawn(hands=("", "1")), "None of your tiles fits; you may pass."),
        (taking(7), "You are to carry out law 7."),
        (taking(7), "Law 7, just turned over: it covers any free number of a price table with its own, 20."),
        (drawn(hands=("1", "1"), turn={"taken": True}), "You have laid a tile; now you may draw, or end your turn."),
        (drawn(hands=("1", "1"), turn={"taken": True}), "Stacks to draw from: 1, 2, 3."),
        (drawn(hands=("1", "1"), turn={"taken": True}, draw_source="front"), "Stacks to draw from: 1."),
        (
            drawn(hands=("1", "1"), turn={"taken": True, "passed": True}),
            "You have passed; now you may draw, or end your turn.",
        ),
        (JOKER, "You are to name the colour that your law 9 counts as."),
        (play(JOKER, "joker none"), "The match is over; you have won."),
        (play(JOKER, "joker none"), "Your law 9: counts as no colour"),
        (play(JOKER, "joker G"), "Your law 9: counts as a treasure, green"),
        (drawn(stall="passes", put={"passes": 1}), "Turns passed in a row: 1 of the 2 that end the match."),
        (play(taking(10), "hold"), "Your law 10: to be used from the next turn on"),
        (drawn(held=((11,), ())), "Your law 11: takes a treasure more, once"),
        (
            drawn(under={"R": 4}),
            "Law 4 under red: what is taken must be sold; once the table is full, what is taken then is",
        ),
        (
            drawn(under={"R": 4}, law4_full="all_worthless"),
            "Law 4 under red: what is taken must be sold; once the table is full, all treasures of this colour are",
        ),
        (
            drawn(covered={"R": 4}, under={"R": 4}),
            "Law 4 under red: the table is full, so what is taken now is worthless; what was kept before still counts",
        ),
        (
            drawn(covered={"R": 4}, under={"R": 4}, law4_full="all_worthless"),
            "Law 4 under red: the table is full, so all treasures of this colour are worthless",
        ),
        (drawn(), "Price tables on which only the last number is still free: no table; with 2 of them the match ends."),
        (
            drawn(covered={"R": 4}),
            "Price tables on which only the last number is still free: red; with 2 of them the match ends.",
        ),
        (drawn(under={"M": 6}), "Law 6 under brown: no other law can lie there"),
        (
            drawn(covered={"R": 3}, laws=laid_laws(over=(0, 2))),
            "Law 7 on number 3 of red: sold over, without effect",
        ),
    ],
)
def test_every_shape_says_how_things_stand(position: Position, sentence: str) -> None:
    for shape in WIDTHS:
        assert sentence in joined(board(position, shape))


def test_players_are_told_where_the_numbers_come_from() -> None:
    for shape in WIDTHS:
        assert "are a reconstruction; the rules do not print them." in joined(board(begin(), shape))
        assert "are those of the host's file own.toml." in joined(board(_first_of(OWN), shape, OWN))


def test_nobody_sees_the_money_of_others() -> None:
    for shape in WIDTHS:
        text = draw_board(ENGINE.view(drawn(cash=(137, 139)), None), shape, language_for("en"), names=NAMES)
        assert "137" not in text
        assert text.count("secret") == 2


def test_players_without_names_are_numbered() -> None:
    for shape in WIDTHS:
        assert "Player 2" in draw_board(ENGINE.view(begin(), None), shape, language_for("en"))


def test_drawings_and_sentences_tell_the_same() -> None:
    for engine, position in positions():
        wide, narrow, linear = (board(position, shape, engine) for shape in WIDTHS)
        assert read_wide(wide) == read_narrow(narrow) == read_linear(linear)
        assert shared(linear)
        for sentence in shared(linear):
            assert sentence in joined(wide)
            assert sentence in joined(narrow)
        for text in (wide, narrow):
            assert re.findall(r"\b[Ll]aw \d+", joined(text)) == re.findall(r"\b[Ll]aw \d+", joined(linear))
            assert marked(text) == fitting(linear)


def test_what_is_told_is_what_lies_there() -> None:
    for engine, position in positions():
        told = read_wide(board(position, "wide", engine))
        assert told.cells == dict(zip(CELL_NAMES, position.board, strict=True))
        assert told.stacks == [(stack[:1] or "-", len(stack)) for stack in position.stacks]


@pytest.mark.parametrize("shape", WIDTHS)
def test_a_board_survives_every_mail_program(shape: str) -> None:
    for engine, position in positions():
        text = board(position, shape, engine)
        assert "\n\n\n" not in text
        for line in text.splitlines():
            assert line.isascii()
            assert line == line.rstrip()
            assert "\t" not in line
            assert not line.startswith((">", "--", "From "))
            assert len(line) <= WIDTHS[shape], line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shape", WIDTHS)
def test_it_fits_in_every_language(shape: str, language: str) -> None:
    for position in (MIDDLE, play(JOKER, "joker R"), taking(7)):
        text = board(position, shape, language=language)
        assert max(map(len, text.splitlines())) <= WIDTHS[shape]
        assert text.count("\n\n") == board(position, shape).count("\n\n")


def test_a_family_fits_on_the_cells_that_are_marked() -> None:
    view = ENGINE.view(MIDDLE, None)
    assert [(family, cells[-2:]) for family, cells in view.fitting] == [("1", ("B2", "B3")), ("3", ("A11", "B3"))]
    assert ENGINE.view(play(begin(), "1 A1 keep"), 0).fitting == ()


def test_law_11_is_pointed_at_like_a_tile() -> None:
    position = taking(11, hands=("3", "1234"))
    view = ENGINE.view(position, 0)
    assert all(position.board[cell] != "?" for cell, _ in view.placeable)
    assert view.offers(written(position))["A1"] == "law11 3 A1"
    held = drawn("A 1 2", hands=("3", "1234"), held=((11,), ()))
    assert ENGINE.view(held, 0).offers(written(held))["A3"] == "3 A3"


def _first_of(engine: Cheops) -> Position:
    return next(position for other, position in positions() if other is engine)
