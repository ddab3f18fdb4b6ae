"""Text boards of the pyramid, as players see them: two drawings, and one to be read aloud."""

from __future__ import annotations

from testkit.engines.pharao import drawn
from testkit.engines.pharao_views import (
    COUNTING,
    MAP,
    board,
)


def test_a_wide_board() -> None:
    drawing, *_ = board(COUNTING, "wide").split("\n\n")
    assert (
        drawing
        == """\
       A          B          C          D          E          F
 '
6      ?          ?          ?          ?          ?          ?      6
 '
 '                           :
5      ?          ?          o.....     ?          ?          ?      5
 '                           |
 '                :          |          :
4      ?         (Ya)--------o.....    [Ga]        ?          ?      4
 '                |          |      x 2 | 5
 '                |          |          |          :
3      ?       [2+3+3]  ..[RaBaBp]-----(Yp)--------o          ?      3
 '                |      2+3 | rby
 '                |          |
2 ....[ ]--------(Rp)...     o          o----------o.....     ?      2
 '   y |        r |          |          |
 '     |          |          |          |
1 ....@Gp@--------o----------o         [ ]....     ?          ?      1
 '   b :         rbgy                   :
       A          B          C          D          E          F"""
    )


def test_the_sentences_below_the_board() -> None:
    _, _, below = board(COUNTING, "wide").partition("\n\n")
    assert (
        below
        == """\
R red, B blue, G green, Y yellow
- | ways; : and . open side, no way leads on; @ start card; o corridor;
( ) corridor with figures or treasures; [ ] chamber; ? face-down card;
x falls next; Ra Ba Ga Ya archaeologists; Rp Bp Gp Yp porters;
r b g y lanterns; number: a treasure of that worth; 5 bust;
what is printed below a card lies on it; ' edge of the map

You have 3 actions left.
Next to fall, after this turn and 2 more of yours: D4.

Your archaeologist stands on C3; no card can be turned over from there.
You can lay down there what you carry. One action leads to C2, D3, C4.
The start card is 3 actions away.
Your porter stands on B2; from there you can rotate B1, A2, B2, C2, B3.
You can take up your lantern there. One action leads to A1, B1, C1, A2,
B3. The start card is 1 action away.

   player  points  photos  safe  lanterns  carries
R  you          0       0     0         2  3
B  Ben          0       0     0         2  -
G  Cleo         0       0     0         4  -
Y  Dora         0       0     0         2  -

Chambers: D1 lotus, A2 eye, B3 falcon, C3 ibis, D4 crown.
Photos left: 0. Treasures not found yet: 8. The bust lies on D4."""
    )


def test_a_narrow_board() -> None:
    drawing, *_ = board(COUNTING, "narrow").split("\n\n")
    assert (
        drawing
        == """\
    A     B     C     D     E     F
 '
6   ?     ?     ?     ?     ?     ?    6
 '
 '              :
5   ?     ?     o...  ?     ?     ?    5
 '              |
 '        :     |     :
4   ?    (Ya)---o... [Ga]   ?     ?    4
 '        |     |    x|&
 '        |     |     |     :
3   ?    [2]  .[Ra]--(Yp)---o     ?    3
 '       3|3  Ba|&
 '        |     |
2 .[ ]---(Rp).  o     o-----o...  ?    2
 ' y|    r|     |     |
 '  |     |     |     |
1 .@Gp@---o-----o    [ ]..  ?     ?    1
 ' b:    rbgy         :
    A     B     C     D     E     F"""
    )


def test_a_linear_board() -> None:
    assert (
        board(COUNTING, "linear")
        == """\
You have 3 actions left.
Next to fall, after this turn and 2 more of yours: D4.
Your archaeologist stands on C3; no card can be turned over from there.
You can lay down there what you carry. One action leads to C2, D3, C4.
The start card is 3 actions away.
Your porter stands on B2; from there you can rotate B1, A2, B2, C2, B3.
You can take up your lantern there. One action leads to A1, B1, C1, A2,
B3. The start card is 1 action away.
Treasures: a treasure worth 2, a treasure worth 3, a treasure worth 3 on
B3; a treasure worth 2, a treasure worth 3 on C3; a treasure worth 2,
the bust on D4.
You, red: archaeologist on C3; porter on B2; lanterns on B1, B2, C3;
points: 0; photos: 0; treasures safe: 0; lanterns left: 2; carries a
treasure worth 3.
Ben, blue: archaeologist on C3; porter on C3; lanterns on A1, B1, C3;
points: 0; photos: 0; treasures safe: 0; lanterns left: 2.
Cleo, green: archaeologist on D4; porter on A1; lanterns on B1; points:
0; photos: 0; treasures safe: 0; lanterns left: 4.
Dora, yellow: archaeologist on B4; porter on D3; lanterns on B1, A2, C3;
points: 0; photos: 0; treasures safe: 0; lanterns left: 2.
The start card is A1. The cards that lie face up follow, each with its
ways to the next cards, and with the sides where it is open and no way
leads on.
C5: south to C4; open to north and east.
B4: east to C4, south to B3; open to north.
C4: north to C5, south to C3, west to B4; open to east.
D4: south to D3; open to north.
B3: north to B4, south to B2.
C3: north to C4, east to D3, south to C2; open to west.
D3: north to D4, east to E3, west to C3.
E3: west to D3; open to north.
A2: east to B2, south to A1; open to west.
B2: north to B3, south to B1, west to A2; open to east.
C2: north to C3, south to C1.
D2: east to E2, south to D1.
E2: west to D2; open to east.
A1: north to A2, east to B1; open to south and west.
B1: north to B2, east to C1, west to A1.
C1: north to C2, west to B1.
D1: north to D2; open to east and south.
All others are face down.
Chambers: D1 lotus, A2 eye, B3 falcon, C3 ibis, D4 crown.
Photos left: 0. Treasures not found yet: 8. The bust lies on D4."""
    )


def test_a_card_shows_first_who_stands_on_it_and_below_it_what_has_no_room() -> None:
    crowded = drawn(MAP, "A:B3 P:B3 *B3", "A:B3 P:B3 *B3", lying="B3=2", chambers="B3")
    assert [line[13:24] for line in _rows(board(crowded, "wide"))] == ["     |     ", "  [RaRpBa] ", "  Bp | 2 rb"]
    assert [line[8:14] for line in _rows(board(crowded, "narrow"))] == ["  |   ", " [Ra] ", "Rp|&  "]
    alone = drawn(MAP, "A:A1 P:A1", "A:A1 P:A1", lying="B3=2 B3=3", chambers="B3")
    assert [line[13:24] for line in _rows(board(alone, "wide"))] == ["     |     ", "   [2+3]   ", "     |     "]
    assert [line[8:14] for line in _rows(board(alone, "narrow"))] == ["  |   ", " [2]  ", " 3|   "]


def _rows(text: str) -> list[str]:
    """Take the lines of row 3."""
    lines = text.splitlines()
    return [line.ljust(80) for line in lines[10:13]]
