"""The house player of the games with hidden cards: it knows what its seat knows, and stops thinking when it must."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from adjudicator.engines.cheops import ENGINE as CHEOPS
from adjudicator.engines.contract import AnyEngine, Level, opaque
from adjudicator.engines.pharao import ENGINE as PHARAO
from adjudicator.engines.suite.chance import Chance
from adjudicator.match.house.bot import choose_step, work_budget

GAMES = {"cheops": opaque(CHEOPS), "pharao": opaque(PHARAO)}
POSITIONS = 250
"""For each of the two games."""


def begun(engine: AnyEngine, seats: int, seed: str) -> Any:
    options, chance = engine.rules.complete({}), Chance(seed)
    return engine.setup(options, seats, engine.deal(options, seats, chance))


def chosen(
    engine: AnyEngine,
    position: Any,
    seed: str,
    until: Callable[[], bool],
    level: Level = Level.STRONG,
    past: Sequence[Any] = (),
) -> Any:
    seat = engine.to_move(position)
    assert seat is not None
    return choose_step(engine, position, seat, dealer=Chance(seed), until=until, level=level, past=past)


@pytest.mark.parametrize("game", GAMES)
def test_two_positions_that_its_seat_cannot_tell_apart_lead_to_the_same_step(game: str) -> None:
    engine, compared, different = GAMES[game], 0, 0
    # Whole matches, so that late positions are among them, in which few secrets are left to guess.
    for match in range(99):
        position = begun(engine, 2 + match % 3, f"match {match}")
        past = [position]
        while (seat := engine.to_move(position)) is not None and compared < POSITIONS:
            seed, level = f"{match} {compared}", Level.EASY if compared % 5 else Level.STRONG
            # Now and then enough work for all stages of a search.
            work = 60 if compared % 25 == 0 else 2
            step = chosen(engine, position, seed, work_budget(work), level, past)
            if len(engine.legal_steps(position)) > 1:
                twin = engine.resample(position, seat, Chance(f"twin {seed}"))
                twins = [engine.resample(one, seat, Chance(f"twin {seed}")) for one in past]
                assert chosen(engine, twin, seed, work_budget(work), level, twins) == step
                compared, different = compared + 1, different + (twin != position)
            position = engine.apply(position, step).position
            if engine.to_move(position) != seat:
                past.append(position)
        if compared >= POSITIONS:
            break
    assert different > compared / 2


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("game", GAMES)
def test_it_asks_before_each_piece_of_work_and_stops_when_it_is_told(game: str, level: Level) -> None:
    engine = GAMES[game]
    position = begun(engine, 3, "asks")
    asked = 0

    def until() -> bool:
        nonlocal asked
        asked += 1
        return asked > 12

    legal = engine.legal_steps(position)
    assert chosen(engine, position, "asks", until, level) in legal
    assert asked <= 12 + 12, "it goes on asking, and so working, after it was told to stop"
    assert chosen(engine, position, "asks", lambda: True, level) in legal


@pytest.mark.parametrize("game", GAMES)
def test_the_same_chance_and_work_choose_the_same_card(game: str) -> None:
    position = begun(GAMES[game], 2, "same")
    first, second = (chosen(GAMES[game], position, "same", work_budget(40)) for _ in range(2))
    assert first == second
