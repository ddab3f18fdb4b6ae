"""Scripted matches: legal steps, written beforehand, that never end the match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from adjudicator.engines.contract import AnyEngine, Options
from adjudicator.engines.registry import newest_engine

GAME = "egyptos"
ENDLESS = {"repetition_draw": 0, "move_cap": 0}


@dataclass(frozen=True, slots=True)
class Turn:
    """One step of a script. `second` tells that it is for the one who does not begin."""

    second: bool
    order: str


def script(seed: int, length: int, options: Options = ENDLESS) -> list[Turn]:
    """Write so many steps that somebody has to decide; what is forced plays itself and stands in no script."""
    return list(islice(_turns(newest_engine(GAME), Random(seed), options), length))


def _turns(engine: AnyEngine, chance: Random, options: Options) -> Iterator[Turn]:
    position = engine.setup(engine.rules.complete(options), 2, {"first": 0})
    while True:
        seat, steps = engine.to_move(position), engine.legal_steps(position)
        step, position = _quiet_step(engine, chance, position, steps)
        if len(steps) > 1:
            yield Turn(seat == 1, engine.format(step))


def _quiet_step(engine: AnyEngine, chance: Random, position: Any, steps: Any) -> tuple[Any, Any]:
    for step in chance.sample(list(steps), len(steps)):
        following = engine.apply(position, step).position
        if engine.outcome(following) is None:
            return step, following
    raise RuntimeError("every step ends the match; choose another seed")
