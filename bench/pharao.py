"""How fast Das Gold des Pharao is judged, beside python-chess: amid matches of four, and over whole ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import chess
import msgspec

from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.notation.notation import Step
from adjudicator.engines.pharao.position.grid import CELLS
from adjudicator.engines.pharao.position.position import Position, Trap
from adjudicator.engines.pharao.steps.traps import release_trap
from adjudicator.engines.suite.chance import Chance
from bench.engine import MIDDLE_GAME, best, chess_listed, chess_pushed, row
from bench.pharao_player import choose

MATCHES = 24
DUELS = 100


def begin(seed: str, seats: int) -> tuple[Position, Chance]:
    """Deal a match."""
    options, chance = ENGINE.rules.complete({}), Chance(seed)
    return ENGINE.setup(options, seats, ENGINE.deal(options, seats, chance)), chance


def table(seed: int) -> Position:
    """Let four play with a purpose until half of the pyramid lies open, up to the beginning of a turn."""
    for attempt in range(1000):
        position, chance = begin(f"bench {seed} {attempt}", 4)
        while (legal := ENGINE.legal_steps(position)) and (position.secret.bit_count() > 18 or position.turn.left < 3):
            position = ENGINE.apply(position, choose(position, legal, chance)).position
        if len(legal) > 5:
            return position
    raise RuntimeError("nobody comes so far")


def match(seed: int, seats: int, purposeful: Sequence[int] = range(4)) -> tuple[Position, int]:
    """Play a whole match, some seats with a purpose and the others by chance, and count its steps."""
    (position, chance), steps = begin(f"match {seed}", seats), 0
    while legal := ENGINE.legal_steps(position):
        wise = position.turn.seat in purposeful
        step = choose(position, legal, chance) if wise else legal[chance.below(len(legal))]
        position, steps = ENGINE.apply(position, step).position, steps + 1
    return position, steps


def listed(positions: Sequence[Position]) -> Callable[[], None]:
    def work() -> None:
        for position in positions:
            ENGINE.legal_steps(position)

    return work


def applied(pairs: Sequence[tuple[Position, Step]]) -> Callable[[], None]:
    def work() -> None:
        for position, step in pairs:
            ENGINE.apply(position, step)

    return work


def judged(pairs: Sequence[tuple[Position, Step]]) -> Callable[[], None]:
    """Do what a letter costs: the stored position read, an order read, checked and played, and stored again."""
    decoder = msgspec.json.Decoder(Position)
    kept = [(msgspec.json.encode(position), ENGINE.format(step)) for position, step in pairs]

    def work() -> None:
        for stored, order in kept:
            position = decoder.decode(stored)
            msgspec.json.encode(ENGINE.apply(position, ENGINE.parse(position, order).step).position)

    return work


def viewed(positions: Sequence[Position]) -> Callable[[], None]:
    def work() -> None:
        for position in positions:
            ENGINE.view(position, 0)

    return work


def haunted(positions: Sequence[Position]) -> Callable[[], None]:
    """Let a mummy and a curse out from a far corner of what lies open."""
    far = [max(CELLS[card.name] for card in ENGINE.view(position, 0).open_cards) for position in positions]

    def work() -> None:
        for position, cell in zip(positions, far, strict=True):
            release_trap(position, Trap.MUMMY, cell)
            release_trap(position, Trap.CURSE, cell)

    return work


def won(seats: int = 2) -> str:
    """Let one with a purpose play against chance, from either seat, and count how often it wins."""
    results = Counter[bool]()
    for seed in range(DUELS):
        outcome = ENGINE.outcome(match(seed, seats, (seed % seats,))[0])
        results[outcome is not None and outcome.places[seed % seats] == 1] += 1
    return f"{results[True]} of {DUELS}"


def main() -> None:
    """Print the table."""
    board = chess.Board(MIDDLE_GAME)
    list_yard, push_yard = chess_listed(board), chess_pushed(board)
    tables = [table(seed) for seed in range(MATCHES)]
    number = sum(len(ENGINE.legal_steps(position)) for position in tables) / MATCHES
    pairs = [(position, step) for position in tables for step in ENGINE.legal_steps(position)[::3]]
    print(f"\nPharao with four seats, {number:.0f} legal steps on average; beside it python-chess as 1.00x\n")
    row(f"python-chess: list of {board.legal_moves.count()} legal moves", list_yard, list_yard)
    row("Pharao: list of all legal steps", best(listed(tables), MATCHES), list_yard, "aim: <150 us")
    row("python-chess: a move checked, pushed, taken back", push_yard, push_yard)
    row("Pharao: a step checked and applied", best(applied(pairs), len(pairs), 1), push_yard, "aim: <150 us")
    row("Pharao: a mummy or a curse let out", best(haunted(tables), 2 * MATCHES), push_yard, "aim: <300 us")
    row("Pharao: a stored position judged", best(judged(pairs), len(pairs), 1), push_yard)
    row("Pharao: a view", best(viewed(tables), MATCHES, 1), push_yard)
    steps = sum(match(seed, 4)[1] for seed in range(MATCHES)) / MATCHES
    whole = best(lambda: [match(seed, 4) for seed in range(MATCHES)], MATCHES, 1)
    print(f"Pharao: a whole match of four with a purpose, {steps:.0f} steps: {whole / 1000:.1f} ms, aim: <100 ms")
    print(f"Pharao: with a purpose against chance: {won()} matches won")


if __name__ == "__main__":
    main()
