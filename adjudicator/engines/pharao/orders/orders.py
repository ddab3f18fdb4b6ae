"""Reading an order as the one legal step it means.

1. The text is cut into words; a word that no order has makes it unreadable (`words`).
2. `OrderReader` takes words as long as they belong to one step, and fills in a partial order.
3. The partial order is held against the legal steps (`interpretation`): one is the answer, several are a question, and
   none is a refusal (`illegal`). If a side is an O that may be east or west, both readings have to give the same step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain

from adjudicator.engines.contract import AmbiguousStep, IllegalStep, Note, OMeans, Parsed, UnreadableStep
from adjudicator.engines.order_text import Token
from adjudicator.engines.pharao.notation.interpretation import find_steps
from adjudicator.engines.pharao.notation.notation import Kind, Step
from adjudicator.engines.pharao.notation.partial_order import NOTHING, PartialOrder, kind_of
from adjudicator.engines.pharao.notation.words import (
    ABOUT_SIDES,
    CARD_VERBS,
    FIGURE_LETTERS,
    HOLDING_VERBS,
    Meaning,
    Thing,
    Verb,
    find_sides,
    find_strange_words,
    is_closing_word,
    is_known,
    meaning_of,
    split_words,
    translate_sides,
)
from adjudicator.engines.pharao.position.cards import Side
from adjudicator.engines.pharao.position.grid import CELLS
from adjudicator.engines.pharao.position.position import BUST, Colour, Figure, Position
from adjudicator.engines.pharao.steps.illegal import explain_illegal
from adjudicator.engines.pharao.steps.legal import legal_steps
from adjudicator.engines.pharao.steps.suggestions import nearest_orders

_AND = ("et", "e", "ed", "and", "und")
_OPEN = ("aperto", "aperta", "aperti", "aperte", "apertura", "aperture", "ouverture", "ouvertures")
_BEFORE_EAST = frozenset(
    (*_AND, *_OPEN, "l", "a", "ad", "al", "au", "con", "lato", "lati", "cote", "cotes", "avec", "ouvert", "ouverte")
) | {"ouverts", "ouvertes", "vers", "verso", "to", "nach", "naar"}
_IS_OPEN = ("ouvert", "ouverte", "deja", "maintenant")
_LITTLE_A = "a"
"""The archaeologist's initial, but also a word before cells in French and Italian, and before nouns in English."""


def parse_order(position: Position, text: str, o_means: OMeans | None = None, *, wishes: bool = False) -> Parsed[Step]:
    """Read an order, as the contract has it. With `wishes`, sides alone are a wish for the card that waits to be laid.

    The rest holds the sides that a card to be turned over is wished to be open to (``flip C4 NEW``), and whatever
    follows the first step.
    """
    tokens = split_words(text)
    reader = OrderReader(tokens, position.turn.flipped >= 0, o_means)
    if is_closing_word(tokens):
        order, reader.place = PartialOrder(verb=Verb.END), len(tokens)
    elif strange := find_strange_words(tokens, reader.sides_at):
        known = OrderReader([token for token in tokens if token.text not in strange], reader.card_waits, o_means).read()
        raise _unreadable(
            position,
            text,
            Note.of("pharao.strange_words", words=" ".join(token.written for token in tokens if token.text in strange)),
            known,
        )
    else:
        order = reader.read()
    kind = kind_of(order, position)
    if kind is None or (order == PartialOrder(cell=order.cell) and reader.stops_at_side):
        # "C4 is open to the north" says something of a card, and sends nobody there.
        raise _unreadable(position, text, Note.of("pharao.unreadable"), order)
    legal = legal_steps(position)
    wished = wishes and order.verb is None
    readings = [find_steps(reading, kind, position, legal, wished=wished) for reading in order.readings()]
    steps = list(dict.fromkeys(chain.from_iterable(readings)))
    if not steps:
        raise IllegalStep(text, explain_illegal(position, order, kind), partial(nearest_orders, position, order, kind))
    if len(steps) > 1 or (order.unclear and (kind is Kind.FLIP or not all(readings))):
        raise AmbiguousStep(text, _question(order, kind), partial(nearest_orders, position, order, kind, steps))
    # To turn a card over is a step of its own: the sides are left for the step that lays it.
    taken = reader.sides_from if reader.sides_from >= 0 and kind is Kind.FLIP else reader.place
    return Parsed(steps[0], text[tokens[taken].start :] if taken < len(tokens) else "")


def _question(order: PartialOrder, kind: Kind) -> Note:
    """Ask for the part that an order leaves open."""
    if order.unclear:
        return Note.of("pharao.which_o", sides=order.sides)
    if kind is Kind.WALK and order.cell:
        return Note.of("pharao.which_figure", cell=order.cell)
    if kind is Kind.WALK:
        return Note.of("pharao.where_to", figure=order.figure)
    if kind is Kind.LAY or (kind is Kind.ROTATE and order.cell):
        return Note.of("pharao.which_sides", cell=order.cell, sides=order.sides)
    return Note.of({Kind.STEAL: "pharao.whom", Kind.TAKE: "pharao.which_treasure"}.get(kind, "pharao.which_card"))


def _unreadable(position: Position, text: str, reason: Note, known: PartialOrder = NOTHING) -> UnreadableStep:
    """Refuse a text; `known` is the meaning of the words that are understood."""
    kind = kind_of(known, position)
    return UnreadableStep(text, reason, partial(nearest_orders, position, known, kind))


@dataclass(slots=True)
class OrderReader:
    """Reads one partial order from words, up to the word that begins the next step.

    Every `_read_*` method answers how many tokens it took: 0 if the token at `place` belongs to the next step. Which
    pieces go together is the partial order's business; here is what the words around a word say of its meaning.
    """

    tokens: Sequence[Token]
    card_waits: bool = False
    """Whether a card waits to be laid: then sides alone are an order."""
    o_means: OMeans | None = None
    """The writer's meaning of an O among sides, if that is known."""
    order: PartialOrder = NOTHING
    place: int = 0
    sides_from: int = -1
    """The token where the wished sides begin."""
    by_initial: bool = False
    """Whether the figure was named by its letter."""
    sides_at: frozenset[int] = field(init=False)
    """The places of the tokens that are written as sides."""

    def __post_init__(self) -> None:
        self.sides_at = find_sides(self.tokens)

    def read(self) -> PartialOrder:
        """Read tokens as long as they belong to one step."""
        while self.place < len(self.tokens) and (taken := self._read_token(self.tokens[self.place])):
            self.place += taken
        # A letter alone is no order but somebody's initial under a letter.
        if self.by_initial and self.order == PartialOrder(figure=self.order.figure):
            return NOTHING
        return replace(self.order, sides=translate_sides(self.order.sides, self.o_means))

    @property
    def stops_at_side(self) -> bool:
        """Whether the word at which the order ends is a side."""
        if self.place == len(self.tokens):
            return False
        return self.place in self.sides_at or isinstance(meaning_of(self.tokens[self.place]), Side)

    def _read_token(self, token: Token) -> int:
        name = self._cell_at(self.place)
        # "take 2 a 3": behind a treasure's verb, a letter and a number are a cell only if they are written close.
        if name and (self.order.verb not in HOLDING_VERBS or self._is_close(self.place)):
            return self._fill(self.order.with_cell(name), tokens=2)
        if token.is_number:
            return self._fill(self.order.with_number(int(token.text)))
        if self._expects_sides() and (sides := self._sides_in(token)):
            return self._read_sides(sides)
        return 0 if self.place in self.sides_at else self._read_word(token)

    def _read_word(self, token: Token) -> int:
        figure = FIGURE_LETTERS.get(token.text)
        if figure and not (token.is_accented or token.elided) and self._is_initial(token):
            self.by_initial = True
            return self._read_figure(figure)
        meaning = meaning_of(token)
        if meaning is not None:
            return self._read_meaning(meaning)
        # A filler belongs to any step. What is not known may stand before the first piece only.
        return 1 if is_known(token) or token.text in ABOUT_SIDES or not self.order.begun else 0

    def _read_meaning(self, meaning: Meaning) -> int:
        match meaning:
            case Verb():
                return self._read_verb(meaning)
            case Figure():
                return self._read_figure(meaning)
            case Colour():
                return self._fill(self.order.with_colour(meaning))
            case Side():
                # Sides that count were taken before. This one is a stray word, or the French "is".
                return 0 if self.order.begun and not self._is_before_open() else 1
            case Thing.BUST:
                return self._fill(self.order.with_treasure(BUST))
            case Thing.LANTERN:
                return self._fill(self.order.with_lantern())

    def _fill(self, order: PartialOrder | None, tokens: int = 1) -> int:
        """Keep an order with one more piece, and answer how many tokens that took."""
        if order is None:
            return 0
        self.order = order
        return tokens

    # Cells

    def _cell_at(self, place: int) -> str:
        """Read a letter and a number as the name of a cell, also of one that there is not if they are written close."""
        if place + 1 >= len(self.tokens) or not self.tokens[place + 1].is_number:
            return ""
        letter, number = self.tokens[place].text.upper(), str(int(self.tokens[place + 1].text))
        is_cell = len(letter) == 1 and letter.isalpha() and (letter + number in CELLS or self._is_close(place))
        return letter + number if is_cell else ""

    def _is_close(self, place: int) -> bool:
        return self.tokens[place].end == self.tokens[place + 1].start

    def _cell_follows(self) -> bool:
        """Tell whether a cell comes before the next verb, so that a verb belongs to that one."""
        for place in range(self.place + 1, len(self.tokens)):
            if self._cell_at(place):
                return True
            if meaning_of(self.tokens[place]) in CARD_VERBS:
                return False
        return False

    # Sides

    def _expects_sides(self) -> bool:
        order = self.order
        if order.quarters:
            return False
        if order.verb is None:
            return self.card_waits and not order.begun
        return order.verb is Verb.SPIN or (order.verb in CARD_VERBS and bool(order.cell))

    def _sides_in(self, token: Token) -> str:
        meaning = meaning_of(token)
        if isinstance(meaning, Side) and (token.text != "est" or self._is_east()):
            return meaning.value
        return token.text.upper() if self.place in self.sides_at else ""

    def _is_east(self) -> bool:
        """Tell the French and Italian east from the French "is"."""
        behind = self.tokens[self.place + 1] if self.place + 1 < len(self.tokens) else None
        if self.place == 0:
            if behind is not None and not (behind.text in (*_AND, *_OPEN) or isinstance(meaning_of(behind), Side)):
                return False
            return all(isinstance(meaning_of(token), Side | None) for token in self.tokens)
        before = self.tokens[self.place - 1]
        if before.is_number:
            return not self._is_before_open()
        if before.text in _BEFORE_EAST:
            return True
        meaning = meaning_of(before)
        return isinstance(meaning, Side) or meaning in CARD_VERBS

    def _lays_what_stands_before(self) -> bool:
        """Tell whether a verb ends a clause about sides: it is right behind it, and lays down nothing else."""
        behind = [meaning for meaning in map(meaning_of, self.tokens[self.place + 1 :]) if meaning is not None]
        if self.place == len(self.tokens) - 1:
            return True
        close = self.place > 0 and self.tokens[self.place].start == self.tokens[self.place - 1].end + 1
        number = self.tokens[self.place + 1].is_number
        return close and not number and not (behind and isinstance(behind[0], Thing | Colour | Side))

    def _is_before_open(self) -> bool:
        """Tell whether this is the French "is" of *C4 est ouverte*."""
        here, *behind = self.tokens[self.place : self.place + 2]
        return here.text == "est" and bool(behind) and behind[0].text in _IS_OPEN

    def _read_sides(self, sides: str) -> int:
        if self.sides_from < 0:
            self.sides_from = self.place
        return self._fill(replace(self.order, sides=self.order.sides + sides))

    # Figures

    def _read_figure(self, figure: Figure) -> int:
        if (self.order.begun or self.order.sides) and not self._ends_walk():
            return 0
        return self._fill(replace(self.order, figure=figure))

    def _is_initial(self, token: Token) -> bool:
        """Tell a figure's letter from a little word."""
        little = token.text == _LITTLE_A
        if self._ends_walk():
            # "C3 P". A small "a" behind a cell begins something else.
            return token.is_upper or not little
        if self._awaits_cell():
            # "flip a C4", "porter a C4"
            return False
        if little and self.place and not (self.order.begun or self.order.sides):
            # "vado a C3", "I go a C3"
            return False
        return self._begins_walk(little=little)

    def _ends_walk(self) -> bool:
        """Tell whether a figure may be named here behind the cell that it goes to."""
        order, behind = self.order, self.tokens[self.place + 1 :]
        return bool(order.cell) and order == PartialOrder(cell=order.cell) and not any(map(meaning_of, behind))

    def _awaits_cell(self) -> bool:
        order = self.order
        if order.cell:
            return False
        return order.figure is not None or (order.verb in CARD_VERBS and not order.sides)

    def _begins_walk(self, *, little: bool) -> bool:
        behind = self.place + 1
        if behind == len(self.tokens):
            return False
        if self._cell_at(behind):
            return True
        # "P takes the lamp" is the porter; "a lantern" is nobody.
        return self.place == 0 and not (little and meaning_of(self.tokens[behind]) is Thing.LANTERN)

    # Verbs

    def _read_verb(self, verb: Verb) -> int:
        if self.order.verb is Verb.END and verb is Verb.SPIN and self.place == len(self.tokens) - 1:
            # "end my turn"
            return 1
        if self.card_waits and verb is Verb.PUT:
            # To put down a card that waits is to lay it.
            verb = Verb.SPIN
            if self.order == PartialOrder(sides=self.order.sides) and self._lays_what_stands_before():
                # "mit Norden und Osten offen legen, dann A nach E2"
                return self._fill(replace(self.order, verb=verb))
        # "C4 rotate": a verb behind a cell is about that cell, unless another cell follows.
        if self.order.cell and (verb not in CARD_VERBS or self._cell_follows()):
            return 0
        return self._fill(self.order.with_verb(verb))
