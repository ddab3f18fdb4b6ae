"""What is seen: the boards drawn in characters, the surroundings of figures, and what is told ahead."""

import pytest

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.board import Board
from adjudicator.engines.pharao.position import Position
from adjudicator.engines.pharao.view import PharaoView
from adjudicator.engines.suite.chance import Chance
from testkit.engines.pharao import begin, drawn, legal, play

MAP = """
       A    B    C    D
    3  #    NES  #    #
    2  #    NS   EW   #
    1  @NE  NEW  NW   #
"""


def seen(position: Position, seat: Seat | None = None) -> PharaoView:
    return ENGINE.view(position, seat)


def middle() -> Position:
    seats = ("A:B1+3 P:A1 *B1 *C1", "A:B1 P:B2 *B1")
    return drawn(MAP, *seats, lying="C1=2 C2=5", chambers="C2", clock=("C2", 1))


def rows(picture: Board, *numbers: int) -> list[str]:
    return [line for place, line in enumerate(picture.lines) if 6 - place // 5 in numbers]


def test_the_wide_board_shows_walls_figures_treasures_and_lanterns() -> None:
    assert rows(seen(middle()).wide, 1, 2) == [
        " :             |     |  x=========x                                 :",
        " :             |     |                                              :",
        "2:    ###      | Bp  |      5!         ###        ###        ###    :2",
        " :             |     |                                              :",
        " :             |     |  x=========x                                 :",
        " :  |     +----+     +----+     |                                   :",
        " :  |                           |                                   :",
        "1:  |@ Rp     Ra3 Ba rb     2 r |      ###        ###        ###    :1",
        " :  |                           |                                   :",
        " :  +---------------------------+                                   :",
    ]


def test_the_narrow_board_shows_the_same() -> None:
    assert rows(seen(middle()).narrow, 1, 2) == [
        " :      |    |x====x                  :",
        " :      |    |                        :",
        "2: ###  | Bp |  5!   ###   ###   ###  :2",
        " :      |    |                        :",
        " :      |    |x====x                  :",
        " :|    ++    ++    |                  :",
        " :|      Ra3       |                  :",
        "1:|@ Rp   Ba   2 r | ###   ###   ###  :1",
        " :|       rb       |                  :",
        " :+----------------+                  :",
    ]


@pytest.mark.parametrize("seed", range(3))
def test_boards_survive_every_mail_client(seed: int) -> None:
    position, chance = begin(f"deal {seed}", 4), Chance(f"walk {seed}")
    while steps := ENGINE.legal_steps(position):
        position = ENGINE.apply(position, steps[chance.below(len(steps))]).position
        view = seen(position)
        for picture, width in ((view.wide, 72), (view.narrow, 40)):
            assert len(picture.lines) == 30
            for line in (picture.columns, *picture.lines):
                assert line.isascii()
                assert len(line) <= width
                assert line == line.rstrip()
                assert not line.startswith((">", "--", "From "))


def test_a_card_that_is_too_full_is_listed() -> None:
    four = ("A:C3+3 P:C3 *C3", "A:C3 P:C3 *C3", "A:C3 P:C3", "A:C3+5 P:C3 *C3")
    position = drawn("  A B C\n 3 # # NESW\n 1 @NESW NS NS", *four, lying="C3=2 C3=3")
    assert seen(position).wide.crowded == ()
    (crowded,) = seen(position).narrow.crowded
    assert crowded.name == "C3"
    assert crowded.marks == ("Ra3", "Rp", "Ba", "Bp", "Ga", "Gp", "Ya5!", "Yp", "2", "3", "rby")
    assert [line[14:20] for line in rows(seen(position).narrow, 3)] == [
        "+Ra3 +",
        " RpBa ",
        " BpGa ",
        "  Gp  ",
        "+ +  +",
    ]


def test_a_figure_never_stands_so_close_to_a_treasure_that_it_seems_to_carry_it() -> None:
    position = drawn("  A B\n 1 @NESW EW", "A:B1 P:B1", "A:B1 P:B1", lying="B1=2 B1=3")
    assert [line[12:23].strip() for line in rows(seen(position).wide, 1)[1:4]] == ["Ra Rp Ba", "Bp 2 3", ""]
    assert [line[8:14] for line in rows(seen(position).narrow, 1)[1:4]] == [" RaRp ", " BaBp ", "  23  "]


def test_a_trap_is_drawn_on_the_cards_that_it_came_over() -> None:
    position = drawn(MAP, "A:B3 P:A1", "A:A1 P:A1", chambers="B4", photos=((1, "mummy"),))
    after = play(position, "flip B4 NS")
    struck = {square.name for square in seen(after).squares if square.struck}
    assert struck == {"A1", "B1", "B2", "B3", "B4"}
    assert sum(line.count("o") for line in seen(after).wide.lines) == 4 * len(struck)


@pytest.mark.parametrize(
    ("cell", "gates"),
    [
        ("B1", ["N way B2", "E way C1", "S edge ", "W way A1"]),
        ("B2", ["N way B3", "E wall C2", "S way B1", "W fallen A2"]),
        ("C1", ["N wall_beyond C2", "E hidden_wall D1", "S edge ", "W way B1"]),
        ("C2", ["N hidden_wall C3", "E hidden D2", "S wall C1", "W wall_beyond B2"]),
    ],
)
def test_every_figure_sees_what_is_on_its_four_sides(cell: str, gates: list[str]) -> None:
    position = drawn(MAP.replace("2  #", "2  ."), f"A:{cell} P:A1", "A:A1 P:A1", clock=("C2", 3))
    outlook = seen(position, 0).mine[0]
    assert [f"{gate.side} {gate.beyond} {gate.cell}" for gate in outlook.gates] == gates


def test_the_way_home_is_counted_in_actions_and_runs_are_told() -> None:
    view = seen(middle(), 0)
    homes = [(outlook.figure, outlook.cell, outlook.home) for outlook in view.surroundings]
    assert homes == [("archaeologist", "B1", 1), ("porter", "A1", 0), ("archaeologist", "B1", 1), ("porter", "B2", 1)]
    assert [outlook.runs for outlook in view.mine] == [(), ("C1", "B2")]
    lost = drawn("  A B C\n 1 @NESW NS EW", "A:C1 P:A1", "A:A1 P:A1")
    assert seen(lost, 0).mine[0].home is None


def test_the_table_of_seats_counts_what_everybody_may_count() -> None:
    red, blue = seen(middle()).standings
    assert (red.archaeologist, red.porter, red.carries, red.lanterns, red.stock) == ("B1", "A1", 3, ("B1", "C1"), 3)
    assert (blue.place, blue.points, blue.lost) == (1, 0, ())


def test_what_falls_next_is_told_with_its_turn() -> None:
    ahead = seen(middle()).ahead
    assert ahead is not None
    assert (ahead.cells, ahead.seat, ahead.turns, ahead.now) == (("C2",), 0, 1, True)
    after = play(middle(), "end")
    ahead = seen(after).ahead
    assert ahead is not None
    assert (ahead.cells, ahead.now) == (("C1", "B2", "D2", "C3"), False)
    assert seen(begin()).ahead is None


@pytest.mark.parametrize(
    ("lying", "seats", "clock", "phase", "bust"),
    [
        ("", ("A:A1 P:A1",), None, "exploring", "hidden"),
        ("C2=5", ("A:A1 P:A1",), ("C2", 3), "countdown", "lying"),
        ("", ("A:B1+5 P:A1",), ("C2", 0), "falling", "carried"),
        ("", ("A:A1 P:A1",), ("C2", 0), "falling", "lost"),
    ],
)
def test_the_phase_and_the_bust_are_told(
    lying: str, seats: tuple[str, ...], clock: tuple[str, int] | None, phase: str, bust: str
) -> None:
    view = seen(drawn(MAP, *seats, "A:A1 P:A1", lying=lying, clock=clock))
    assert (view.phase, view.bust) == (phase, bust)


def test_a_card_stands_for_the_orders_that_name_it() -> None:
    position = drawn(MAP, "A:C1 P:B1", "A:A1 P:A1", lying="C1=2")
    view = seen(position)
    offers = view.offers(legal(position))
    assert offers == {"A1": "P A1", "B1": "B1", "B2": "B2", "C1": "C1"}
    assert view.offers(["rotate C1 NE", "rotate C1 ES"]) == {"C1": "rotate C1"}
    assert view.elsewhere(legal(position)) == ("lamp", "take 2", "end")


def test_a_card_that_waits_to_be_laid_is_shown_with_the_ways_in_which_it_can_lie() -> None:
    flipped = play(drawn(MAP, "A:C2 P:B1", "A:A1 P:A1"), "flip D2")
    assert seen(flipped).offers(legal(flipped)) == {}
    assert seen(flipped).elsewhere(legal(flipped)) == ("turn NS", "turn EW")
    assert (seen(flipped).flipped, seen(flipped).lyings) == ("D2", ("NS", "EW"))
    assert seen(flipped).square("D2").state == "flipped"


def test_the_way_of_a_trap_goes_on_from_card_to_card() -> None:
    position = drawn(MAP, "A:B3 P:A1", "A:A1 P:A1", chambers="B4", photos=((1, "curse"),))
    after = seen(play(position, "flip B4 NS"))
    assert [after.square(name).trail for name in ("A1", "B1", "B2", "B3", "B4")] == ["E", "NW", "NS", "NS", "S"]
    assert after.square("C1").trail == ""


def test_squares_have_their_places_in_the_picture() -> None:
    view = seen(begin())
    assert [square.name for square in view.rows[0]] == ["A6", "B6", "C6", "D6", "E6", "F6"]
    assert [(square.column, square.row) for square in view.rows[5][:2]] == [(0, 5), (1, 5)]


def test_the_ranking_has_the_best_first() -> None:
    position = play(drawn(MAP, "A:B1 P:A1", "A:B1+3 P:A1"), "end, A A1")
    assert [standing.seat for standing in seen(position).ranking] == [1, 0]
