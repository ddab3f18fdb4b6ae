"""The letters and words of pieces and castling in English, German, French, Italian and Dutch.

Words are written without case and accents, as they are compared.
"""

from __future__ import annotations

import chess

LETTERS = {
    letter: frozenset(kinds)
    for letters, *kinds in (
        ("K\u2654", chess.KING),
        ("QD\u2655", chess.QUEEN),
        ("T\u2656", chess.ROOK),
        ("R", chess.ROOK, chess.KING),
        ("BLFA\u2657", chess.BISHOP),
        ("NSC\u2658", chess.KNIGHT),
        ("P", chess.KNIGHT),
        ("\u2659", chess.PAWN),
    )
    for letter in str(letters)
}
"""The kinds of pieces that a letter may mean: R is an English rook and a French king.

P is the Dutch knight. A pawn has no letter in any of these languages, so P stands for one only where no knight can go.
"""

_NAMES = {
    "\u2654": "king konig koenig roi re koning",
    "\u2655": "queen dame donna regina koningin",
    "\u2656": "rook turm tour torre toren",
    "\u2657": "bishop laufer laeufer fou alfiere loper",
    "\u2658": "knight springer cavalier cavallo paard",
    "\u2659": "pawn bauer pion pedone",
}
PIECES = {word: figurine for figurine, words in _NAMES.items() for word in words.split()}


def _words(*languages: str) -> frozenset[str]:
    return frozenset(" ".join(languages).split())


FILLERS = _words(
    "to takes captures move moves play from check mate",
    "nach auf von schlagt schlaegt nimmt zieht schach matt",
    "prend de vers en sur joue echec mat",
    "da prende in su muove scacco matto",
    "naar van op slaat speelt schaak",
)
CASTLING = _words("castle castles castling rochade rochiere roque roquer arrocco arroccare rokade rokeer")
SHORT = _words("short kingside kurz kurze kleine petit court corto corta kort korte")
LONG = _words("long queenside lang lange grosse grand lungo lunga")
