"""What an order asks for, why it is not legal, and the legal moves that are most like it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import chess
from adjudicator.engines.contract import Note

from adjudicator_chess.position import PIECES, Position, written

SUGGESTIONS = 4
CASTLING = {False: "short", True: "long"}


@dataclass(frozen=True, slots=True)
class MovePattern:
    """A move as somebody wrote it: what is left out is None, or empty."""

    kinds: frozenset[chess.PieceType] = frozenset()
    """The kinds that the piece's letter may mean: R is a rook in English, a king in French. Empty: any."""
    file: int | None = None
    rank: int | None = None
    target: chess.Square | None = None
    becomes: frozenset[chess.PieceType] = frozenset()
    long: bool | None = None
    """Which castling it is; None: none."""
    exact: bool = True
    """Whether it was written as it is meant: ``bxc4`` is first a pawn's move, then a bishop's."""

    @property
    def origin(self) -> chess.Square | None:
        """The square that the piece leaves, where it was written in full."""
        return None if self.file is None or self.rank is None else chess.square(self.file, self.rank)

    @property
    def names_origin_alone(self) -> bool:
        """Tell whether the square to go to was left out."""
        return self.target is None and self.long is None

    def matches(self, board: chess.Board, move: chess.Move) -> bool:
        """Tell whether a move is one that it may mean."""
        if self.long is not None:
            return board.is_castling(move) and board.is_queenside_castling(move) == self.long
        return (
            (self.target is None or move.to_square == self.target)
            and (not self.kinds or board.piece_type_at(move.from_square) in self.kinds)
            and self.file in (None, chess.square_file(move.from_square))
            and self.rank in (None, chess.square_rank(move.from_square))
            and (not self.becomes or move.promotion in self.becomes)
        )


def pattern_of(move: chess.Move) -> MovePattern:
    """Describe a move of the library completely."""
    origin = move.from_square
    becomes = frozenset({move.promotion} if move.promotion else ())
    return MovePattern(frozenset(), chess.square_file(origin), chess.square_rank(origin), move.to_square, becomes)


def matching(board: chess.Board, pattern: MovePattern, moves: Iterable[chess.Move]) -> list[chess.Move]:
    """Choose the moves that match a pattern."""
    return [move for move in moves if pattern.matches(board, move)]


def nearest(position: Position, pattern: MovePattern) -> tuple[str, ...]:
    """List up to four legal moves, the most similar first."""
    board = position.board
    moves = sorted(position.legal, key=lambda move: _distance(board, pattern, move))
    return tuple(map(written, moves[:SUGGESTIONS]))


def _distance(board: chess.Board, pattern: MovePattern, move: chess.Move) -> tuple[int, int, str]:
    kind = board.piece_type_at(move.from_square)
    far = 0 if pattern.target is None else chess.square_distance(move.to_square, pattern.target)
    differs = 2 * bool(pattern.kinds and kind not in pattern.kinds)
    differs += 3 * (pattern.origin not in (None, move.from_square))
    differs += 4 * (pattern.long is not None and not board.is_castling(move))
    return differs + far, far, move.uci()


def objection(position: Position, pattern: MovePattern) -> Note:
    """Say what forbids the move of a pattern that no legal move matches."""
    if position.ending:
        return Note.of("chess.over")
    board = position.board
    if pattern.long is not None:
        return _objection_to_castling(board, pattern.long)
    if pseudo := matching(board, pattern, board.pseudo_legal_moves):
        return _leaves_in_check(board, pseudo[0])
    return _objection_to_origin(position, board, pattern) or _objection_to_target(board, pattern)


def _leaves_in_check(board: chess.Board, move: chess.Move) -> Note:
    cell = chess.square_name(move.to_square)
    if board.piece_type_at(move.from_square) == chess.KING:
        return Note.of("chess.attacked", cell=cell)
    if board.is_check():
        return Note.of("chess.in_check")
    return Note.of("chess.pinned", cell=chess.square_name(move.from_square))


def _objection_to_castling(board: chess.Board, long: bool) -> Note:  # noqa: FBT001
    king, side = board.king(board.turn), CASTLING[long]
    rights = board.has_queenside_castling_rights if long else board.has_kingside_castling_rights
    if king is None or not rights(board.turn):
        return Note.of("chess.castling_lost", side=side)
    if board.is_check():
        return Note.of("chess.castling_in_check", side=side)
    rook = chess.square(0 if long else 7, chess.square_rank(king))
    if chess.SquareSet(chess.between(king, rook)) & board.occupied:
        return Note.of("chess.castling_blocked", side=side)
    return Note.of("chess.castling_attacked", side=side)


def _objection_to_origin(position: Position, board: chess.Board, pattern: MovePattern) -> Note | None:
    if pattern.origin is None:
        return None
    cell, piece = chess.square_name(pattern.origin), board.piece_at(pattern.origin)
    if piece is None:
        return Note.of("chess.empty", cell=cell)
    if piece.color != board.turn:
        return Note.of("chess.not_yours", cell=cell, owner_seat=position.seat_of(piece.color))
    if pattern.kinds and piece.piece_type not in pattern.kinds:
        return Note.of("chess.other_piece", cell=cell, piece=PIECES[piece.piece_type])
    return None


def _objection_to_target(board: chess.Board, pattern: MovePattern) -> Note:
    target = pattern.target if pattern.target is not None else chess.A1
    cell, there = chess.square_name(target), board.piece_at(target)
    if there is not None and there.color == board.turn:
        return Note.of("chess.own_piece", cell=cell)
    kinds = pattern.kinds
    if pattern.origin is not None and (piece := board.piece_type_at(pattern.origin)) is not None:
        return Note.of("chess.cannot_reach", piece=PIECES[piece], origin=chess.square_name(pattern.origin), cell=cell)
    if len(kinds) == 1:
        (kind,) = kinds
        if not board.pieces(kind, board.turn):
            return Note.of("chess.no_such_piece", piece=PIECES[kind])
        return Note.of("chess.none_reaches", piece=PIECES[kind], cell=cell)
    return Note.of("chess.nothing_reaches", cell=cell)
