"""Reading a text as a wish, word by word, up to the word that begins the next step."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from adjudicator.engines.pharao.cards import SIDE_OF
from adjudicator.engines.pharao.grid import CELLS, COLUMNS
from adjudicator.engines.pharao.position import BUST, COLOURS, FIGURES
from adjudicator.engines.pharao.wish import Wish
from adjudicator.engines.pharao.words import FIGURE_LETTERS, MEANINGS, SIDE_LETTERS

_TOKEN = re.compile(r"(?:[^\W\d_][\u0300-\u036f]*)+|\d{1,9}|\?")
_ABOUT_CARDS = ("flip", "spin", "rotate")
_HOLDING = ("take", "put", "drop", "steal")


@dataclass(frozen=True, slots=True)
class Token:
    """A word or number of a text, as it is compared, and where it starts and ends."""

    text: str
    start: int
    end: int

    @property
    def is_number(self) -> bool:
        return self.text.isdecimal()

    @property
    def meaning(self) -> str | None:
        """What the word means; nothing for one that only fills an order, None for one that is not known."""
        return MEANINGS.get(self.text)

    @property
    def names_sides(self) -> bool:
        """Tell whether it is made of the letters of sides, each at most once."""
        return SIDE_LETTERS.issuperset(self.text) and len(set(self.text)) == len(self.text) <= 4


def tokens_of(text: str) -> tuple[Token, ...]:
    """Cut a text into words and numbers, without case and accents."""
    return tuple(token for found in _TOKEN.finditer(text) for token in _tokens(found, text[found.end() :]))


def strange_words(tokens: Sequence[Token]) -> tuple[str, ...]:
    """List the words that no order has; a single letter may stand for a figure, a column or a side."""
    return tuple(
        token.text
        for token, behind in zip(tokens, (*tokens, None)[1:], strict=True)
        if not token.is_number
        and token.meaning is None
        and not (token.names_sides or token.text in FIGURE_LETTERS)
        and not (behind is not None and behind.is_number and len(token.text) == 1)
    )


NO_WISH = Wish()


@dataclass(slots=True)
class Reader:
    """Reads one wish from tokens. `sides_first` tells that a card waits to be laid: then sides alone are an order."""

    tokens: Sequence[Token]
    sides_first: bool = False
    wish: Wish = NO_WISH
    place: int = 0
    sides_from: int = -1
    """The token where the wished sides begin."""

    def read(self) -> Wish:
        """Read tokens as long as they belong to one step."""
        while self.place < len(self.tokens) and (taken := self._accept(self.tokens[self.place])):
            self.place += taken
        return replace(self.wish, sides=_in_compass(self.wish.sides))

    def _accept(self, token: Token) -> int:
        """Take a token, and its number if it is a cell; 0 if it does not belong to this step."""
        name = self._cell_at(self.place)
        if name and not (self.wish.verb in _HOLDING and not self._close(self.place)):
            return self._with_cell(name)
        if token.is_number:
            return self._with_number(int(token.text))
        if self._expects_sides() and (sides := self._sides_of(token)):
            return self._with_sides(sides)
        letter = FIGURE_LETTERS.get(token.text)
        meaning = letter if letter and self._figure_is_meant(token) else token.meaning
        return self._with_word(meaning) if meaning else 1

    def _cell_at(self, place: int) -> str:
        """Read a letter and a number as the name of a cell, also of one that there is not if they are written close."""
        if place + 1 >= len(self.tokens) or not self.tokens[place + 1].is_number:
            return ""
        letter, number = self.tokens[place].text.upper(), str(int(self.tokens[place + 1].text))
        is_cell = len(letter) == 1 and letter.isalpha() and (letter + number in CELLS or self._close(place))
        return letter + number if is_cell else ""

    def _close(self, place: int) -> bool:
        return self.tokens[place].end == self.tokens[place + 1].start

    def _with_cell(self, name: str) -> int:
        if self.wish.cell or self.wish.sides or self.wish.verb == "end":
            return 0
        self.wish = replace(self.wish, cell=name)
        return 2

    def _with_number(self, number: int) -> int:
        wish = self.wish
        if wish.verb not in ("rotate", "spin"):
            return self._with_treasure(number)
        if number not in (90, 180, 270) or wish.quarters or wish.sides:
            return 0
        self.wish = replace(wish, quarters=number // 90)
        return 1

    def _with_treasure(self, treasure: int) -> int:
        wish = self.wish
        if wish.treasure or wish.cell or wish.lantern or wish.sides:
            return 0
        if wish.verb not in _HOLDING and (wish.verb or wish.figure):
            return 0
        self.wish = replace(wish, treasure=treasure)
        return 1

    def _with_lantern(self) -> int:
        wish = self.wish
        if wish.lantern or wish.treasure or wish.cell or wish.verb not in ("", "put", "take"):
            return 0
        self.wish = replace(wish, lantern=True)
        return 1

    def _expects_sides(self) -> bool:
        wish = self.wish
        if wish.quarters:
            return False
        if wish.verb == "spin":
            return True
        return bool(wish.cell) if wish.verb in _ABOUT_CARDS else self.sides_first and not _begun(wish)

    def _sides_of(self, token: Token) -> str:
        if token.meaning and token.meaning in "NESW":
            return token.meaning
        # Behind "north" a small word like "e" or "en" is an "and".
        spelt = self.sides_from >= 0 and self.tokens[self.sides_from].meaning in SIDE_OF
        if not token.names_sides or (spelt and token.meaning == ""):
            return ""
        return token.text.upper()

    def _with_sides(self, sides: str) -> int:
        if self.sides_from < 0:
            self.sides_from = self.place
        self.wish = replace(self.wish, sides=self.wish.sides + sides)
        return 1

    def _figure_is_meant(self, token: Token) -> bool:
        """Tell a figure's letter from the little word "a", which stands before cells in Italian and French."""
        if self.wish.verb in _ABOUT_CARDS and not (self.wish.cell or self.wish.sides):
            return False
        if self.wish.figure and not self.wish.cell:
            return False
        behind = self.place + 1
        if behind == len(self.tokens):
            return self.place == 0 or token.text != "a"
        if self.place and token.text == "a" and not (_begun(self.wish) or self.wish.sides):
            return False
        return bool(self._cell_at(behind)) or (
            self.place == 0 and (token.text, self.tokens[behind].meaning) != ("a", "lantern")
        )

    def _with_figure(self, figure: str) -> int:
        if _begun(self.wish) or self.wish.sides:
            return 0
        self.wish = replace(self.wish, figure=figure)
        return 1

    def _with_word(self, meaning: str) -> int:
        if meaning in FIGURES:
            return self._with_figure(meaning)
        if meaning in COLOURS:
            return self._with_colour(meaning)
        if meaning in SIDE_OF:
            return 0 if _begun(self.wish) else 1
        if meaning == "bust":
            return self._with_treasure(BUST)
        return self._with_lantern() if meaning == "lantern" else self._with_verb(meaning)

    def _with_colour(self, colour: str) -> int:
        if self.wish.colour or self.wish.verb not in ("steal", "take"):
            return 0
        self.wish = replace(self.wish, colour=colour)
        return 1

    def _with_verb(self, verb: str) -> int:
        wish = self.wish
        if wish.verb == "end" and verb == "spin" and self.place == len(self.tokens) - 1:
            return 1  # "end my turn"
        if self.sides_first and verb == "put":
            verb = "spin"
        if wish.verb or wish.sides or (wish.lantern and verb not in ("put", "take")):
            return 0
        if wish.cell and not (verb in _ABOUT_CARDS and not self._cell_follows()):
            return 0
        self.wish = replace(wish, verb=verb)
        return 1

    def _cell_follows(self) -> bool:
        """Tell whether a cell comes before the next verb, so that a verb belongs to that one."""
        for place in range(self.place + 1, len(self.tokens)):
            if self._cell_at(place):
                return True
            if self.tokens[place].meaning in _ABOUT_CARDS:
                return False
        return False


def _tokens(found: re.Match[str], behind: str) -> tuple[Token, ...]:
    """Make a token of a word; two of the figure and column in "AC3"."""
    text, (start, end) = _plain(found[0]), found.span()
    if (
        len(text) == end - start == 2
        and text[0] in FIGURE_LETTERS
        and text[1].upper() in COLUMNS
        and behind[:1].isdigit()
    ):
        return Token(text[0], start, start + 1), Token(text[1], start + 1, end)
    return (Token(text, start, end),)


def _begun(wish: Wish) -> bool:
    return bool(wish.verb or wish.cell or wish.figure or wish.lantern or wish.treasure)


def _in_compass(sides: str) -> str:
    """Translate letters of all languages. O is the east beside W or Z, the west beside E, and unclear alone."""
    east = "W" in sides or "Z" in sides
    sides = sides.replace("Z", "S")
    if "O" in sides and east != ("E" in sides):
        sides = sides.replace("O", "E" if east else "W")
    return "".join(dict.fromkeys(sides))


def _plain(word: str) -> str:
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", word).casefold())
    return "".join(letter for letter in bare if not unicodedata.combining(letter)).replace("æ", "ae")
