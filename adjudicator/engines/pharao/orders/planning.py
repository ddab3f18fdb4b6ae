"""Steps and facts of a plan: what an order says wherever it is played, and what lies open to all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.engines.contract import Note, OMeans, Revealed, Seat, UnreadableStep
from adjudicator.engines.order_text import Token
from adjudicator.engines.pharao.notation.interpretation import WORKERS
from adjudicator.engines.pharao.notation.notation import LETTERS, TREASURE_WORDS, Kind, localize_words
from adjudicator.engines.pharao.notation.partial_order import PartialOrder
from adjudicator.engines.pharao.notation.words import (
    FACT_FILLERS,
    FACT_FORMS,
    FACT_MEANINGS,
    FIGURE_LETTERS,
    TOLD_FORMS,
    WALKING,
    Thing,
    Verb,
    find_strange_words,
    is_closing_word,
    meaning_of,
    split_words,
)
from adjudicator.engines.pharao.orders.orders import OrderReader
from adjudicator.engines.pharao.position.cards import TEXTS, parse_sides
from adjudicator.engines.pharao.position.grid import CELLS, NAMES, NOWHERE, bit
from adjudicator.engines.pharao.position.position import COLOURS, FIGURES, NO_TREASURE, Colour, Figure, Position
from adjudicator.engines.pharao.view.view import PharaoView
from adjudicator.engines.planning import Fact, HelpEntry, PlannedStep, contains_in_order

FACT_KINDS = (
    HelpEntry("pharao.fact_open", "C3 open"),
    HelpEntry("pharao.fact_hidden", "C3 hidden"),
    HelpEntry("pharao.fact_fallen", "C3 fallen"),
    HelpEntry("pharao.fact_treasure", "treasure at C4"),
    HelpEntry("pharao.fact_bust", "bust found"),
    HelpEntry("pharao.fact_figure", "Ba at C3"),
    HelpEntry("pharao.fact_carry", "I carry"),
)
_VERBS: Mapping[Verb, Kind] = {
    Verb.FLIP: Kind.FLIP,
    Verb.ROTATE: Kind.ROTATE,
    Verb.UNLAMP: Kind.UNLAMP,
    Verb.TAKE: Kind.TAKE,
    Verb.DROP: Kind.DROP,
    Verb.PUT: Kind.DROP,
    Verb.STEAL: Kind.STEAL,
    Verb.END: Kind.END,
    Verb.SPIN: Kind.LAY,
}
_COLOUR_BY_LETTER = {colour[0]: colour for colour in COLOURS}
_WORD_OF_TREASURE = {int(treasure): word for treasure, word in TREASURE_WORDS.items()}
_FLIP_WITH_WISH = 3


def facts_of(view: PharaoView) -> frozenset[str]:
    """List the facts in a view."""
    return frozenset(_facts(view))


def _facts(view: PharaoView) -> Iterator[str]:
    for square in view.squares:
        state = "open" if square.standing else square.state
        yield f"{square.name} {state}"
        if square.treasures:
            yield f"treasure at {square.name}"
        for mark in square.figure_marks:
            yield f"{mark} at {square.name}"
    if view.bust != "hidden":
        yield "bust found"
    if any(standing.carries for standing in view.standings if standing.seat == view.seat):
        yield "I carry"


_STATES_OF_CELLS = frozenset({"open", "hidden", "fallen"})


def exclude_each_other(one: Fact, other: Fact) -> bool:
    """Tell whether two facts give one cell two states, or one figure two places."""
    if one.text == other.text or not (one.holds and other.holds):
        return one == other.denied()
    (subject, *rest), (rival, *others) = one.text.split(), other.text.split()
    is_state = subject in CELLS and {*rest, *others} <= _STATES_OF_CELLS
    is_figure = subject not in CELLS and subject != "treasure" and rest[:1] == others[:1] == ["at"]
    return subject == rival and (is_state or is_figure)


def read_fact(text: str) -> Fact | None:
    """Read a fact by its pieces, in whatever order a language has them."""
    pieces: dict[str, str] = {}
    tokens = list(split_words(text))
    while tokens:
        token = tokens.pop(0)
        number = tokens[0] if tokens and tokens[0].is_number and tokens[0].start == token.end else None
        if number is not None and (name := f"{token.text.upper()}{int(number.text)}") in CELLS:
            tokens.pop(0)
            kind, value = "cell", name
        else:
            kind, value = _piece(token.text)
        if kind in pieces or not (kind or token.text in FACT_FILLERS):
            return None
        if kind:
            pieces[kind] = value
    return _fact_of(pieces)


def format_fact(fact: Fact, language: str) -> tuple[str, bool]:
    """Write a fact in the words of a language."""
    words = fact.text.split()
    kind = next((word for word in ("open", "hidden", "fallen", "treasure", "bust", "carry") if word in words), "figure")
    cell = next((word for word in words if word in CELLS), "")
    form = FACT_FORMS[kind].get(language, FACT_FORMS[kind]["en"])
    return form.format(cell=cell, figure=words[0]), not fact.holds


def read_ahead(position: Position, text: str, o_means: OMeans | None) -> PlannedStep:
    """Read the first step of a text. To turn a card is to turn it over while it lies face down, else to rotate it."""
    tokens = split_words(text)
    if is_closing_word(tokens):
        return PlannedStep("end", complete=True)
    reader = OrderReader(tokens, o_means=o_means)
    order = reader.read()
    walks = _walks_of_either(order, tokens[: reader.place])
    words = () if find_strange_words(tokens, reader.sides_at) else walks[:1] or _canonical_words(position, order)
    if not words:
        raise UnreadableStep(text, Note.of("pharao.unreadable"))
    rest = text[tokens[reader.place].start :] if reader.place < len(tokens) else ""
    return PlannedStep(" ".join(words), not walks and _is_complete(words), rest, walks[1:])


def format_ahead(step: str, language: str) -> str:
    """Write a planned step in the words of a language."""
    head, *rest = step.split(" ")
    sides = rest[-1] if rest and head in ("flip", "turn", "rotate") and set(rest[-1]) <= set("NESW") else ""
    # The German word of our letters may mean to turn a card over.
    return localize_words(step, sides, language).replace("drehen", "rotieren")


def tell_ahead(step: str, language: str) -> str:
    """Write a planned step as it stands behind the name of somebody who plays it."""
    head, *rest = step.split(" ")
    form = TOLD_FORMS.get(head, {}).get(language)
    if form is None or not rest or (len(rest) > 1 and form.startswith("{}")):
        return format_ahead(step, language)
    return form.format(format_ahead(step, language).partition(" ")[2])


def includes(played: Sequence[str], planned: Sequence[str]) -> bool:
    """Tell whether planned steps were played, in their order. With sides, ``flip C4 NE`` is two steps."""
    return contains_in_order(_all_single(played), _all_single(planned), _fits)


def single_steps(step: str) -> tuple[str, ...]:
    """Split ``flip C4 NE`` into the turning over and the laying."""
    words = step.split()
    if words[0] == Kind.FLIP and len(words) == _FLIP_WITH_WISH:
        return " ".join(words[:2]), f"{Kind.LAY} {_text_of(words[2])}"
    return (step,)


def never_legal(position: Position, step: str, seat: Seat | None = None) -> Note | None:
    """Find a card that has fallen, or that lies face up and is to be turned over."""
    del seat
    words = step.split()
    cell = next((CELLS[word] for word in words[1:2] if word in CELLS), None)
    if cell is None:
        return None
    if position.fallen & bit(cell):
        return Note.of("pharao.fallen", cell=NAMES[cell])
    if words[0] == Kind.FLIP and not position.hidden & bit(cell):
        return Note.of("pharao.face_up", cell=NAMES[cell])
    return None


def weigh(revealed: Revealed, notes: Sequence[Note]) -> Revealed:
    """Count a corridor as small: it seldom changes a plan. A chamber, a photo and a treasure are great."""
    keys = {note.key: note for note in notes}
    flipped = keys.get("pharao.flipped")
    if revealed is Revealed.GREAT and flipped and not flipped["chamber"] and "pharao.photo" not in keys:
        return Revealed.SMALL
    return revealed


# Facts


def _piece(word: str) -> tuple[str, str]:
    if word in FACT_MEANINGS:
        return FACT_MEANINGS[word], word
    if len(word) == 2 and word[0] in _COLOUR_BY_LETTER and word[1] in FIGURE_LETTERS:
        return "mark", word[0].upper() + FIGURE_LETTERS[word[1]][0]
    meaning = meaning_of(split_words(word)[0]) if word.isalpha() else None
    match meaning:
        case Thing.BUST:
            return "bust", ""
        case Colour():
            return "colour", meaning[0].upper()
        case Figure():
            return "figure", meaning[0]
    return "", ""


def _fact_of(pieces: Mapping[str, str]) -> Fact | None:  # noqa: PLR0911 - one answer a kind
    cell = pieces.get("cell", "")
    match tuple(sorted(pieces)):
        case ("cell", "open" | "hidden" | "fallen" as state):
            return Fact(f"{cell} {state}")
        case ("cell", "treasure"):
            return Fact(f"treasure at {cell}")
        case ("bust", "found"):
            return Fact("bust found")
        case ("carry",):
            return Fact("I carry")
        case ("cell", "mark"):
            return Fact(f"{pieces['mark']} at {cell}")
        case ("cell", "colour", "figure"):
            return Fact(f"{pieces['colour']}{pieces['figure']} at {cell}")
    return None


# Steps


def _canonical_words(position: Position, order: PartialOrder) -> tuple[str, ...]:
    """Write an order in the canonical order of words; empty if it says no step."""
    kind = _kind_of(position, order)
    if kind is None or order.unclear or order.quarters or (order.cell and order.cell not in CELLS):
        return ()
    if order.figure not in (None, WORKERS.get(kind, order.figure)):
        return ()
    if order.cell and kind not in (Kind.WALK, Kind.FLIP, Kind.ROTATE):
        return ()
    return _words_of(order, kind)


def _walks_of_either(order: PartialOrder, tokens: Sequence[Token]) -> tuple[str, ...]:
    """List the steps of each figure to a card, if a word says that somebody goes there, and none says which one."""
    plain = PartialOrder(cell=order.cell)
    if order != plain or order.cell not in CELLS or WALKING.isdisjoint(token.text for token in tokens):
        return ()
    return tuple(f"{LETTERS[figure]} {order.cell}" for figure in FIGURES)


def _words_of(order: PartialOrder, kind: Kind) -> tuple[str, ...]:  # noqa: PLR0911 - one answer a kind
    match kind:
        case Kind.WALK:
            return (LETTERS[order.figure], order.cell) if order.figure and order.cell else ()
        case Kind.FLIP:
            return (kind, order.cell, *filter(None, (order.sides,))) if order.cell else ()
        case Kind.ROTATE:
            return (kind, order.cell, *filter(None, (_text_of(order.sides),))) if order.cell else ()
        case Kind.LAY:
            return (kind, _text_of(order.sides)) if order.sides else ()
        case Kind.TAKE:
            worth = _WORD_OF_TREASURE.get(order.treasure, "")
            return () if order.treasure and not worth else (kind, *filter(None, (worth,)))
        case Kind.STEAL:
            return (kind, *((order.colour.value,) if order.colour else ()))
    return (kind,) if order.treasure == NO_TREASURE or kind is Kind.DROP else ()


def _kind_of(position: Position, order: PartialOrder) -> Kind | None:
    if order.lantern:
        return Kind.UNLAMP if order.verb is Verb.TAKE else Kind.LAMP
    if order.verb:
        if order.verb is Verb.SPIN and order.cell:
            # Whatever is done to a card that lies face down begins with turning it over.
            return Kind.FLIP if position.hidden & bit(CELLS.get(order.cell, NOWHERE)) else Kind.ROTATE
        return Kind.STEAL if order.colour else _VERBS[order.verb]
    return Kind.WALK if order.cell or order.figure else None


def _text_of(sides: str) -> str:
    return TEXTS[parse_sides(sides)] if sides and set(sides) <= set("NESW") else ""


def _is_complete(words: Sequence[str]) -> bool:
    match words[0]:
        case Kind.ROTATE:
            return len(words) == 3
        case Kind.TAKE | Kind.STEAL:
            return len(words) == 2
    return True


def _all_single(steps: Sequence[str]) -> list[str]:
    return [single for step in steps for single in single_steps(step)]


def _fits(planned: str, step: str) -> bool:
    """Compare the first words: the words that were left out stand behind."""
    words = planned.split()
    return step.split()[: len(words)] == words
