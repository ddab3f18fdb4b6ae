"""Orders are read in the letters of five languages, and refused with a reason and with what would be right."""

from __future__ import annotations

from dataclasses import replace

import pytest
from adjudicator.engines.contract import AmbiguousStep, IllegalStep, StepError, UnreadableStep

from adjudicator_chess import ENGINE
from adjudicator_chess.position import Position

START = ENGINE.setup({}, 2, {"white": 0})
CASTLING = "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 10"
BISHOP_OR_PAWN = "4k3/8/8/8/2p5/1P6/8/4KB2 w - - 0 1"
PROMOTION = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1"
ROOK_OR_KING = "4k3/8/8/8/8/8/3K4/R7 w - - 0 1"
TWO_KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"


def test_a_move_is_written_word_by_word() -> None:
    moves = ENGINE.legal_steps(at(PROMOTION))
    assert ENGINE.format(moves[0]) == "e1 f1"
    assert "e7 d8 n" in [ENGINE.format(move) for move in moves]


def at(fen: str) -> Position:
    """Set up a position."""
    return replace(START, fen=fen)


@pytest.mark.parametrize(
    "order",
    [
        *("Nf3", "nf3", "NF3", "Sf3", "Cf3", "Pf3", "\u2658f3", "\u265ef3", "1.Nf3", "Nf3!", "Nf3.", "1. Nf3"),
        *("g1f3", "G1F3", "g1-f3", "Ng1f3", "Sg1-f3", "g1 f3", "N f3"),
        *("knight f3", "Springer nach f3", "cavalier en f3", "cavallo a f3", "Paard f3"),
    ],
)
def test_the_knights_move_is_read_in_many_ways(order: str) -> None:
    assert ENGINE.parse(START, order).step.uci() == "g1f3"


@pytest.mark.parametrize(
    ("fen", "order", "move"),
    [
        (CASTLING, "O-O", "e1g1"),
        (CASTLING, "0-0", "e1g1"),
        (CASTLING, "o-o-o", "e1c1"),
        (CASTLING, "0\u20130\u20130", "e1c1"),
        (CASTLING, "kurze Rochade", "e1g1"),
        (CASTLING, "grand roque", "e1c1"),
        (CASTLING, "arrocco corto", "e1g1"),
        (CASTLING, "rokade lang", "e1c1"),
        (CASTLING, "castle queenside", "e1c1"),
        (CASTLING, "Qxd7+", "d2d7"),
        (CASTLING, "Dame schl\u00e4gt d7", "d2d7"),
        (CASTLING, "Dd7", "d2d7"),
        (BISHOP_OR_PAWN, "bxc4", "b3c4"),
        (BISHOP_OR_PAWN, "Bxc4", "f1c4"),
        (BISHOP_OR_PAWN, "Lxc4", "f1c4"),
        (BISHOP_OR_PAWN, "Fxc4", "f1c4"),
        (BISHOP_OR_PAWN, "alfiere prende c4", "f1c4"),
        (BISHOP_OR_PAWN, "bc4", "b3c4"),
        (BISHOP_OR_PAWN, "bg2", "f1g2"),
        (PROMOTION, "e8=Q", "e7e8q"),
        (PROMOTION, "e8D", "e7e8q"),
        (PROMOTION, "e8(T)", "e7e8r"),
        (PROMOTION, "exd8S", "e7d8n"),
        (PROMOTION, "e7e8b", "e7e8b"),
        (ROOK_OR_KING, "Tc1", "a1c1"),
        (ROOK_OR_KING, "Rc3", "d2c3"),
        (ROOK_OR_KING, "Kc1", "d2c1"),
        (TWO_KNIGHTS, "Nbd2", "b1d2"),
        (TWO_KNIGHTS, "N3d2", "f3d2"),
    ],
)
def test_an_order_is_the_move_it_means(fen: str, order: str, move: str) -> None:
    assert ENGINE.parse(at(fen), order).step.uci() == move


@pytest.mark.parametrize(
    ("fen", "order", "error", "reason", "nearest"),
    [
        (START.fen, "Good morning!", UnreadableStep, "unreadable", None),
        (START.fen, "e5", IllegalStep, "none_reaches", ("d2d4", "e2e4", "f2f4", "c2c3")),
        (START.fen, "Nd2", IllegalStep, "own_piece", None),
        (START.fen, "e7e5", IllegalStep, "not_yours", None),
        (START.fen, "e3e4", IllegalStep, "empty", None),
        (START.fen, "Ne2e4", IllegalStep, "other_piece", None),
        (START.fen, "e2e5", IllegalStep, "cannot_reach", ("e2e4", "e2e3", "d2d4", "f2f4")),
        (START.fen, "O-O", IllegalStep, "castling_blocked", None),
        (START.fen, "e4 e5", AmbiguousStep, "several", ("e2e4",)),
        (START.fen, "1. e4 e5 2. Nf3", AmbiguousStep, "several", ("e2e4", "g1f3")),
        (START.fen, "g1", AmbiguousStep, "where_to", ("g1f3", "g1h3")),
        (CASTLING, "castle", AmbiguousStep, "ambiguous", ("e1g1", "e1c1")),
        (BISHOP_OR_PAWN, "BXC4", AmbiguousStep, "ambiguous", ("b3c4", "f1c4")),
        (ROOK_OR_KING, "Rc1", AmbiguousStep, "ambiguous", ("a1c1", "d2c1")),
        (TWO_KNIGHTS, "Nd2", AmbiguousStep, "ambiguous", ("b1d2", "f3d2")),
        (PROMOTION, "e8", AmbiguousStep, "promotion", ("e7e8q", "e7e8r", "e7e8b", "e7e8n")),
        (ROOK_OR_KING, "Qd4", IllegalStep, "no_such_piece", None),
        ("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "Kd1", IllegalStep, "attacked", ("e1e2",)),
        ("4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1", "Ra2", IllegalStep, "in_check", None),
        ("4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1", "Bd3", IllegalStep, "pinned", None),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "O-O-O", IllegalStep, "castling_lost", None),
        ("4k3/8/8/8/4r3/8/8/R3K3 w Q - 0 1", "O-O-O", IllegalStep, "castling_in_check", None),
        ("4k3/8/8/8/3r4/8/8/R3K3 w Q - 0 1", "O-O-O", IllegalStep, "castling_attacked", None),
    ],
)
def test_a_refusal_has_a_reason_and_suggestions(
    fen: str, order: str, error: type[StepError], reason: str, nearest: tuple[str, ...] | None
) -> None:
    with pytest.raises(error) as raised:
        ENGINE.parse(at(fen), order)
    assert raised.value.reason.key == f"chess.{reason}"
    assert nearest is None or tuple(order.replace(" ", "") for order in raised.value.nearest) == nearest
    assert raised.value.nearest
