"""All boards of the pyramid show the same, and nothing that is still secret."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.suite.chance import Chance
from adjudicator.texts.games.boards import PICTURE
from testkit.engines.pharao_board_reader import Told, joined, read_linear, read_narrow, read_wide, shared
from testkit.engines.pharao_views import (
    WIDTHS,
    board,
    positions,
)


def test_drawings_and_sentences_tell_the_same() -> None:
    for position in positions():
        wide, narrow, linear = (board(position, shape) for shape in WIDTHS)
        told = [_sorted(read_wide(wide)), _sorted(read_narrow(narrow)), _sorted(read_linear(linear))]
        assert told[0].cards == told[1].cards == told[2].cards
        if position.ending:  # drawings have the count in place of what lies before the players
            told = [replace(one, players={}) for one in told]
        assert told[0] == told[1] == told[2]
        assert shared(linear)
        for sentence in shared(linear):
            assert sentence in joined(wide)
            assert sentence in joined(narrow)


def _sorted(told: Told) -> Told:
    return replace(told, marks={cell: sorted(marks) for cell, marks in told.marks.items()})


def test_the_sentences_match_the_position() -> None:
    for position in positions():
        view, told = ENGINE.view(position, None), read_wide(board(position, "wide"))
        assert told.start == view.start.name
        assert set(told.cards) == {square.name for square in view.squares}
        for square in view.squares:
            others = {"hidden": "face down", "flipped": "to be laid", "fallen": "fallen"}
            assert told.cards[square.name] == others.get(square.state, square.sides)
        assert told.ways == {square.name: square.ways for square in view.squares if square.ways}
        assert set(told.marks) == {square.name for square in view.squares if square.marks}


@pytest.mark.parametrize("shape", [*WIDTHS, PICTURE])
def test_nothing_is_drawn_that_nobody_has_seen(shape: str) -> None:
    for number, position in enumerate(positions()):
        if position.turn.flipped < 0:
            other = ENGINE.resample(position, position.turn.seat, Chance(f"other {number}"))
            assert board(other, shape) == board(position, shape)
