"""The letter O in orders, the east in some languages and the west in others: is it open, and how is it written out?

Both questions are about a text alone, so that a writer can be asked before anything of their letter is played.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engines.contract import OMeans
from adjudicator.engines.order_text import Token
from adjudicator.engines.pharao.notation.words import SIDE_WORDS, find_sides, find_strange_words, put_o, split_words
from adjudicator.engines.pharao.orders.orders import OrderReader
from adjudicator.engines.pharao.position.cards import LETTERS


def leaves_o_open(text: str, o_means: OMeans | None) -> bool:
    """Tell whether a text has an O that may be either side."""
    return any(True for _ in _open_tokens(text, o_means))


def spell_out_o(text: str, meaning: OMeans, language: str, o_means: OMeans | None) -> str:
    """Write the letters of sides among which is an open O as words; the rest of the text stays as it is."""
    words, written = SIDE_WORDS.get(language, SIDE_WORDS["en"]), text
    for token in sorted(_open_tokens(text, o_means), key=lambda token: token.start, reverse=True):
        letters = put_o(token.text.upper().replace("Z", "S"), meaning)
        spelt = " ".join(words[letter] for letter in dict.fromkeys(letters) if letter in LETTERS)
        written = f"{written[: token.start]}{spelt}{written[token.end :]}"
    return written


def _open_tokens(text: str, o_means: OMeans | None) -> Iterator[Token]:
    """Yield the tokens with an open O, in one order after the other.

    Every order is read as if a card waited to be laid: that a side is named at all is clear from the letters.
    """
    tokens = split_words(text)
    if find_strange_words(tokens, find_sides(tokens)):
        return
    while tokens:
        reader = OrderReader(tokens, True, o_means)
        if reader.read().unclear:
            places = range(max(reader.sides_from, 0), reader.place)
            yield from (tokens[at] for at in places if at in reader.sides_at and "o" in tokens[at].text)
        if not reader.place:
            return
        tokens = tokens[reader.place :]
