"""Prints a board and ten questions that a reader must be able to answer from it, for a game, a seed and a layout.

``python -m testkit.board_questions pharao 7 --layout narrow --language de`` prints the board and the questions,
``--answers`` the answers instead. An odd seed draws for a player who is not to move.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from adjudicator.engines.contract import Engine, Evaluator
from adjudicator.engines.registry import engines
from adjudicator.engines.suite.chance import Chance
from adjudicator.match.house.bot import choose_step, work_budget
from adjudicator.texts.games.boards import TEXT_SHAPES, draw_board
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.engines import cheops_questions, egyptos_questions, pharao_questions
from testkit.engines.questions import NAMES, Question

GAMES: Mapping[str, ModuleType] = {
    "cheops": cheops_questions,
    "egyptos": egyptos_questions,
    "pharao": pharao_questions,
}
LONGEST = 400
"""The steps after which a position is shown, at most: enough for the end of some matches."""
WORK = 30
"""The pieces of work that a step of the house player may take: three of four are its own, so that there is a match."""


class Exam(NamedTuple):
    """A position, who looks at it, and what is asked."""

    engine: Engine[Any, Any, Any]
    position: Any
    reader: int
    questions: Sequence[Question]

    def draw(self, layout: str, language: str) -> str:
        """Draw the board as a letter to the reader has it."""
        engine, position = self.engine, self.position
        moves = engine.to_move(position) == self.reader
        legal = tuple(map(engine.format, engine.legal_steps(position))) if moves else ()
        view = engine.view(position, self.reader)
        return draw_board(view, layout, language_for(language), legal=legal, names=NAMES[: len(view.sides)])


@cache
def set_exam(game: str, seed: int, longest: int = LONGEST, work: int = WORK) -> Exam:
    """Play a match up to a position, and ask ten questions about it."""
    engine = _engine_of(game)
    chance, rules = Chance(f"questions {game} {seed}"), engine.rules
    seats = rules.seats[seed // 2 % len(rules.seats)]
    options = rules.complete({})
    position = engine.setup(options, seats, engine.deal(options, seats, chance))
    for _ in range(chance.below(longest)):
        steps, mover = engine.legal_steps(position), engine.to_move(position)
        if mover is None:
            break
        step = steps[chance.below(len(steps))]
        if isinstance(engine, Evaluator) and chance.below(4):
            step = choose_step(engine, position, mover, dealer=chance, until=work_budget(work))
        position = engine.apply(position, step).position
    return ask_about(game, position, ((engine.to_move(position) or 0) + seed % 2) % seats, chance)


def ask_about(game: str, position: Any, reader: int, chance: Chance) -> Exam:
    """Ask a reader ten questions about a position."""
    ask: Callable[[Any, int, Chance], list[Question]] = GAMES[game].list_questions
    return Exam(_engine_of(game), position, reader, ask(position, reader, chance))


def _engine_of(game: str) -> Engine[Any, Any, Any]:
    return next(engine for engine in engines().values() if engine.rules.name == game)


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("seed", type=int)
    parser.add_argument("--layout", choices=TEXT_SHAPES, default="wide")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--answers", action="store_true")
    asked = parser.parse_args()
    exam = set_exam(asked.game, asked.seed)
    if not asked.answers:
        sys.stdout.write(f"{exam.draw(asked.layout, asked.language)}\n\n")
    for number, question in enumerate(exam.questions, 1):
        sys.stdout.write(f"{number:2}. {question.answer if asked.answers else question.asked}\n")


if __name__ == "__main__":
    _main()
