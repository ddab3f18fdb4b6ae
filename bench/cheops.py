"""How fast Cheops is judged, beside python-chess: in the middle of five-seat matches, and over whole ones of two."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import chess
import msgspec

from adjudicator.engines.cheops import ENGINE
from adjudicator.engines.cheops.notation.notation import Step
from adjudicator.engines.cheops.position.placement import family_cells, open_cells
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.steps.legal import legal_steps
from adjudicator.engines.suite.chance import Chance
from bench.engine import MIDDLE_GAME, best, chess_listed, chess_pushed, row

MATCHES = 24
HALF = 50
"""So many steps into a match of five, half of the pyramid is taken."""


def table(seed: int) -> Position:
    """Play a match of five by chance to the middle, up to a normal take that has steps to choose from."""
    for attempt in range(1000):
        chance = Chance(f"bench {seed} {attempt}")
        options = ENGINE.rules.complete({})
        position, steps = ENGINE.setup(options, 5, ENGINE.deal(options, 5, chance)), 0
        while (legal := ENGINE.legal_steps(position)) and (steps < HALF or position.stage != "before"):
            position, steps = ENGINE.apply(position, legal[chance.below(len(legal))]).position, steps + 1
        if len(legal) > 1:
            return position
    raise RuntimeError("no match lasts so long")


def match(seed: int, seats: int = 2) -> int:
    """Play a whole match by chance and count its steps."""
    chance, options, steps = Chance(f"match {seed}"), ENGINE.rules.complete({}), 0
    position = ENGINE.setup(options, seats, ENGINE.deal(options, seats, chance))
    while legal := ENGINE.legal_steps(position):
        position, steps = ENGINE.apply(position, legal[chance.below(len(legal))]).position, steps + 1
    return steps


def forget() -> None:
    """Make the engine look at every position as if for the first time."""
    for remembered in (legal_steps, open_cells, family_cells):
        remembered.cache_clear()


def listed(positions: Sequence[Position]) -> Callable[[], None]:
    def work() -> None:
        forget()
        for position in positions:
            ENGINE.legal_steps(position)

    return work


def applied(pairs: Sequence[tuple[Position, Step]]) -> Callable[[], None]:
    def work() -> None:
        for position, step in pairs:
            ENGINE.apply(position, step)

    return work


def judged(pairs: Sequence[tuple[bytes, str]]) -> Callable[[], None]:
    decoder = msgspec.json.Decoder(Position)

    def work() -> None:
        forget()
        for stored, order in pairs:
            position = decoder.decode(stored)
            msgspec.json.encode(ENGINE.apply(position, ENGINE.parse(position, order).step).position)

    return work


def main() -> None:
    """Print the table."""
    board = chess.Board(MIDDLE_GAME)
    list_yard, push_yard = chess_listed(board), chess_pushed(board)
    tables = [table(seed) for seed in range(MATCHES)]
    number = sum(len(ENGINE.legal_steps(position)) for position in tables) / MATCHES
    pairs = [(position, step) for position in tables for step in ENGINE.legal_steps(position)[::3]]
    stored = [(msgspec.json.encode(position), ENGINE.format(step)) for position, step in pairs]
    print(f"\nCheops with five seats, {number:.0f} legal steps on average; beside it python-chess as 1.00x\n")
    row(f"python-chess: list of {board.legal_moves.count()} legal moves", list_yard, list_yard)
    row(
        "Cheops: list of all legal steps, seen for the first time",
        best(listed(tables), MATCHES),
        list_yard,
        "aim: <100 us",
    )
    row("python-chess: a move checked, pushed, taken back", push_yard, push_yard)
    row("Cheops: a step checked and applied", best(applied(pairs), len(pairs), 1), push_yard, "aim: <100 us")
    row("Cheops: a stored position judged", best(judged(stored), len(pairs), 1), push_yard)
    steps = sum(match(seed) for seed in range(MATCHES)) / MATCHES
    whole = best(lambda: [match(seed) for seed in range(MATCHES)], MATCHES, 1)
    print(f"Cheops: a whole match of two by chance, {steps:.0f} steps: {whole / 1000:.1f} ms, aim: <20 ms")


if __name__ == "__main__":
    main()
