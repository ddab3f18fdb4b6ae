"""The table of rules, and a position as plain values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any, Literal

import chess
from adjudicator.engines.contract import Option, Options, Rules, Seat

RULES = Rules(
    key="chess/1",
    title="Chess",
    seats=range(2, 3),
    sides=("white", "black"),
    options=(
        Option("repetition", 3, (3, 5, 0)),
        Option("quiet", 50, (50, 75, 0)),
    ),
    presets={"letters": {}, "fide": {"repetition": 5, "quiet": 75}},
    home="adjudicator_chess",
    secrets=False,
)
PIECES = {kind: name for kind, name in enumerate(chess.PIECE_NAMES) if name}
"""The English names of the kinds of pieces, which are the keys of the texts."""
PROMOTIONS = {
    "de": {"queen": "D", "rook": "T", "bishop": "L", "knight": "S"},
    "fr": {"queen": "D", "rook": "T", "bishop": "F", "knight": "C"},
    "it": {"queen": "D", "rook": "T", "bishop": "A", "knight": "C"},
    "nl": {"queen": "D", "rook": "T", "bishop": "L", "knight": "P"},
}
"""The letters of the pieces that a pawn can become, by language; English has those of the canonical form."""
FINGERPRINT = 12

Ending = Literal["", "checkmate", "stalemate", "material", "repetition", "quiet"]


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that decides how a match may go on."""

    repetition: int
    """The number of times a position must stand for a draw; 0: never."""
    quiet: int
    """The moves of each player without a capture or a pawn's move for a draw; 0: never."""
    white: Seat
    fen: str = chess.STARTING_FEN
    seen: str = ""
    """Fingerprints of the positions since the last capture or pawn's move: none before it can come back."""
    last: str = ""
    ending: Ending = ""

    @property
    def board(self) -> chess.Board:
        """Set up a new board of the library, which its owner may change."""
        return _board(self.fen).copy(stack=False)

    @property
    def legal(self) -> tuple[chess.Move, ...]:
        """List every legal move, by origin and then by target."""
        return () if self.ending else _legal_moves(self.fen)

    @property
    def mover(self) -> Seat:
        """Name the seat of the colour to move."""
        return self.seat_of(self.fen.split(" ")[1] == "w")

    def seat_of(self, colour: chess.Color) -> Seat:
        """Name the seat that plays a colour."""
        return self.white if colour == chess.WHITE else 1 - self.white

    def colour_of(self, seat: Seat | None) -> chess.Color:
        """Name the colour of a seat; a spectator looks from White's side."""
        return seat is None or seat == self.white

    @property
    def occurrences(self) -> int:
        """Count how often this position has stood."""
        return self.seen.count(self.seen[-FINGERPRINT:]) if self.seen else 1


@lru_cache(maxsize=256)
def _board(fen: str) -> chess.Board:
    """Read a board once; it is handed out in copies alone."""
    return chess.Board(fen)


@lru_cache(maxsize=256)
def _legal_moves(fen: str) -> tuple[chess.Move, ...]:
    moves = chess.Board(fen).legal_moves
    return tuple(sorted(moves, key=lambda move: (move.from_square, move.to_square, -(move.promotion or 0))))


def first_position(options: Options, white: Seat) -> Position:
    """Set up the first position of a match."""
    chosen: dict[str, Any] = RULES.complete(options)
    start = Position(repetition=chosen["repetition"], quiet=chosen["quiet"], white=white)
    return replace(start, seen=fingerprint(start.board))


def written(move: chess.Move) -> str:
    """Write a move in its canonical form: squares as in UCI, a word each."""
    uci = move.uci()
    return " ".join(filter(None, (uci[:2], uci[2:4], uci[4:])))


def translated(order: str, language: str) -> str:
    """Write an order with the letter that a language has for the piece that a pawn becomes: ``e7 e8=D``."""
    squares, _, piece = order.rpartition(" ")
    letters = PROMOTIONS.get(language)
    return f"{squares}={letters[PIECES[chess.PIECE_SYMBOLS.index(piece)]]}" if letters and len(piece) == 1 else order


def fingerprint(board: chess.Board) -> str:
    """Shorten what makes two positions the same one: pieces, mover, castling rights, and a legal en passant."""
    return sha256(board.epd(en_passant="legal").encode()).hexdigest()[:FINGERPRINT]
