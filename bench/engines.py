"""The speed of all engines beside python-chess, in one run: lists of legal steps, steps, and whole matches by chance.

The positions of all games are found in the same way: whole matches are played by chance, and every so many steps the
position is taken. Whatever an engine remembers of positions is forgotten before they are listed, so that each one is
seen for the first time. Chess boards are changed by a move, ours are not: there, a move is pushed and taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import chess

from adjudicator.engines.cheops.position.placement import family_cells, open_cells
from adjudicator.engines.cheops.steps.legal import legal_steps
from adjudicator.engines.contract import AnyEngine
from adjudicator.engines.egyptos.position.bitboard import bitboard_of
from adjudicator.engines.registry import newest_engine
from adjudicator.engines.suite.chance import Chance
from bench.engine import best
from bench.table import show

MATCHES = 12
EVERY = 10
"""The steps from one position to the next."""
SOME = 6
"""The steps that are applied in a position, from all over its list."""
GAMES = (("egyptos", 2), ("cheops", 2), ("cheops", 5), ("pharao", 2), ("pharao", 4))
REMEMBERED = (legal_steps, open_cells, family_cells, bitboard_of)


@dataclass(frozen=True, slots=True)
class Speed:
    """Times in microseconds of a core."""

    name: str
    positions: int
    legal: float
    """Legal steps of a position, on average."""
    listing: float
    step: float
    """One step, checked and applied."""
    steps: float
    """Steps of a match, on average."""
    match: float


def chess_speed() -> Speed:
    """Measure python-chess."""
    boards = [board for number in range(MATCHES) for board in _chess_boards(number)]
    moves = [(board, move) for board in boards for move in _some(list(board.legal_moves))]

    def list_all() -> None:
        for board in boards:
            list(board.legal_moves)

    def push_all() -> None:
        for board, move in moves:
            if board.is_legal(move):
                board.push(move)
                board.pop()

    legal = sum(board.legal_moves.count() for board in boards) / len(boards)
    listing, step = best(list_all, len(boards), 1), best(push_all, len(moves), 1)
    steps = sum(_play_chess(number) for number in range(MATCHES)) / MATCHES
    match = best(lambda: [_play_chess(number) for number in range(MATCHES)], MATCHES, 1)
    return Speed("python-chess", len(boards), legal, listing, step, steps, match)


def engine_speed(game: str, seats: int) -> Speed:
    """Measure one of our engines."""
    engine = newest_engine(game)
    positions = [position for number in range(MATCHES) for position in _positions(engine, seats, number)]
    lists = [engine.legal_steps(position) for position in positions]
    pairs = [(position, step) for position, legal in zip(positions, lists, strict=True) for step in _some(legal)]

    def list_all() -> None:
        forget()
        for position in positions:
            engine.legal_steps(position)

    def apply_all() -> None:
        for position, step in pairs:
            engine.apply(position, step)

    legal = sum(map(len, lists)) / len(lists)
    listing, step = best(list_all, len(positions), 1), best(apply_all, len(pairs), 1)
    steps = sum(_play(engine, seats, number) for number in range(MATCHES)) / MATCHES
    match = best(lambda: [_play(engine, seats, number) for number in range(MATCHES)], MATCHES, 1)
    return Speed(f"{game}, {seats} seats", len(positions), legal, listing, step, steps, match)


def forget() -> None:
    """Make the engines look at every position as if for the first time."""
    for remembered in REMEMBERED:
        remembered.cache_clear()


def main() -> None:
    """Measure, and print the table."""
    speeds = [chess_speed(), *(engine_speed(game, seats) for game, seats in GAMES)]
    yard = speeds[0]
    show("Engines beside python-chess, in microseconds of a core and as multiples of its time", HEAD, [
        (
            speed.name, speed.positions, f"{speed.legal:.0f}",
            speed.listing, _multiple(speed.listing, yard.listing), speed.step, _multiple(speed.step, yard.step),
            f"{speed.steps:.0f}", speed.match / 1000, speed.match / speed.steps,
            _multiple(speed.match / speed.steps, yard.match / yard.steps),
        )
        for speed in speeds
    ])  # fmt: skip


HEAD = (
    "", "positions", "legal steps", "list", "x chess", "step applied", "x chess",
    "steps of a match", "match, ms", "for each step", "x chess",
)  # fmt: skip


def _multiple(time: float, yard: float) -> str:
    return f"{time / yard:.2f}"


def _some(steps: Any) -> Any:
    return steps[:: max(1, len(steps) // SOME)]


def _positions(engine: AnyEngine, seats: int, number: int) -> Iterator[Any]:
    walked: list[Any] = []
    _play(engine, seats, number, walked.append)
    return (position for position in walked[EVERY::EVERY] if len(engine.legal_steps(position)) > 1)


def _play(engine: AnyEngine, seats: int, number: int, visit: Callable[[Any], object] = id) -> int:
    """Play a whole match by chance and count its steps."""
    chance, options, steps = Chance(f"match {number}"), engine.rules.complete({}), 0
    position = engine.setup(options, seats, engine.deal(options, seats, chance))
    while legal := engine.legal_steps(position):
        visit(position)
        position, steps = engine.apply(position, legal[chance.below(len(legal))]).position, steps + 1
    return steps


def _chess_boards(number: int) -> Iterator[chess.Board]:
    walked: list[chess.Board] = []
    _play_chess(number, lambda board: walked.append(board.copy(stack=False)))
    return (board for board in walked[EVERY::EVERY] if board.legal_moves.count() > 1)


def _play_chess(number: int, visit: Callable[[chess.Board], object] = id) -> int:
    """Play a whole game of chess by chance, to its end or a draw that need not be claimed."""
    chance, board, steps = Chance(f"match {number}"), chess.Board(), 0
    while not board.is_game_over() and (legal := list(board.legal_moves)):
        visit(board)
        board.push(legal[chance.below(len(legal))])
        steps += 1
    return steps


if __name__ == "__main__":
    main()
