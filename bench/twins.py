"""Does the house player know what its seat may not know? It is asked in a position and in a twin of it.

A twin is the same position with other secrets, which the seat cannot tell from it. Any difference between the two
answers, from the same draws and as much work, would be knowledge of the truth.
"""

from __future__ import annotations

from typing import Any

from adjudicator.engines.contract import Level
from adjudicator.engines.registry import newest_engine
from adjudicator.engines.suite.chance import Chance
from adjudicator.match.house.bot import choose_step, work_budget


def main(game: str, positions: int, pieces: int) -> int:
    """Compare the answers in the decisions of whole matches, and give the number of those that differ."""
    engine, compared, others, differing, match = newest_engine(game), 0, 0, 0, 0
    while compared < positions:
        match += 1
        options, seats = engine.rules.complete({}), 2 + match % 3
        position: Any = engine.setup(options, seats, engine.deal(options, seats, Chance(f"twins {match}")))
        while (seat := engine.to_move(position)) is not None and compared < positions:
            seed, level = f"{match} {compared}", tuple(Level)[compared % len(Level)]
            twin = engine.resample(position, seat, Chance(f"twin {seed}"))
            step, other = (
                choose_step(engine, one, seat, dealer=Chance(seed), until=work_budget(pieces), level=level)
                for one in (position, twin)
            )
            if len(engine.legal_steps(position)) > 1:
                compared, others, differing = compared + 1, others + (twin != position), differing + (step != other)
            position = engine.apply(position, step).position
    print(f"{game}: {compared} positions of {match} matches, {others} with another truth, {differing} other answers")
    return differing
