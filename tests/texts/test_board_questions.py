"""Every layout of every board answers ten questions about its position, and names all that can be done."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from adjudicator.engines.suite.chance import Chance
from adjudicator.texts.games.boards import TEXT_SHAPES
from testkit.board_questions import GAMES, Exam, ask_about, set_exam
from testkit.engines.pharao_views import VIEWS
from tests.texts import cheops_answers, egyptos_answers, pharao_answers

SEEDS = range(12)
LONGEST = 60
HASTY = 4
"""The pieces of work that a step of the house player takes: it only has to come to positions of matches."""
ANSWERS: Mapping[str, Any] = {"cheops": cheops_answers, "egyptos": egyptos_answers, "pharao": pharao_answers}


def exams(game: str) -> Iterator[Exam]:
    """Ask about positions of short matches, and about chosen ones."""
    for seed in SEEDS:
        yield set_exam(game, seed, LONGEST, HASTY)
    for name, position in (VIEWS if game == "pharao" else {}).items():
        if not position.ending:
            for reader in range(2):
                yield ask_about(game, position, reader, Chance(f"{name} {reader}"))


@pytest.mark.parametrize("layout", TEXT_SHAPES)
@pytest.mark.parametrize("game", GAMES)
def test_ten_questions_are_answered_by_the_board_alone(game: str, layout: str) -> None:
    for number, exam in enumerate(exams(game)):
        board = ANSWERS[game].read_board(exam.draw(layout, "en"), layout)
        assert len(exam.questions) == 10
        for question in exam.questions:
            find: Callable[..., str] = ANSWERS[game].FIND[question.kind]
            assert find(board, *question.about) == question.answer, f"{number}: {question.asked}"


@pytest.mark.parametrize("layout", TEXT_SHAPES)
@pytest.mark.parametrize("game", GAMES)
def test_all_that_can_be_done_stands_on_the_board_of_who_is_to_move(game: str, layout: str) -> None:
    for number, exam in enumerate(exams(game)):
        if exam.engine.to_move(exam.position) == exam.reader:
            board = " ".join(exam.draw(layout, "en").split())
            for step in map(exam.engine.format, exam.engine.legal_steps(exam.position)):
                assert re.search(ANSWERS[game].deed(step), board), f"{number}: {step}"
