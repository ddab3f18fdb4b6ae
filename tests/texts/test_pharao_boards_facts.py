"""The sentences below every board of the pyramid."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.engines.pharao import ENGINE, Pharao, load_components
from adjudicator.engines.pharao.position.position import Position
from adjudicator.engines.suite.chance import Chance
from adjudicator.texts.games.boards import draw_board
from adjudicator.texts.language.language import language_for
from testkit.engines.pharao import begin, drawn, play
from testkit.engines.pharao_board_reader import joined
from testkit.engines.pharao_components import SHIPPED_FILE
from testkit.engines.pharao_views import (
    CHAMBER,
    COUNTING,
    CURSE,
    FALLING,
    FLIPPED,
    MAP,
    MIDDLE,
    MUMMY,
    NAMES,
    OVER,
    QUIET,
    SPENT,
    WIDTHS,
    board,
)

ALMOST = """
       A     B     C     D     E     F
    6  NS    NS    NS    NS    #     #
    5  NS    NS    NS    NS    NS    NS
    4  NS    NS    NS    NS    NS    NS
    3  NS    NS    NS    NS    NS    NS
    2  NS    NS    NS    NS    NS    NS
    1  @NESW NS    NS    NS    NS    NS
"""
"""All cards lie face up but two."""
OPEN_TO_D5 = drawn(MAP, "A:C5 P:A1", "A:A1 P:A1")


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (begin(), "You have 3 actions left."),
        (play(begin(), "lamp, unlamp"), "You have 1 action left."),
        (
            SPENT,
            "You have no action left, so you can turn over nothing; you may still take a treasure, or end your turn.",
        ),
        (
            FLIPPED,
            "You turned over a corridor on C6. You can lay it in these ways: open to north, east and south; ",
        ),
        (
            CHAMBER,
            "You turned over the chamber on C6. You can lay it in these ways: open to north and south; open to east ",
        ),
        (OVER, "The match is over; you have won."),
        (QUIET, "The match is scored as it stands after 4 more turns in which nobody turns over a card or"),
        (MUMMY, "The mummy of C6 came over A1, B1, C1, A2, B2, C2, B3, C3, B4, C4, C5, C6."),
        (CURSE, "The curse of C6 came over A1, B1, C1,"),
        (COUNTING, "Next to fall, after this turn and 2 more of yours: D4."),
        (drawn(MAP, lying="D4=5", clock=("D4", 1)), "Next to fall, at the end of this turn: D4."),
        (
            MIDDLE,
            "You can take up your lantern there. One action leads to A1, B1, C1, A2, B3. The start card",
        ),
        (MIDDLE, "Your porter stands on B2; from there you can rotate B1, A2, B2, C2, B3."),
        (FLIPPED, "Your archaeologist stands on C5. The start card is"),
        (OPEN_TO_D5, "Your archaeologist stands on C5; from there you can turn over D5, C6."),
        (drawn("  A B C\n 1 @NESW NS EW", "A:C1 P:A1", "A:A1 P:A1"), "There is no way to the start card."),
        (MIDDLE, "Photos left: 5. Treasures not found yet: 8. The bust is not found yet."),
        (COUNTING, "The bust lies on D4."),
        (FALLING, "The bust is being carried."),
        (OVER, "The bust is safe."),
        (drawn(MAP, clock=("D4", 0)), "The bust is lost."),
        (MIDDLE, "Chambers: D1 lotus, A2 eye, B3 falcon, C3 ibis, D4 crown."),
    ],
)
def test_every_shape_says_how_things_stand(position: Position, sentence: str) -> None:
    for shape in WIDTHS:
        assert sentence in joined(board(position, shape))


def test_a_few_cards_that_are_face_down_are_named() -> None:
    few = ENGINE.view(drawn(ALMOST, "A:A1 P:A1", "A:A1 P:A1"), 0)
    assert "Face down: E6, F6." in joined(draw_board(few, "linear", language_for("en"), names=NAMES))
    assert "All others are face down." in joined(board(MIDDLE, "linear"))


def test_one_treasure_is_offered_by_its_worth_and_several_as_a_choice() -> None:
    for lying, sentence in (
        ("B3=2", "You can take the treasure worth 2."),
        ("B3=5", "You can take the bust."),
        ("B3=2 B3=3", "Of the treasures there you can take one: 2, 3."),
    ):
        position = drawn(MAP, "A:B3 P:A1", "A:A1 P:A1", lying=lying, chambers="B3")
        for shape in WIDTHS:
            assert sentence in joined(board(position, shape))


def test_ties_are_told_where_there_are_some() -> None:
    tied = replace(OVER, players=(OVER.players[0], OVER.players[0], *OVER.players[2:]))
    for shape in WIDTHS:
        assert "Ben: no figure lost, these points since scoring 0." in joined(board(tied, shape))
        assert "Dora: " not in joined(board(tied, shape)).partition("Equal points: ")[2]
        assert "Equal points" not in joined(board(OVER, shape))


def test_others_read_who_is_to_play_and_whose_figures_these_are() -> None:
    for position, seat, sentences in (
        (MIDDLE, 1, ["Anna is to play and has 3 actions left.", "Your archaeologist stands on C3. The start"]),
        (MIDDLE, None, ["Anna is to play", "The porter of Anna stands on B2 and can rotate B1, A2, B2, C2, B3."]),
        (SPENT, 1, ["Anna has no action left, and may take a treasure or end the turn."]),
        (FLIPPED, 1, ["Anna has turned over a corridor on C6 and is to lay it. Your archaeologist"]),
        (CHAMBER, None, ["Anna has turned over the chamber on C6 and is to lay it. The archaeologist of Anna stands"]),
        (COUNTING, 1, ["Next to fall, after this turn and 2 more of Anna: D4."]),
        (play(COUNTING, "end"), 1, ["Next to fall, after 2 more turns of Anna: D4."]),
        (play(FALLING, "end"), 1, ["Next to fall, at the end of the next turn of Anna: D1, C2, E2, B3, "]),
    ):
        for shape in WIDTHS:
            text = joined(draw_board(ENGINE.view(position, seat), shape, language_for("en"), names=NAMES))
            for sentence in sentences:
                assert sentence in text


def test_the_reader_is_told_when_it_falls_in_turns_of_theirs() -> None:
    for position, sentence in (
        (play(COUNTING, "end"), "Next to fall, after 2 more turns of yours: D4."),
        (play(FALLING, "end"), "Next to fall, at the end of your next turn: D1, C2, E2, B3, "),
    ):
        for shape in WIDTHS:
            assert sentence in joined(draw_board(ENGINE.view(position, 0), shape, language_for("en"), names=NAMES))


def test_the_count_is_shown_when_it_is_over() -> None:
    assert """
   player   photos  treasures  losses  points
R  1. you        3    4x2+3x3       0      20
B  2. Ben        1        3+5       0       9
Y  3. Dora       1          0      -1       0
G  4. Cleo       0          0      -2      -2
""" in board(OVER, "wide")
    assert "3. Y Dora: photos 1, treasures 0, losses -1, points 0 4. G Cleo" in joined(board(OVER, "narrow"))
    assert "Place 4, Cleo: photos 0, treasures 0, losses -2, in all -2 points" in joined(board(OVER, "linear"))


def test_players_read_that_cards_are_reconstructed_unless_the_host_has_their_own() -> None:
    own = Pharao(load_components(SHIPPED_FILE.replace("attested = false", "attested = true"), "own.toml"))
    chosen = own.rules.complete({})
    position = own.setup(chosen, 2, own.deal(chosen, 2, Chance("own")))
    for shape in WIDTHS:
        assert "is in part a reconstruction" in joined(board(begin(), shape))
        assert "reconstruction" not in draw_board(own.view(position, 0), shape, language_for("en"), names=NAMES)
