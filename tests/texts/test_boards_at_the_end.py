"""Boards of a match that is over say who has won, and no longer what can be done."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engines.cheops import ENGINE as CHEOPS
from adjudicator.engines.contract import Engine, View
from adjudicator.engines.egyptos import ENGINE as EGYPTOS
from adjudicator.engines.pharao import ENGINE as PHARAO
from adjudicator.texts.games.boards import TEXT_SHAPES, draw_board
from adjudicator.texts.language.language import language_for
from testkit.board_questions import GAMES, set_exam
from testkit.engines import egyptos
from testkit.engines.cheops import play as play_cheops
from testkit.engines.pharao_views import COUNTING, NAMES, OVER, QUIET
from testkit.engines.questions import NAMES as PLAYERS
from tests.engines.cheops.views import JOKER
from tests.engines.egyptos.test_rows import UP

WON = egyptos.play(egyptos.begin(), f"{UP}, M17")
TIED = replace(OVER, players=(OVER.players[0], OVER.players[0], *OVER.players[2:]))
COUNTED = play_cheops(JOKER, "joker R")
ENDS: tuple[tuple[Engine[Any, Any, Any], Any], ...] = ((PHARAO, OVER), (EGYPTOS, WON), (CHEOPS, COUNTED))


def told(view: View, shape: str, names: tuple[str, ...] = NAMES, **more: Any) -> str:
    return " ".join(draw_board(view, shape, language_for("en"), names=names, **more).split())


@pytest.mark.parametrize("shape", TEXT_SHAPES)
def test_everybody_reads_who_has_won(shape: str) -> None:
    for engine, position in ENDS:
        assert "The match is over; you have won." in told(engine.view(position, 0), shape)
        for seat in (1, None):
            assert "The match is over; Anna has won." in told(engine.view(position, seat), shape)
    shared = "The match is over; the victory is shared: Anna, {}."
    assert shared.format("you") in told(PHARAO.view(TIED, 1), shape)
    assert shared.format("Ben") in told(PHARAO.view(TIED, None), shape)
    drawn = replace(WON, ending="cap")
    assert "The match is over; it is a draw." in told(EGYPTOS.view(drawn, 0), shape)


@pytest.mark.parametrize("shape", TEXT_SHAPES)
def test_nothing_falls_or_is_scored_after_a_match_was_given_up(shape: str) -> None:
    for position, coming in ((COUNTING, "Next to fall"), (QUIET, "The match is scored as it stands after")):
        assert coming in told(PHARAO.view(position, 0), shape)
        assert coming not in told(PHARAO.view(position, 0), shape, ended=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_was_given_up_leaves_nothing_to_do(game: str) -> None:
    doing = (
        r"[Yy]ou (can|are to|have|may)|Next to|is to (lay|move|play)|Stacks to draw|can move|er stands on|ist stands on"
    )
    for seed in (0, 2, 4, 6):
        exam = set_exam(game, seed, 60)
        if exam.engine.to_move(exam.position) is None:
            continue
        view, legal = exam.engine.view(exam.position, exam.reader), exam.engine.legal_steps(exam.position)
        for shape in TEXT_SHAPES:
            orders = tuple(map(exam.engine.format, legal))
            running = told(view, shape, PLAYERS, legal=orders)
            ended = told(view, shape, PLAYERS, legal=orders, ended=True)
            assert re.search(doing, running)
            assert "The match is over." in ended
            assert not re.search(doing, ended)
