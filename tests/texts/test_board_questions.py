"""Every layout of every board answers ten questions about its position, and names all that can be done."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from adjudicator.texts.boards import TEXT_SHAPES
from testkit.board_questions import GAMES, set_exam
from tests.texts import cheops_answers, egyptos_answers, pharao_answers

SEEDS = range(12)
ANSWERS: Mapping[str, Any] = {"cheops": cheops_answers, "egyptos": egyptos_answers, "pharao": pharao_answers}


@pytest.mark.parametrize("layout", TEXT_SHAPES)
@pytest.mark.parametrize("game", GAMES)
def test_ten_questions_are_answered_by_the_board_alone(game: str, layout: str) -> None:
    for seed in SEEDS:
        exam = set_exam(game, seed)
        board = ANSWERS[game].read_board(exam.draw(layout, "en"), layout)
        assert len(exam.questions) == 10
        for question in exam.questions:
            find: Callable[..., str] = ANSWERS[game].FIND[question.kind]
            assert find(board, *question.about) == question.answer, f"{seed}: {question.asked}"


@pytest.mark.parametrize("layout", TEXT_SHAPES)
@pytest.mark.parametrize("game", GAMES)
def test_all_that_can_be_done_stands_on_the_board_of_who_is_to_move(game: str, layout: str) -> None:
    for seed in SEEDS:
        exam = set_exam(game, seed)
        if exam.engine.to_move(exam.position) == exam.reader:
            board = " ".join(exam.draw(layout, "en").split())
            for step in map(exam.engine.format, exam.engine.legal_steps(exam.position)):
                assert re.search(ANSWERS[game].deed(step), board), f"{seed}: {step}"
