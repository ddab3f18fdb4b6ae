"""Reading an order: SAN with the letters of five languages or figurines, UCI, or words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace

import chess
from adjudicator.engines.contract import AmbiguousStep, IllegalStep, Note, Parsed, StepError, UnreadableStep
from adjudicator.engines.order_text import plain_word

from adjudicator_chess.illegal import MovePattern, matching, nearest, objection
from adjudicator_chess.position import Position, written
from adjudicator_chess.words import CASTLING, FILLERS, LETTERS, LONG, PIECES, SHORT

_FIGURINES = dict(zip("\u265a\u265b\u265c\u265d\u265e\u265f", "\u2654\u2655\u2656\u2657\u2658\u2659", strict=True))
_DASHES = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
_UNSEEN = dict.fromkeys("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff")
_PLAIN = str.maketrans(_FIGURINES | _DASHES | _UNSEEN | {"\u00d7": "x"})
_LETTER = f"[{''.join(LETTERS)}]"
_FILES = "abcdefgh"

_NUMBER = re.compile(r"^\s*\d{1,3}(?:\s*(?:\.+|\))\s*|\s+)(?=\D)")
_BEHIND = re.compile(r"(?:\s*(?:[+#!,;.\u2020\u2021]|\be\.?\s?p\b))+\s*$", re.IGNORECASE)
_CASTLES = re.compile(r"[o0]-?[o0](-?[o0])?", re.IGNORECASE)
_MOVE = re.compile(
    rf"(?P<file>[a-h])?(?P<rank>[1-8])?[-x:]?(?P<target>[a-h][1-8])[-x:]?(?:[=/(]?(?P<becomes>{_LETTER})\)?)?",
    re.IGNORECASE,
)
_SINGLE = re.compile(rf"(?:{_LETTER}?[a-h]?[1-8]?[-x:]?[a-h][1-8](?:=?{_LETTER})?|{_CASTLES.pattern})", re.IGNORECASE)


def parse(position: Position, text: str) -> Parsed[chess.Move]:
    """Read an order as the one legal move that it means.

    A letter is first taken as it is written, a capital for a piece and a small one for a file, then the other way.
    """
    board = position.board
    patterns = list(_patterns(board, text))
    if not patterns:
        raise _unreadable(position, board, text)
    if position.ending:
        raise IllegalStep(text, objection(position, patterns[0]))
    for exact in (True, False):
        legal = [
            move for pattern in patterns if pattern.exact == exact for move in matching(board, pattern, position.legal)
        ]
        moves = list(dict.fromkeys(legal))
        if len(moves) == 1 and not patterns[0].names_origin_alone:
            return Parsed(moves[0])
        if moves:
            raise AmbiguousStep(text, _question(patterns[0], moves), tuple(map(written, moves)))
    pattern = patterns[0]
    if pattern.origin is not None and board.color_at(pattern.origin) != board.turn and len(_moves_in(text)) > 1:
        raise _several(position, board, text)
    raise IllegalStep(text, objection(position, pattern), lambda: nearest(position, pattern))


def _unreadable(position: Position, board: chess.Board, text: str) -> StepError:
    if not position.ending and len(_moves_in(text)) > 1:
        return _several(position, board, text)
    return UnreadableStep(text, Note.of("chess.unreadable"), lambda: nearest(position, MovePattern()))


def _several(position: Position, board: chess.Board, text: str) -> AmbiguousStep:
    patterns = [pattern for one in _moves_in(text) for pattern in _patterns(board, one)]
    moves = [move for pattern in patterns for move in matching(board, pattern, position.legal)]
    return AmbiguousStep(text, Note.of("chess.several"), tuple(map(written, dict.fromkeys(moves))))


def _question(pattern: MovePattern, moves: list[chess.Move]) -> Note:
    if pattern.names_origin_alone:
        return Note.of("chess.where_to", cell=chess.square_name(moves[0].from_square))
    if len({(move.from_square, move.to_square) for move in moves}) == 1:
        return Note.of("chess.promotion", cell=chess.square_name(moves[0].to_square))
    return Note("chess.ambiguous", (("moves", tuple(map(written, moves))),))


def _moves_in(text: str) -> list[str]:
    """List the words of a text that are a move each."""
    words = [_BEHIND.sub("", _NUMBER.sub("", word)) for word in _plain(text).split()]
    return [word for word in words if _SINGLE.fullmatch(word)]


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).translate(_PLAIN)


def _patterns(board: chess.Board, text: str) -> Iterator[MovePattern]:
    """List what an order may mean, the most likely first."""
    words = _BEHIND.sub("", _NUMBER.sub("", _plain(text))).split()
    folded = [plain_word(word.strip(".,;:!")) for word in words]
    if not CASTLING.isdisjoint(folded):
        yield from _castling(folded)
        return
    kept = [
        PIECES.get(plain, word)
        for place, (word, plain) in enumerate(zip(words, folded, strict=True))
        # A single a between others is the French or Italian "to", and no file.
        if plain not in FILLERS and not (plain == "a" and place)
    ]
    order = "".join(kept)
    if found := _CASTLES.fullmatch(order):
        yield MovePattern(long=found[1] is not None)
        return
    readings = [*_without_piece(board, order), *_with_piece(order)]
    yield from sorted(readings, key=lambda pattern: not pattern.exact)


def _castling(words: list[str]) -> Iterator[MovePattern]:
    said = set(words) - CASTLING - FILLERS - {"side", "the"}
    if said <= SHORT:
        yield MovePattern(long=False)
    if said <= LONG:
        yield MovePattern(long=True)


def _without_piece(board: chess.Board, order: str) -> Iterator[MovePattern]:
    found = _MOVE.fullmatch(order)
    if found is None or (found["rank"] and not found["file"]):
        return
    target = chess.parse_square(found["target"].lower())
    if order.lower() == found["target"].lower() and board.color_at(target) == board.turn:
        yield MovePattern(file=chess.square_file(target), rank=chess.square_rank(target))
    elif found["rank"]:
        yield _pattern(found, frozenset())
    elif not found["file"] or found["file"].lower() != found["target"][0].lower():
        pawns = _pattern(found, frozenset({chess.PAWN}))
        yield replace(pawns, exact=order.isupper() or not found["file"] or found["file"].islower())


def _with_piece(order: str) -> Iterator[MovePattern]:
    letter = order[:1].upper()
    found = _MOVE.fullmatch(order[1:])
    in_full = _MOVE.fullmatch(order)
    if found is None or letter not in LETTERS or (in_full and in_full["rank"]):
        return
    exact = order.startswith(letter) or letter.lower() not in _FILES
    yield replace(_pattern(found, LETTERS[letter]), exact=exact)
    if letter == "P":
        yield replace(_pattern(found, frozenset({chess.PAWN})), exact=False)


def _pattern(found: re.Match[str], kinds: frozenset[chess.PieceType]) -> MovePattern:
    becomes = (found["becomes"] or "").upper()
    return MovePattern(
        kinds=kinds,
        file=_FILES.index(found["file"].lower()) if found["file"] else None,
        rank=int(found["rank"]) - 1 if found["rank"] else None,
        target=chess.parse_square(found["target"].lower()),
        becomes=LETTERS[becomes] if becomes else frozenset(),
    )
