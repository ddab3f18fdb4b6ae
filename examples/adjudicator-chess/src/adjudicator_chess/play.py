"""Legal steps, playing one, and the end."""

from __future__ import annotations

from dataclasses import replace

import chess
from adjudicator.engines.contract import IllegalStep, Note, Outcome, Result

from adjudicator_chess.illegal import nearest, objection, pattern_of
from adjudicator_chess.position import PIECES, Ending, Position, fingerprint, written


def legal_steps(position: Position) -> tuple[chess.Move, ...]:
    """List every legal move, by origin and then by target."""
    return position.legal


def apply(position: Position, step: chess.Move) -> Result[Position]:
    """Play a move. Raises `IllegalStep`."""
    board = position.board
    if step not in position.legal:
        pattern = pattern_of(step)
        raise IllegalStep(written(step), objection(position, pattern), lambda: nearest(position, pattern))
    told = _moved(position, board, step)
    keeps = not board.is_irreversible(step)
    san = board.san_and_push(step)
    seen = (position.seen if keeps else "") + fingerprint(board)
    after = replace(position, fen=board.fen(en_passant="legal"), seen=seen, last=step.uci())
    after = replace(after, ending=_ending(after, board))
    return Result(after, tuple(_notes(position, after, told, san)))


def describe(position: Position, step: chess.Move) -> Note:
    """Describe what a move would do, for the letters and pages that offer it."""
    board = position.board
    if board.is_castling(step):
        return Note.of("chess.to_castle", long=board.is_queenside_castling(step))
    told = _moved(position, board, step)
    key = "chess.to_promote" if told["becomes"] else "chess.to_capture" if told["taken"] else "chess.to_move"
    return Note(key, tuple(told.items()))


def outcome(position: Position) -> Outcome | None:
    """Give places 1 and 2 after a mate, 1 and 1 after a draw."""
    if not position.ending:
        return None
    if position.ending != "checkmate":
        return Outcome((1, 1), position.ending)
    return Outcome((2, 1) if position.mover == 0 else (1, 2), position.ending)


def _ending(position: Position, board: chess.Board) -> Ending:
    if not any(board.generate_legal_moves()):
        return "checkmate" if board.is_check() else "stalemate"
    if board.is_insufficient_material():
        return "material"
    if position.repetition and position.occurrences >= position.repetition:
        return "repetition"
    if position.quiet and board.halfmove_clock >= 2 * position.quiet:
        return "quiet"
    return ""


def _moved(position: Position, board: chess.Board, move: chess.Move) -> dict[str, str | int]:
    """Tell a move by the names of pieces and squares, which the notes put into words."""
    kind, taken = board.piece_type_at(move.from_square), board.piece_type_at(move.to_square)
    if board.is_en_passant(move):
        taken = chess.PAWN
    return {
        "seat": position.mover,
        "piece": PIECES[kind or chess.PAWN],
        "origin": chess.square_name(move.from_square),
        "cell": chess.square_name(move.to_square),
        "taken": PIECES[taken] if taken else "",
        "becomes": PIECES[move.promotion] if move.promotion else "",
    }


def _notes(before: Position, after: Position, told: dict[str, str | int], san: str) -> list[Note]:
    # The letters of a move are the reader's: a note has what stands between them.
    plain = san.rstrip("+#")
    if plain.startswith("O"):
        notes = [Note.of("chess.castled", seat=before.mover, san=plain, long=plain == "O-O-O")]
    else:
        told["san"] = plain.partition("=")[0].lstrip("KQRBN")
        notes = [Note("chess.moved", tuple(told.items()))]
    if san.endswith("+"):
        notes.append(Note.of("chess.check", seat=after.mover))
    if after.ending == "checkmate":
        notes.append(Note.of("chess.checkmate", seat=before.mover, mated_seat=after.mover))
    elif after.ending == "repetition":
        notes.append(Note.of("chess.repetition", times=after.repetition))
    elif after.ending == "quiet":
        notes.append(Note.of("chess.quiet", moves=after.quiet))
    elif after.ending:
        notes.append(Note.of(f"chess.{after.ending}", seat=after.mover))
    return notes
