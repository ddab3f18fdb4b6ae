"""How a match ends: mate, stalemate, and the draws that come by themselves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from adjudicator.engines.contract import Note

from adjudicator_chess import ENGINE
from adjudicator_chess.position import Position

SHUFFLE = "Nf3 Nf6 Ng1 Ng8 ".split()  # noqa: SIM905


def play(position: Position, *orders: str) -> tuple[Position, list[Note]]:
    """Play some orders, and give the notes of the last one."""
    notes: list[Note] = []
    for order in orders:
        result = ENGINE.apply(position, ENGINE.parse(position, order).step)
        position, notes = result.position, list(result.notes)
    return position, notes


def begin(**options: int) -> Position:
    """Begin a match in which seat 1 plays White."""
    return ENGINE.setup(options, 2, {"white": 1})


def test_mate_wins_for_whoever_gave_it() -> None:
    position, notes = play(begin(), "f3", "e5", "g4", "Dh4#")
    end = ENGINE.outcome(position)
    assert end is not None
    assert (end.places, end.reason) == ((1, 2), "checkmate")
    assert notes[-1] == Note.of("chess.checkmate", seat=0, mated_seat=1)


@pytest.mark.parametrize(("times", "rounds"), [(3, 2), (5, 4)])
def test_the_same_position_again_and_again_is_a_draw(times: int, rounds: int) -> None:
    position, notes = play(begin(repetition=times), *SHUFFLE * rounds)
    end = ENGINE.outcome(position)
    assert end is not None
    assert (end.places, end.reason) == ((1, 1), "repetition")
    assert notes[-1] == Note.of("chess.repetition", times=times)
    assert not play(begin(repetition=0), *SHUFFLE * rounds)[0].ending


def test_a_lost_right_to_castle_makes_another_position() -> None:
    assert not play(begin(), "Nf3", "Nf6", "Rg1", "Rg8", "Rh1", "Rh8", *["Rg1", "Rg8", "Rh1", "Rh8"])[0].ending


@pytest.mark.parametrize(
    ("fen", "order", "reason"),
    [
        ("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "Qc7", "stalemate"),
        ("8/8/8/8/8/2k5/1p6/K7 w - - 0 1", "Ka2", ""),
        ("8/8/8/8/8/2k5/1p6/1K6 w - - 98 90", "Ka2", ""),
        ("8/8/4k3/8/8/2K5/1p6/8 w - - 98 90", "Kxb2", "material"),
        ("7k/8/8/8/8/2K5/8/R7 w - - 99 90", "Ra2", "quiet"),
        ("7k/8/8/8/8/2K5/8/R7 w - - 98 90", "Ra2", ""),
        ("7k/R7/6K1/8/8/8/8/8 w - - 99 90", "Ra8", "checkmate"),
    ],
)
def test_a_draw_comes_by_itself_where_it_is_due(fen: str, order: str, reason: str) -> None:
    assert play(replace(begin(), fen=fen, seen=""), order)[0].ending == reason
