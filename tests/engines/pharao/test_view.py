"""What is seen: the maps drawn in characters, the surroundings of figures, and what is told ahead."""

import pytest

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.position.position import Position
from adjudicator.engines.pharao.view.board import Board
from adjudicator.engines.pharao.view.view import PharaoView
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
    return [line for place, line in enumerate(picture.lines) if 6 - place // 3 in numbers]


def test_the_wide_map_shows_ways_openings_figures_treasures_and_lanterns() -> None:
    assert rows(seen(middle()).wide, 1, 2) == [
        " '                |",
        "2      ?         (Bp)   ....[5]....     ?          ?          ?      2",
        " '                |          x",
        " '     :          |          :",
        "1     @Rp@-----(Ra Ba)------(2)         ?          ?          ?      1",
        " '                rb         r",
    ]


def test_the_narrow_map_shows_the_same() -> None:
    assert rows(seen(middle()).narrow, 1, 2) == [
        " '        |",
        "2   ?    (Bp) .[5]..  ?     ?     ?    2",
        " '        |     x",
        " '  :     |     :",
        "1  @Rp@--(Ra)--(2)    ?     ?     ?    1",
        " '      Ba rb   r",
    ]


@pytest.mark.parametrize("seed", range(3))
def test_boards_survive_every_mail_client(seed: int) -> None:
    position, chance = begin(f"deal {seed}", 4), Chance(f"walk {seed}")
    while steps := ENGINE.legal_steps(position):
        position = ENGINE.apply(position, steps[chance.below(len(steps))]).position
        view = seen(position)
        for picture, width in ((view.wide, 72), (view.narrow, 40)):
            assert len(picture.lines) == 18
            for line in (picture.columns, *picture.lines):
                assert line.strip()
                assert line.isascii()
                assert len(line) <= width
                assert line == line.rstrip()
                assert not line.startswith((">", "--", "From "))


def test_a_card_that_is_too_full_is_listed() -> None:
    four = ("A:C3+3 P:C3 *C3", "A:C3 P:C3 *C3", "A:A1 P:A1 *C3")
    position = drawn("  A B C\n 3 # # EW\n 1 @NESW NS NS", *four, lying="C3=2")
    assert seen(position).wide.crowded == ()
    (crowded,) = seen(position).narrow.crowded
    assert crowded.name == "C3"
    assert crowded.marks == ("Ra", "Rp", "Ba", "Bp", "2", "rbg")
    assert [line[14:20] for line in rows(seen(position).narrow, 3)] == ["", ".(Ra).", " Rp &"]


def test_figures_close_ranks_before_anything_is_left_out() -> None:
    position = drawn("  A B\n 1 @NESW EW", "A:B1 P:B1", "A:B1 P:B1", lying="B1=2 B1=3")
    assert [line[13:24] for line in rows(seen(position).wide, 1)] == ["", "--(Ra Rp)..", " Ba Bp 2+3"]
    full = drawn("  A B\n 1 @NESW EW", "A:B1 P:B1", "A:B1 P:B1 *B1", lying="B1=2 B1=3 B1=3")
    assert [line[13:24] for line in rows(seen(full).wide, 1)] == ["", "--(RaRpBa).", " Bp 2+3+3 b"]
    roomy = drawn("  A B\n 1 @NESW EW", "A:B1 P:B1", "A:B1 P:A1", lying="B1=2")
    assert [line[13:24] for line in rows(seen(roomy).wide, 1)] == ["", "--(Ra Rp)..", "    Ba 2"]


def test_the_cards_that_a_trap_came_over_are_marked() -> None:
    position = drawn(MAP, "A:B3 P:A1", "A:A1 P:A1", chambers="B4", photos=((1, "mummy"),))
    after = play(position, "flip B4 NS")
    assert {square.name for square in seen(after).squares if square.struck} == {"A1", "B1", "B2", "B3", "B4"}


def test_a_card_has_its_ways_on_and_its_other_openings() -> None:
    square = seen(drawn(MAP, "A:A1 P:A1", "A:A1 P:A1")).square
    assert (square("B1").leads, square("B1").stubs) == ((("N", "B2"), ("E", "C1"), ("W", "A1")), "")
    assert (square("C2").leads, square("C2").stubs) == ((), "EW")
    assert (square("C1").leads, square("C1").stubs) == ((("W", "B1"),), "N")


def test_the_way_home_is_counted_in_actions() -> None:
    view = seen(middle(), 0)
    homes = [(outlook.figure, outlook.cell, outlook.home) for outlook in view.surroundings]
    assert homes == [("archaeologist", "B1", 1), ("porter", "A1", 0), ("archaeologist", "B1", 1), ("porter", "B2", 1)]
    lost = drawn("  A B C\n 1 @NESW NS EW", "A:C1 P:A1", "A:A1 P:A1")
    assert seen(lost, 0).mine[0].home is None


def test_what_can_be_done_now_is_told_of_the_player_to_move_alone() -> None:
    archaeologist, porter, *others = seen(middle(), 0).surroundings
    assert (archaeologist.reach, archaeologist.cards, archaeologist.drops) == (("A1", "C1", "B2"), (), True)
    assert (porter.reach, porter.cards, porter.lantern) == (("B1", "C1", "B2"), ("B1",), "lay")
    assert {(other.active, other.reach, other.cards, other.lantern) for other in others} == {(False, (), (), "")}


def test_with_no_action_left_a_treasure_can_still_be_taken_or_stolen() -> None:
    spent = drawn(MAP, "A:C1 P:C1", "A:C1+3 P:A1", lying="C1=2", left=0)
    archaeologist, porter = seen(spent, 0).mine
    assert (archaeologist.active, archaeologist.takes, archaeologist.victims) == (False, (2,), (1,))
    assert (porter.active, porter.reach, porter.lantern) == (False, (), "")


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
