"""The strength of the house player: its wins against random moves, with seats that change each match."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from adjudicator.engines.contract import AnyEngine
from adjudicator.engines.registry import newest_engine
from adjudicator.engines.suite.chance import Chance
from adjudicator.match.house.bot import choose_step, work_budget

WANTED = 0.9
"""The part of matches that the house player wins at least."""


def won(seed: int, game: str, pieces: int) -> float:
    """Play a match and tell whether the house player won: 1, 0, or a half for a shared victory."""
    house, deal, chance = seed % 2, Chance(f"deal {seed}"), Chance(f"players {seed}")
    engine = newest_engine(game)
    position = begun(engine, deal)
    while (seat := engine.to_move(position)) is not None:
        legal = engine.legal_steps(position)
        if seat == house:
            step = choose_step(engine, position, seat, dealer=chance, until=work_budget(pieces))
        else:
            step = legal[chance.below(len(legal))]
        position = engine.apply(position, step).position
    outcome = engine.outcome(position)
    if outcome is None or outcome.places.count(1) > 1:
        return 0.5
    return float(outcome.places[house] == 1)


def begun(engine: AnyEngine, deal: Chance) -> Any:
    """Deal a match of two by the usual rules."""
    options = engine.rules.complete({})
    return engine.setup(options, 2, engine.deal(options, 2, deal))


def pieces_in(seconds: float, engine: AnyEngine) -> int:
    """Count the pieces of work that the house player does in the given time at the start of a match."""
    position = begun(engine, Chance("deal"))
    counted, end = 0, time.perf_counter() + seconds

    def until() -> bool:
        nonlocal counted
        counted += 1
        return time.perf_counter() >= end

    choose_step(engine, position, engine.to_move(position) or 0, dealer=Chance("pieces"), until=until)
    return counted


def main(game: str, matches: int, pieces: int, processes: int) -> None:
    """Play the matches and print how many were won."""
    start = time.perf_counter()
    with ProcessPoolExecutor(processes) as pool:
        results = list(pool.map(partial(won, game=game, pieces=pieces), range(matches)))
    wins, shared, part = results.count(1.0), results.count(0.5), sum(results) / matches
    print(f"in a second the house player looks at {pieces_in(1.0, newest_engine(game))} lines of play on this machine")
    print(
        f"{game}: with {pieces} lines a step it won {wins} of {matches} matches against chance, shared {shared}"
        f" ({part:.1%}; wanted {WANTED:.0%}) in {time.perf_counter() - start:.0f} s"
    )
