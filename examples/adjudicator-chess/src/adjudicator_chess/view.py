"""What may be seen of a position, which is everything, laid out for the boards from the reader's side."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import chess
import chess.svg
from adjudicator.engines.contract import Seat, View

from adjudicator_chess.position import PIECES, RULES, Ending, Position

CELL, EDGE = 45, 24
ORDER = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
COLOURS = ("black", "white")
_STYLE = re.compile(r'style="([^"]*)"')
_DECLARATION = re.compile(r"\s*([a-z-]+)\s*:\s*([^;]+)(?:;|$)")


@dataclass(frozen=True, slots=True)
class Square:
    """One square of a board."""

    name: str
    piece: str = ""
    """``white knight``, or nothing."""
    dark: bool = False
    last: bool = False
    """The last move led here."""
    vacated: bool = False
    """The last move led away from here."""
    x: int = 0
    y: int = 0

    @property
    def colour(self) -> str:
        """The colour of its piece; empty without one."""
        return self.piece.partition(" ")[0]

    @property
    def kind(self) -> str:
        """The kind of its piece; empty without one."""
        return self.piece.partition(" ")[2]

    @property
    def frame(self) -> tuple[str, str]:
        """The signs before and behind it in a text."""
        return ("(", ")") if self.last or self.vacated else (" ", " ")


@dataclass(frozen=True, slots=True)
class Rank:
    """One row of a board, from left to right."""

    label: str
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class PieceGroup:
    """The squares of one kind of pieces of a colour."""

    kind: str
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChessView(View):
    """A board as everybody sees it."""

    turn: str
    """The colour to move; empty when the match is over."""
    ending: Ending
    move: int
    """The number of the move, as it is counted in chess."""
    check: bool
    last: str
    """The squares of the last move, as in ``e2-e4``; empty before the first."""
    ranks: tuple[Rank, ...]
    """From the top to the bottom."""
    white: tuple[PieceGroup, ...]
    black: tuple[PieceGroup, ...]
    taken: tuple[tuple[str, ...], tuple[str, ...]]
    """The white and the black pieces that are no more on the board."""
    occurrences: int
    quiet: int
    """The moves since the last capture or pawn's move."""

    @property
    def last_squares(self) -> tuple[str, ...]:
        """Where the last move began and ended; nothing before the first."""
        return tuple(self.last.split("-")) if self.last else ()

    @property
    def files(self) -> tuple[str, ...]:
        """The letters of the columns, from left to right."""
        return tuple(square.name[0] for square in self.ranks[0].squares)

    @property
    def size(self) -> int:
        """The width and height of the picture."""
        return 8 * CELL + 2 * EDGE

    @property
    def drawings(self) -> tuple[tuple[str, str], ...]:
        """Each piece that is on the board, and how the library draws it."""
        names = dict.fromkeys(square.piece for rank in self.ranks for square in rank.squares if square.piece)
        return tuple((name.replace(" ", "-"), _drawing(name)) for name in names)

    def offers(self, legal: Iterable[str]) -> dict[str, str]:
        """Give each square that can be pointed at the order that it stands for.

        That is a piece to move; where all orders move the same one, a square to move it to.
        """
        orders = [order.split() for order in legal]
        if len({words[0] for words in orders}) == 1:
            return {words[1]: " ".join(words[:2]) for words in orders}
        return {words[0]: words[0] for words in orders}


def view_of(position: Position, seat: Seat | None) -> ChessView:
    """Show a position to a seat; a spectator looks from White's side."""
    board = position.board
    over = bool(position.ending)
    return ChessView(
        rules=RULES.key,
        seat=seat,
        to_move=None if over else position.mover,
        sides=("white", "black") if position.white == 0 else ("black", "white"),
        turn="" if over else COLOURS[board.turn],
        ending=position.ending,
        move=board.fullmove_number,
        check=board.is_check(),
        last=f"{position.last[:2]}-{position.last[2:4]}" if position.last else "",
        ranks=_ranks(board, position.last, from_black=position.colour_of(seat) == chess.BLACK),
        white=_piece_groups(board, chess.WHITE),
        black=_piece_groups(board, chess.BLACK),
        taken=(_taken(board, chess.WHITE), _taken(board, chess.BLACK)),
        occurrences=position.occurrences,
        quiet=board.halfmove_clock // 2,
    )


def _ranks(board: chess.Board, last: str, *, from_black: bool) -> tuple[Rank, ...]:
    across = range(7, -1, -1) if from_black else range(8)
    up = range(8) if from_black else range(7, -1, -1)
    return tuple(
        Rank(
            str(rank + 1),
            tuple(_square(board, chess.square(file, rank), last, x, y) for x, file in enumerate(across)),
        )
        for y, rank in enumerate(up)
    )


def _square(board: chess.Board, square: chess.Square, last: str, x: int, y: int) -> Square:
    name, piece = chess.square_name(square), board.piece_at(square)
    return Square(
        name,
        piece=f"{COLOURS[piece.color]} {PIECES[piece.piece_type]}" if piece else "",
        dark=bool(chess.BB_DARK_SQUARES & chess.BB_SQUARES[square]),
        last=last[2:4] == name,
        vacated=last[:2] == name,
        x=EDGE + x * CELL,
        y=EDGE + y * CELL,
    )


def _piece_groups(board: chess.Board, colour: chess.Color) -> tuple[PieceGroup, ...]:
    return tuple(
        PieceGroup(PIECES[kind], tuple(chess.square_name(square) for square in board.pieces(kind, colour)))
        for kind in ORDER
        if board.pieces(kind, colour)
    )


def _taken(board: chess.Board, colour: chess.Color) -> tuple[str, ...]:
    """List the pieces that are gone; a promoted one stands for the pawn that it was."""
    start = chess.Board()
    gone = {kind: len(start.pieces(kind, colour)) - len(board.pieces(kind, colour)) for kind in ORDER}
    promoted = sum(-number for number in gone.values() if number < 0)
    gone[chess.PAWN] -= promoted
    return tuple(PIECES[kind] for kind in ORDER for _ in range(gone[kind]))


def _drawing(name: str) -> str:
    colour, _, kind = name.partition(" ")
    letter = chess.PIECE_SYMBOLS[chess.PIECE_NAMES.index(kind)] or ""
    drawn = chess.svg.PIECES[letter.upper() if colour == "white" else letter]
    # The pages allow no styles: what stands in one becomes attributes.
    return _STYLE.sub(lambda found: _DECLARATION.sub(r'\1="\2" ', found[1]), drawn)
