"""Text boards of the pyramid, as players see them: two drawings, and one to be read aloud."""

from __future__ import annotations

from testkit.engines.pharao import play
from testkit.engines.pharao_board_reader import joined, read_narrow, read_wide
from testkit.engines.pharao_views import (
    COUNTING,
    CURSE,
    MUMMY,
    board,
)


def test_a_wide_board() -> None:
    drawing, *_ = board(COUNTING, "wide").split("\n\n")
    assert (
        drawing
        == """\
       A          B          C          D          E          F
 :                                                                  :
 :                                                                  :
6:    ###        ###        ###        ###        ###        ###    :6
 :                                                                  :
 :                                                                  :
 :                        |     +--                                 :
 :                        |                                         :
5:    ###        ###      |            ###        ###        ###    :5
 :                        |                                         :
 :                        |     +--                                 :
 :             |     +----+     +--x [     ] x                      :
 :             |                     [Ga 2 ]                        :
4:    ###      | Ya                  [ 5!  ]      ###        ###    :4
 :             |                     [     ]                        :
 :             |     +----+     +--x [     ] x                      :
 :             [     ]  ==+     +==--+     +----+     |             :
 :             [     ]   Ra3 Ba Bp                    |             :
3:    ###      [2 3 3]    2 3 rby      Yp             |      ###    :3
 :             [     ]                                |             :
 :             [     ]  ==+     +==-------------------+             :
 :===========--+     +--  |     |    +-------------------           :
 :                        |     |    |                              :
2:     y        Rp r      |     |    |                       ###    :2
 :                        |     |    |                              :
 :==+     +==--+     +--  |     |    |     +-------------           :
 :--+     +----+     +----+     |    [     +==                      :
 :                              |    [                              :
1:  @ Gp b      rbgy            |    [            ###        ###    :1
 :                              |    [                              :
 :--+     +---------------------+    [     +==                      :
       A          B          C          D          E          F"""
    )


def test_the_sentences_below_the_board() -> None:
    _, _, below = board(COUNTING, "wide").partition("\n\n")
    assert (
        below
        == """\
R red, B blue, G green, Y yellow
: edge of the pyramid; - | walls; = [ ] walls of a chamber; @ start
card; ### face-down card; x at the corners: falls next; a archaeologist;
p porter; Ra3 carries a treasure worth 3; r b g y lanterns; 2 treasure;
3 treasure; 5! bust

Anna is to play and has 3 actions left.
Next to fall, after this turn and 2 more of Anna: D4.

Archaeologist of Anna on C3. The start card is 3 actions away. One
action leads to C2, D3, C4.
Porter of Anna on B2. The start card is 1 action away. One action leads
to A1, B1, C1, A2, B3. Cards to rotate from there: B1, A2, B2, C2, B3.

         points  photos  safe  lanterns  carries
R  Anna       0       0     0         2  3
B  Ben        0       0     0         2  -
G  Cleo       0       0     0         4  -
Y  Dora       0       0     0         2  -

Chambers: D1 lotus, A2 eye, B3 falcon, C3 ibis, D4 crown.
Photos left: 0. Treasures not found yet: 8. The bust lies in the
pyramid.
What the cards and photos show is in part a reconstruction."""
    )


def test_a_narrow_board() -> None:
    drawing, *_ = board(COUNTING, "narrow").split("\n\n")
    assert (
        drawing
        == """\
    A     B     C     D     E     F
 :                                    :
 :                                    :
6: ###   ###   ###   ###   ###   ###  :6
 :                                    :
 :                                    :
 :            |    +                  :
 :            |                       :
5: ###   ###  |      ###   ###   ###  :5
 :            |                       :
 :            |    +                  :
 :      |    ++    +x    x            :
 :      |           [Ga 2]            :
4: ###  | Ya        [ 5! ] ###   ###  :4
 :      |           [    ]            :
 :      |    ++    +x    x            :
 :      [    ]+Ra3 ++    ++    |      :
 :      [2 3 ]  Ba             |      :
3: ###  [ 3  ] Bp 2   Yp       | ###  :3
 :      [    ]  3              |      :
 :      [    ]+rby +-----------+      :
 :======+    +|    |+-----------      :
 :            |    ||                 :
2:  y    Rp r |    ||            ###  :2
 :            |    ||                 :
 :+    ++    +|    ||    +------      :
 :+    ++    ++    |[    +            :
 : @ Gp            |[                 :
1:  b    rbgy      |[      ###   ###  :1
 :                 |[                 :
 :+    +-----------+[    +            :
    A     B     C     D     E     F"""
    )


def test_a_linear_board() -> None:
    assert (
        board(COUNTING, "linear")
        == """\
Anna is to play and has 3 actions left.
Next to fall, after this turn and 2 more of Anna: D4.
Archaeologist of Anna on C3. The start card is 3 actions away. One
action leads to C2, D3, C4. North: open to C4. East: open to D3. South:
open to C2. West: open, but B3 has a wall there.
Porter of Anna on B2. The start card is 1 action away. One action leads
to A1, B1, C1, A2, B3. Cards to rotate from there: B1, A2, B2, C2, B3.
North: open to B3. East: open, but C2 has a wall there. South: open to
B1. West: open to A2.
Treasures: 2, 3, 3 on B3; 2, 3 on C3; 2, bust on D4.
Anna, red: archaeologist on C3; porter on B2; lanterns on B1, B2, C3;
points: 0; photos: 0; treasures safe: 0; lanterns left: 2; carries: 3.
Ben, blue: archaeologist on C3; porter on C3; lanterns on A1, B1, C3;
points: 0; photos: 0; treasures safe: 0; lanterns left: 2.
Cleo, green: archaeologist on D4; porter on A1; lanterns on B1; points:
0; photos: 0; treasures safe: 0; lanterns left: 4.
Dora, yellow: archaeologist on B4; porter on D3; lanterns on B1, A2, C3;
points: 0; photos: 0; treasures safe: 0; lanterns left: 2.
The start card is A1. Cards that lie face up follow with their open
sides, N north, E east, S south, W west.
Row 6: face down: A6, B6, C6, D6, E6, F6.
Row 5: C5 NES; face down: A5, B5, D5, E5, F5.
Row 4: B4 NES; C4 NESW; D4 NS; face down: A4, E4, F4.
Row 3: B3 NS; C3 NESW; D3 NEW; E3 NW; face down: A3, F3.
Row 2: A2 ESW; B2 NESW; C2 NS; D2 ES; E2 EW; face down: F2.
Row 1: A1 NESW; B1 NEW; C1 NW; D1 NES; face down: E1, F1.
Chambers: D1 lotus, A2 eye, B3 falcon, C3 ibis, D4 crown.
Photos left: 0. Treasures not found yet: 8. The bust lies in the
pyramid.
What the cards and photos show is in part a reconstruction."""
    )


def test_the_path_of_a_trap_is_drawn_until_its_player_is_to_move_again() -> None:
    way = {"C6", "C5", "C4", "B4", "C3", "B3", "C2", "B2", "C1", "B1", "A2", "A1"}
    assert read_wide(board(MUMMY, "wide")).struck == read_wide(board(CURSE, "wide")).struck == way
    assert "o at the corners: path of the mummy" in joined(board(MUMMY, "wide"))
    assert "o at the corners: path of the curse" in joined(board(CURSE, "narrow"))
    later = play(MUMMY, "end, end, end")
    assert read_wide(board(later, "wide")).struck == set()
    assert read_narrow(board(play(MUMMY, "end, end"), "narrow")).struck == way
