"""Reading a text as a wish, word by word, up to the word that begins the next step."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from adjudicator.engines.order_text import Token, tokens_of
from adjudicator.engines.pharao.cards import LETTERS, SIDE_OF
from adjudicator.engines.pharao.grid import CELLS, COLUMNS
from adjudicator.engines.pharao.position import BUST, COLOURS, FIGURES
from adjudicator.engines.pharao.wish import Wish
from adjudicator.engines.pharao.words import ENDS_ALONE, FIGURE_LETTERS, MEANINGS, ORDINARY, SIDE_LETTERS

_ABOUT_CARDS = ("flip", "spin", "rotate")
_LAYING = ("spin", "rotate")
"""The verbs that sides must follow."""
_HOLDING = ("take", "put", "drop", "steal")
_SHORTEST_SHOUT = 3
_AND = ("et", "e")
_BEFORE_EAST = (*_AND, "l", "a", "ad", "al", "vers", "verso")
_COMPASS = frozenset(LETTERS.casefold())


def meaning_of(token: Token) -> str | None:
    """Tell what a word means; nothing for one that only fills an order, None for one that is not known."""
    return MEANINGS.get(token.text)


def words_of(text: str) -> tuple[Token, ...]:
    """Cut a text into words and numbers; the figure and the column in "AC3" are two."""
    return tuple(part for token in tokens_of(text) for part in _parts(token, text[token.end : token.end + 1]))


def strange_words(tokens: Sequence[Token], sides: AbstractSet[int]) -> tuple[str, ...]:
    """List the words that no order has; a single letter may stand for a figure or a column."""
    return tuple(
        token.text
        for place, (token, behind) in enumerate(zip(tokens, (*tokens, None)[1:], strict=True))
        if not token.is_number
        and meaning_of(token) is None
        and not (place in sides or (token.text in FIGURE_LETTERS and not token.elided))
        and not (behind is not None and behind.is_number and token.is_letter)
    )


def only_ends(tokens: Sequence[Token]) -> bool:
    """Recognise a word that ends a turn when nothing else is said."""
    said = [token for token in tokens if meaning_of(token) != ""]
    return len(said) == 1 and said[0].text in ENDS_ALONE


def written_sides(tokens: Sequence[Token]) -> frozenset[int]:
    """Find the places of the tokens that are written as letters of sides, and not as a word that looks like them.

    In capitals they may stand anywhere, unless all is in capitals. In small letters they stand at the end, and are no
    everyday word, save behind a verb that wants sides or as letters one by one.
    """
    could = [place for place, token in enumerate(tokens) if _could_be_sides(token)]
    shouted = any(
        token.is_upper and len(token.text) >= _SHORTEST_SHOUT and meaning_of(token) is not None for token in tokens
    )
    run = _run_at_the_end(tokens, could)
    due = any(meaning_of(token) in _LAYING for token in tokens[: len(tokens) - len(run)])
    spelt = len(run) == len(tokens) > 1 and all(token.is_letter for token in tokens)
    return frozenset(
        place
        for place in could
        if (tokens[place].is_upper and not shouted)
        or (place in run and _small_letters_count(tokens[place], due=due, spelt=spelt))
    )


def _could_be_sides(token: Token) -> bool:
    return SIDE_LETTERS.issuperset(token.text) and len(set(token.text)) == len(token.text) <= 4 and not token.elided


def _run_at_the_end(tokens: Sequence[Token], could: Sequence[int]) -> range:
    start = len(tokens)
    while start - 1 in could:
        start -= 1
    return range(start, len(tokens))


def _small_letters_count(token: Token, *, due: bool, spelt: bool) -> bool:
    if not (token.written.islower() or token.is_upper):
        return False
    return token.text not in ORDINARY or spelt or (due and _COMPASS.issuperset(token.text))


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
    initial: bool = False
    """Whether the figure was named by its letter, which alone is somebody's initial."""
    sides_at: AbstractSet[int] = field(init=False)
    """The places of the tokens that are written as sides."""

    def __post_init__(self) -> None:
        self.sides_at = written_sides(self.tokens)

    def read(self) -> Wish:
        """Read tokens as long as they belong to one step."""
        while self.place < len(self.tokens) and (taken := self._accept(self.tokens[self.place])):
            self.place += taken
        if self.initial and self.wish == Wish(figure=self.wish.figure):
            return NO_WISH
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
        if self.place in self.sides_at:
            return 0  # nobody asked for sides
        return self._with_letter_or_word(token)

    def _with_letter_or_word(self, token: Token) -> int:
        letter = FIGURE_LETTERS.get(token.text)
        if letter and not (token.is_accented or token.elided) and self._figure_is_meant(token):
            self.initial = True
            return self._with_figure(letter)
        meaning = meaning_of(token)
        if meaning is None and _begun(self.wish):
            return 0
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
        meaning = meaning_of(token)
        if meaning in SIDE_OF and (token.text != "est" or self._is_east()):
            return meaning or ""
        return token.text.upper() if self.place in self.sides_at else ""

    def _is_east(self) -> bool:
        """Tell the French and Italian east from the French "is"."""
        if self.place == 0:
            return all(meaning_of(token) in SIDE_OF or token.text in _AND for token in self.tokens)
        before = self.tokens[self.place - 1]
        return before.is_number or before.text in _BEFORE_EAST or meaning_of(before) in (*SIDE_OF, *_ABOUT_CARDS)

    def _with_sides(self, sides: str) -> int:
        if self.sides_from < 0:
            self.sides_from = self.place
        self.wish = replace(self.wish, sides=self.wish.sides + sides)
        return 1

    def _figure_is_meant(self, token: Token) -> bool:
        """Tell a figure's letter from the little word "a", which stands before cells in Italian and French."""
        if self._closes_a_walk():
            return token.is_upper or token.text != "a"
        if self.wish.verb in _ABOUT_CARDS and not (self.wish.cell or self.wish.sides):
            return False
        if self.wish.figure and not self.wish.cell:
            return False
        behind = self.place + 1
        if behind == len(self.tokens):
            return False
        if self.place and token.text == "a" and not (_begun(self.wish) or self.wish.sides):
            return False
        return bool(self._cell_at(behind)) or (
            self.place == 0 and (token.text, meaning_of(self.tokens[behind])) != ("a", "lantern")
        )

    def _closes_a_walk(self) -> bool:
        """Tell whether a figure may be named here behind the cell that it goes to: ``C3 P``."""
        behind = self.tokens[self.place + 1 :]
        return bool(self.wish.cell) and self.wish == Wish(cell=self.wish.cell) and not any(map(meaning_of, behind))

    def _with_figure(self, figure: str) -> int:
        if (_begun(self.wish) or self.wish.sides) and not self._closes_a_walk():
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
            if meaning_of(self.tokens[place]) in _ABOUT_CARDS:
                return False
        return False


def _parts(token: Token, behind: str) -> tuple[Token, ...]:
    """Make two tokens of the figure and column in "AC3"."""
    text, start, end = token.text, token.start, token.end
    joined = len(text) == end - start == 2 and text[0] in FIGURE_LETTERS and text[1].upper() in COLUMNS
    if not (joined and behind.isdigit()):
        return (token,)
    letters = enumerate(token.written)
    return tuple(Token(text[at], letter, start + at, start + at + 1) for at, letter in letters)


def _begun(wish: Wish) -> bool:
    return bool(wish.verb or wish.cell or wish.figure or wish.lantern or wish.treasure)


def _in_compass(sides: str) -> str:
    """Translate letters of all languages. O is the east beside W or Z, the west beside E, and unclear alone."""
    east = "W" in sides or "Z" in sides
    sides = sides.replace("Z", "S")
    if "O" in sides and east != ("E" in sides):
        sides = sides.replace("O", "E" if east else "W")
    return "".join(dict.fromkeys(sides))
