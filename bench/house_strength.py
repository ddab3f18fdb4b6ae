"""The strength of the house player: matches against scripts, chance, the search for all games, and its own levels.

Seats change from match to match. The time for a step is that of the processor, so that other work on the machine makes
nobody weaker.
"""

from __future__ import annotations

import pkgutil
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from typing import Any

import bench.opponents
from adjudicator.engines.contract import Level
from adjudicator.engines.registry import newest_engine
from adjudicator.engines.suite.chance import Chance
from adjudicator.match.house.bot import time_budget
from adjudicator.match.house.playout import Player, house_player, random_player
from adjudicator.services.matches.statistics.game_statistics import wilson_interval
from bench.table import show
from testkit.engines.without_chooser import WithoutChooser

CHANCE, GENERIC = "random", "generic"


@dataclass(frozen=True, slots=True)
class Duel:
    """What is measured in one row: the house player at one seat, the same opponent at all others."""

    game: str
    preset: str
    seats: int
    level: Level
    opponent: str
    """`random`, `generic` (the search for all games), a level, or a script of `bench.opponents`."""
    seconds: float
    """For each step of the house player, and of an opponent that searches."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match: what it brought the house player, from 0 to 1, and the time that its slowest step took."""

    share: float
    slowest: float


def scripts_for(game: str) -> list[str]:
    """Name the scripts that play a game."""
    names = (module.name for module in pkgutil.iter_modules(bench.opponents.__path__))
    return sorted(name.removeprefix(f"{game}_") for name in names if name.startswith(f"{game}_"))


def house(seconds: float, level: Level = Level.STRONG) -> Player:
    """Make the house player, with so much time for a step."""
    return house_player(lambda: time_budget(seconds, time.process_time), level)


def opponent_of(duel: Duel) -> Player:
    """Find an opponent by its name."""
    if duel.opponent == CHANCE:
        return random_player
    if duel.opponent == GENERIC:
        player: Any = house(duel.seconds)
        return lambda engine, *rest: player(WithoutChooser(engine), *rest)
    if duel.opponent in {*Level}:
        return house(duel.seconds, Level(duel.opponent))
    script = import_module(f"bench.opponents.{duel.game}_{duel.opponent}").choose
    return lambda engine, position, _, chance, __: script(position, engine.legal_steps(position), chance)


def play(duel: Duel, number: int) -> Played:
    """Play a match. A victory that is shared counts in part; a draw of two is a half."""
    engine, deal, chance = newest_engine(duel.game), Chance(f"deal {number}"), Chance(f"players {number}")
    options = engine.rules.complete(engine.rules.presets.get(duel.preset, {}))
    position = engine.setup(options, duel.seats, engine.deal(options, duel.seats, deal))
    # Who begins is dealt; the house takes each seat as often as the others, counted from who begins.
    mine = (number + (engine.to_move(position) or 0)) % duel.seats
    players = [opponent_of(duel)] * duel.seats
    players[mine] = house(duel.seconds, duel.level)
    slowest, past = 0.0, [position]
    while (seat := engine.to_move(position)) is not None:
        began = time.process_time()
        step = players[seat](engine, position, seat, chance, past)
        if seat == mine:
            slowest = max(slowest, time.process_time() - began)
        position = engine.apply(position, step).position
        if engine.to_move(position) != seat:
            past.append(position)
    outcome = engine.outcome(position)
    won = outcome is not None and outcome.places[mine] == 1
    return Played(1 / len(outcome.winners) if outcome and won else 0.0, slowest)


def measure(duel: Duel, matches: int, pool: ProcessPoolExecutor) -> Sequence[object]:
    """Play the matches of a row, and tell what came out."""
    began = time.perf_counter()
    played = list(pool.map(play, [duel] * matches, range(matches)))
    won = sum(one.share for one in played)
    low, high = wilson_interval(won, matches)
    return (
        f"{duel.game} {duel.preset}".strip(), duel.seats, duel.level, duel.opponent, matches, f"{won:g}",
        f"{won / matches:.1%}", f"{low:.1%} to {high:.1%}", duel.seconds,
        max(one.slowest for one in played), time.perf_counter() - began,
    )  # fmt: skip


HEAD = (
    "game", "seats", "level", "against", "matches", "won", "share", "limits (95 %)", "s a step", "slowest", "s in all",
)  # fmt: skip


def main(
    games: Sequence[str],
    *,
    presets: Sequence[str],
    seats: int,
    levels: Sequence[Level],
    opponents: Sequence[str],
    matches: int,
    seconds: float,
    processes: int,
) -> None:
    """Play the matches of all rows, and print the table. Without opponents: all that there are for a game."""
    with ProcessPoolExecutor(processes) as pool:
        rows = []
        for duel in _duels(games, presets, seats, levels, opponents, seconds):
            rows.append(measure(duel, matches, pool))
            print(*rows[-1], flush=True)
    show("The house player's strength", HEAD, rows)


def _duels(
    games: Sequence[str],
    presets: Sequence[str],
    seats: int,
    levels: Sequence[Level],
    opponents: Sequence[str],
    seconds: float,
) -> Iterator[Duel]:
    for game, level in product(games, levels):
        # A game without presets has its defaults.
        wanted = presets or list(newest_engine(game).rules.presets) or [""]
        others = opponents or [*scripts_for(game), CHANCE, GENERIC, *(other for other in Level if other != level)]
        for preset, opponent in product(wanted, others):
            yield Duel(game, preset, seats, level, opponent, seconds)
