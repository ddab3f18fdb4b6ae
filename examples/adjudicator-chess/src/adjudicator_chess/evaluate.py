"""How good a position is for a seat, for Adjudicator's house player: material after all captures that pay."""

from __future__ import annotations

import math

import chess
from adjudicator.engines.contract import Seat

from adjudicator_chess.position import Position

VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}
DEEPEST = 4
"""Captures in a row that are looked at."""
SCALE = 400
"""The advantage in hundredths of a pawn that is worth about three chances in four."""
CENTRE = chess.SquareSet([chess.D4, chess.E4, chess.D5, chess.E5])


def evaluate(position: Position, seat: Seat) -> float:
    """Value a position for a seat from 0 (lost) to 1 (won)."""
    board = position.board
    score = _after_captures(board, -math.inf, math.inf, DEEPEST)
    mine = score if position.colour_of(seat) == board.turn else -score
    return 1 / (1 + math.exp(-mine / SCALE))


def _after_captures(board: chess.Board, low: float, high: float, depth: int) -> float:
    """Search the captures, with alpha and beta, for the side to move."""
    low = max(low, _standing(board))
    if low >= high or depth == 0:
        return low
    for move in sorted(board.generate_legal_captures(), key=lambda move: -_gain(board, move)):
        board.push(move)
        low = max(low, -_after_captures(board, -high, -low, depth - 1))
        board.pop()
        if low >= high:
            break
    return low


def _gain(board: chess.Board, move: chess.Move) -> int:
    taken, taker = board.piece_type_at(move.to_square) or chess.PAWN, board.piece_type_at(move.from_square)
    return 10 * VALUES[taken] - VALUES[taker or chess.KING]


def _standing(board: chess.Board) -> float:
    """Count the pieces, and a little for pieces that are out and stand in or on the centre."""
    return _side(board, board.turn) - _side(board, not board.turn)


def _side(board: chess.Board, colour: chess.Color) -> float:
    mine = board.occupied_co[colour]
    material = sum(value * len(board.pieces(kind, colour)) for kind, value in VALUES.items())
    home = chess.BB_RANK_1 if colour == chess.WHITE else chess.BB_RANK_8
    out = (board.knights | board.bishops) & mine & ~home
    attacks = sum(len(board.attackers(colour, square)) for square in CENTRE)
    return material + 12 * out.bit_count() + 6 * attacks + 10 * len(CENTRE & (mine & board.pawns))
