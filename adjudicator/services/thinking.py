"""The thinking of the house player: a question, and who answers it.

`Context.think` answers it. In a worker that is a process of its own (`worker.house_process`), because a thread that
thinks holds the interpreter while letters wait.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Protocol

import msgspec

from adjudicator.codec import Codec, codec_for
from adjudicator.engines.contract import Level
from adjudicator.engines.registry import engine_for
from adjudicator.match.house.bot import Spent, turn_budgets
from adjudicator.match.house.turn import choose_turn
from adjudicator.match.rulings.table import Table

PATIENCE = 3
"""How many times as long as its budget of processor time it may take for a step, on a machine that is busy."""


class Question(msgspec.Struct, frozen=True):
    """A position of which the house player is to choose the steps of the seat to move."""

    rules: str
    position: bytes
    """As it is stored with its match."""
    turn: int
    seed: bytes
    """Seed of everything that chance decides."""
    level: Level
    seconds: float
    """Processor time for the first step; each later one has half of it."""
    steps: int | None = None
    """Steps at most; None: the whole turn."""
    past: tuple[bytes, ...] = ()
    """The positions with which the latest turns began, if the game's player looks back (`ChooserWithPast`)."""


QUESTION: Codec[Question] = Codec(Question)


class Thinker(Protocol):
    """Answers a question with the steps of a turn, in canonical notation; those that are forced are left out."""

    def __call__(self, question: Question, /) -> tuple[str, ...]:
        """Think. Raises `ThinkingFailed`."""
        ...


class ThinkingFailed(RuntimeError):
    """There is no answer: the thinking process crashed, took far too long, or could not be started."""


def think(question: Question) -> tuple[str, ...]:
    """Answer a question in this thread."""
    engine = engine_for(question.rules)
    positions = codec_for(engine.position_type)
    position, past = positions.read(question.position), tuple(map(positions.read, question.past))
    table = Table(engine, position, question.turn)
    budgets = turn_budgets(question.seconds, _budget)
    return choose_turn(table, question.seed, question.level, partial(next, budgets), question.steps, past)


def _budget(seconds: float) -> Spent:
    """Stop after so much processor time of this thread: other programs do not make the house player weaker."""
    worked, late = time.thread_time() + seconds, time.monotonic() + PATIENCE * seconds
    return lambda: time.thread_time() >= worked or time.monotonic() >= late
