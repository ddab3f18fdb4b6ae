"""The speed of Egyptos, compared with python-chess in the same run.

The yardstick is what the same machine needs for a chess position's legal list and for pushing one of its moves, both
of a widely used engine in plain Python. Every number is the best of many repetitions, in microseconds of processor
time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from timeit import repeat
from typing import Any

import chess
import msgspec

from adjudicator.engines.egyptos import ENGINE
from adjudicator.engines.egyptos.position.bitboard import bitboard_of
from adjudicator.engines.egyptos.position.position import Position, Step
from adjudicator.engines.suite.chance import Chance

TABLES = 12
REPETITIONS = 25
MIDDLE_GAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"


def best(work: Callable[[], Any], pieces: int, number: int = 3) -> float:
    """Measure some work done in pieces, and give the microseconds for one."""
    return min(repeat(work, timer=time.process_time, number=number, repeat=REPETITIONS)) / number / pieces * 1e6


def table(seed: int, moves: int) -> Position:
    """Play at random until all pyramids are laid and so many moves are made, with nobody winning on the way."""
    for attempt in range(1000):
        chance = Chance(f"bench {seed} {attempt}")
        position = ENGINE.setup({"move_cap": 0, "repetition_draw": 3}, 2, {"first": 0})
        while not position.ending and (position.laying or position.moves < moves):
            steps = [step for step in ENGINE.legal_steps(position) if not isinstance(step, str)]
            position = ENGINE.apply(position, steps[chance.below(len(steps))]).position
        if not position.ending:
            return position
    raise RuntimeError("nobody keeps from winning for so long")


def quiet_walk(moves: int) -> Position:
    """Make so many moves without a row: each player keeps the step that nobody wins after."""
    position, chance = table(0, 0), Chance("walk")
    while position.moves < moves:
        steps = ENGINE.legal_steps(position)
        after = ENGINE.apply(position, steps[chance.below(len(steps))]).position
        position = position if after.ending else after
    return position


def some_steps(position: Position) -> Sequence[Step]:
    """Choose a dozen legal steps from all over the list."""
    steps = ENGINE.legal_steps(position)
    return steps[:: max(1, len(steps) // 12)]


def judged(position: Position) -> float:
    """Measure what a letter costs: the stored position read, an order read, checked and played, and stored again."""
    stored, decoder = msgspec.json.encode(position), msgspec.json.Decoder(Position)
    orders = [ENGINE.format(step) for step in some_steps(position)]

    def judge() -> None:
        for order in orders:
            bitboard_of.cache_clear()
            read = decoder.decode(stored)
            msgspec.json.encode(ENGINE.apply(read, ENGINE.parse(read, order).step).position)

    return best(judge, len(orders))


def applied(positions: Sequence[Position], *, forget: bool) -> float:
    """Measure a step checked and applied; `forget` makes the engine look at each table as if for the first time."""
    pairs = [(position, step) for position in positions for step in some_steps(position)]

    def apply() -> None:
        for position, step in pairs:
            if forget:
                bitboard_of.cache_clear()
            ENGINE.apply(position, step)

    return best(apply, len(pairs))


def listed(positions: Sequence[Position]) -> float:
    """Measure the full list of legal steps, of tables seen for the first time."""

    def enumerate_all() -> None:
        bitboard_of.cache_clear()
        for position in positions:
            ENGINE.legal_steps(position)

    return best(enumerate_all, len(positions))


def chess_listed(board: chess.Board) -> float:
    """Measure python-chess's list of legal moves."""
    return best(lambda: [list(board.legal_moves) for _ in range(20)], 20)


def chess_pushed(board: chess.Board) -> float:
    """Measure a legal move checked, pushed and taken back, for the push changes the board that it was made on."""
    moves = list(board.legal_moves)

    def push() -> None:
        for move in moves:
            if board.is_legal(move):
                board.push(move)
                board.pop()

    return best(push, len(moves))


def row(name: str, microseconds: float, yardstick: float, limit: str = "") -> None:
    print(f"{name:<52}{microseconds:>9.1f} us {microseconds / yardstick:>7.2f}x {limit}")


def main() -> None:
    """Print the table."""
    board = chess.Board(MIDDLE_GAME)
    tables = [table(seed, 4) for seed in range(TABLES)]
    steps = sum(len(ENGINE.legal_steps(position)) for position in tables) / TABLES
    list_yard, push_yard = chess_listed(board), chess_pushed(board)
    print(f"Egyptos with 24 pyramids, {steps:.0f} legal steps on average; beside it python-chess as 1.00x\n")
    row(f"python-chess: list of {board.legal_moves.count()} legal moves", list_yard, list_yard)
    row("Egyptos: list of all legal steps", listed(tables), list_yard, "aim: under 150 us")
    row("python-chess: a move checked, pushed, taken back", push_yard, push_yard)
    row("Egyptos: a step checked and applied", applied(tables, forget=False), push_yard, "aim: under 30 us")
    row("Egyptos: the same on a table never seen before", applied(tables, forget=True), push_yard)
    print()
    early, late = (judged(quiet_walk(moves)) for moves in (10, 300))
    row("Egyptos: a stored position judged at move 10", early, early)
    row("Egyptos: a stored position judged at move 300", late, early, "aim: about 1.00x")


if __name__ == "__main__":
    main()
