"""Steps and facts of a plan: the meaning of an order wherever it is played, and the facts in a view.

Of the position, a planned step asks only for the cells of the laws, which never change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.engines.cheops.notation.notation import translate_order
from adjudicator.engines.cheops.notation.partial_order import (
    PartialOrder,
    declines_to_draw,
    find_strange_words,
    read_partial_order,
)
from adjudicator.engines.cheops.notation.words import FACT_FILLERS, FACT_FORMS, FACT_MEANINGS, MEANINGS, TOLD_FORMS
from adjudicator.engines.cheops.position.laws import HELD_LAWS
from adjudicator.engines.cheops.position.pieces import COLOURS, FACE_DOWN_LAW, FAMILIES, NEIGHBOUR, TILE_KINDS, TILES
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pyramid import CELL_BY_NAME, CELL_NAMES
from adjudicator.engines.cheops.view.view import CheopsView
from adjudicator.engines.contract import Note, Revealed, Seat, UnreadableStep
from adjudicator.engines.order_text import Token, tokens_of
from adjudicator.engines.planning import Fact, HelpEntry, PlannedStep, contains_in_order

FACT_KINDS = (
    HelpEntry("cheops.fact_free", "A3 free"),
    HelpEntry("cheops.fact_taken", "A3 taken"),
    HelpEntry("cheops.fact_treasure", "A3 R"),
    HelpEntry("cheops.fact_market", "market 15"),
    HelpEntry("cheops.fact_full", "R full"),
    HelpEntry("cheops.fact_law", "law 4 lies"),
    HelpEntry("cheops.fact_hand", "my hand has 2"),
)
_ALONE = ("end", "pass", "pay", "hold")
_MOST_LAWS = 12
_STACKS = ("1", "2", "3")


def facts_of(view: CheopsView) -> frozenset[str]:
    """List the facts in a view."""
    return frozenset(_facts(view))


def _facts(view: CheopsView) -> Iterator[str]:
    for name, piece in zip(CELL_NAMES, view.board, strict=True):
        if piece in TILES:
            yield f"{name} taken"
        elif piece != FACE_DOWN_LAW:
            yield f"{name} {piece}"
    yield f"market {view.price}"
    for column in view.columns:
        if column.full:
            yield f"{column.colour} full"
    for law in view.laws:
        yield f"law {law.law:d} lies"
    if view.me is not None:
        for family in set(view.me.hand):
            yield f"my hand has {family}"


def exclude_each_other(one: Fact, other: Fact) -> bool:
    """Tell whether two facts say different things of one cell, or of the market."""
    if one.text == other.text or not (one.holds and other.holds):
        return one == other.denied()
    subject, rival = (fact.text.split()[0] for fact in (one, other))
    return subject == rival and (subject in CELL_NAMES or subject == "market")


def read_fact(text: str) -> Fact | None:
    """Read a fact by its pieces, in whatever order a language has them."""
    pieces: dict[str, str] = {}
    tokens = list(tokens_of(text))
    while tokens:
        token = tokens.pop(0)
        cell = _cell_name(token, tokens[0]) if tokens else ""
        if cell:
            tokens.pop(0)
        kind, value = ("cell", cell) if cell else _piece(token)
        if kind in pieces or not (kind or token.text in FACT_FILLERS):
            return None
        if kind:
            pieces[kind] = value
    return _fact_of(pieces)


def format_fact(fact: Fact, language: str) -> tuple[str, bool]:
    """Write a fact in the words of a language."""
    words = fact.text.split()
    opposite = words[-1] == "taken" and not fact.holds
    kind = "free" if opposite else "treasure" if words[0] in CELL_BY_NAME and words[-1] in COLOURS else ""
    kind = kind or next(word for word in ("taken", "market", "full", "law", "hand") if word in words)
    value = next((word for word in words if word.isdecimal() or word in COLOURS), words[0])
    forms = FACT_FORMS[kind]
    form = forms.get(language, forms["en"])
    return form.format(cell=words[0], value=value), not (fact.holds or opposite)


def read_ahead(position: Position, text: str, before: Sequence[str] = ()) -> PlannedStep:
    """Read the first step of a text by its words alone."""
    del before
    tokens = tokens_of(text)
    if declines_to_draw(tokens):
        return PlannedStep("end", complete=True)
    if find_strange_words(tokens):
        raise UnreadableStep(text, Note.of("cheops.unreadable"))
    order, count = read_partial_order(tokens)
    words = _canonical_words(order)
    if not words:
        raise UnreadableStep(text, Note.of("cheops.unreadable"))
    rest = text[tokens[count].start :] if count < len(tokens) else ""
    return PlannedStep(" ".join(words), _is_complete(position, words), rest)


def format_ahead(step: str, language: str) -> str:
    """Write a planned step in the words of a language. To hold a law has no word of its own but the canonical one."""
    return step if step == "hold" else translate_order(step, language)


def tell_ahead(step: str, language: str) -> str:
    """Write a planned step as it stands behind the name of somebody who plays it: ``vend 3 A1``."""
    words = step.split(" ")
    verb = next((word for word in words if word in TOLD_FORMS), "")
    form = TOLD_FORMS.get(verb, {}).get(language)
    if form is None or (len(words) > 1 and "{}" not in form):
        return format_ahead(step, language)
    rest = " ".join(word for word in words if word != verb)
    return form.format(translate_order(rest, language) if rest else "").strip()


def includes(played: Sequence[str], planned: Sequence[str]) -> bool:
    """Tell whether planned steps were played, in their order."""
    return contains_in_order(played, planned, _fits)


def never_legal(position: Position, step: str, seat: Seat | None = None) -> Note | None:
    """Find a tile on the cell, an empty stack, or a family that is not in the hand of a seat."""
    words = step.split()
    cell = next((CELL_BY_NAME[word] for word in words if word in CELL_BY_NAME), None)
    if words[0] != "law12" and cell is not None and position.board[cell] in TILES:
        return Note.of("cheops.occupied", cell=CELL_NAMES[cell], tile=position.board[cell])
    if words[0] == "draw" and len(words) > 1 and not position.stacks[int(words[1]) - 1]:
        return Note.of("cheops.stack_empty", stack=words[1])
    tile = next((word for word in words[:2] if word in FAMILIES and cell is not None), "")
    if seat is None or not tile or tile in position.players[seat].hand:
        return None
    return Note.of("cheops.not_in_hand", tile=tile, hand=tuple(position.players[seat].hand))


def surely_reveals(position: Position, step: str) -> bool:
    """Tell whether a law that lies face down is taken."""
    cell = next((CELL_BY_NAME[word] for word in step.split() if word in CELL_BY_NAME), None)
    return cell is not None and position.board[cell] == FACE_DOWN_LAW


def hinges_on_secret(position: Position, step: str) -> bool:
    """Tell whether it has to be paid for with money that others cannot count."""
    paid = step == "pay" or NEIGHBOUR in step.split()
    return paid and position.variant.open_money != "yes"


def weigh(revealed: Revealed, notes: Sequence[Note]) -> Revealed:
    """Return how great the news of a step is: a law is great, and the next tile of a stack is small."""
    del notes
    return revealed


# Facts


def _cell_name(token: Token, number: Token) -> str:
    name = f"{token.text.upper()}{int(number.text)}" if token.is_letter and number.is_number else ""
    return name if name in CELL_BY_NAME and token.end == number.start else ""


def _piece(token: Token) -> tuple[str, str]:
    if token.is_number:
        return "number", str(int(token.text))
    if token.text in FACT_MEANINGS:
        return FACT_MEANINGS[token.text], token.text
    meaning = MEANINGS.get(token.text, "")
    if meaning in COLOURS:
        return "colour", meaning
    return ("law", "") if meaning == "law" else ("", "")


def _fact_of(pieces: Mapping[str, str]) -> Fact | None:  # noqa: PLR0911 - one answer a kind
    cell, colour, number = (pieces.get(kind, "") for kind in ("cell", "colour", "number"))
    match tuple(sorted(pieces)):
        case ("cell", "free"):
            return Fact(f"{cell} taken", holds=False)
        case ("cell", "taken"):
            return Fact(f"{cell} taken")
        case ("cell", "colour"):
            return Fact(f"{cell} {colour}")
        case ("market", "number") if number in ("5", "10", "15"):
            return Fact(f"market {number}")
        case ("colour", "full"):
            return Fact(f"{colour} full")
        case ("law", "lies", "number") if 1 <= int(number) <= _MOST_LAWS:
            return Fact(f"law {number} lies")
        case ("hand", "number") if number in FAMILIES:
            return Fact(f"my hand has {number}")
    return None


# Steps


def _canonical_words(order: PartialOrder) -> tuple[str, ...]:
    """Write an order in the canonical order of words; empty if it says no step."""
    cells = sorted((cell for cell in order.cells if cell in CELL_BY_NAME), key=CELL_BY_NAME.__getitem__)
    if len(cells) < len(order.cells) or (order.tile and order.tile not in TILE_KINDS):
        return ()
    if order.verb == "swap" or (order.law == "12" and (cells or order.colour)):
        return ("law12", *filter(None, (order.colour,)), *cells)
    if order.verb in ("", "sell", "keep", "discard") and (order.tile or cells):
        law = ("law11",) if order.law == "11" else ()
        return (*law, *filter(None, (order.tile, *cells, order.verb))) if cells else ()
    if order.law == "10" and order.colour and order.verb in ("", "sell"):
        return ("law10", order.colour)
    return _words_without_cells(order)


def _words_without_cells(order: PartialOrder) -> tuple[str, ...]:  # noqa: PLR0911 - one answer a kind
    number = order.number
    match order.verb:
        case "draw" if number in ("", *_STACKS):
            return ("draw", *filter(None, (number,)))
        case "under" | "joker" if order.colour:
            return (order.verb, order.colour)
        case "over" if order.colour:
            return ("over", order.colour + number)
        case "remove" if number:
            return ("remove", number)
        case "discard" | "law" if not order.colour:
            return (order.verb,)
        case "keep" if order.law in map(str, map(int, HELD_LAWS)):
            return ("hold",)
        case "" if order.colour and number:
            return ("over", order.colour + number)
    return (order.verb,) if order.verb in _ALONE else ()


def _is_complete(position: Position, words: Sequence[str]) -> bool:
    """Tell whether nothing is left out."""
    head = words[0]
    match head:
        case "draw":
            return len(words) == 2
        case "law12":
            return len(words) == 3
        case "over":
            return words[1][1:].isdecimal()
        case "law11":
            return len(words) == 4 and words[1] in FAMILIES
    if head in TILE_KINDS:
        law = position.board[CELL_BY_NAME[words[1]]] == FACE_DOWN_LAW
        return len(words) == (2 if law else 3)
    return head not in CELL_BY_NAME


def _fits(planned: str, step: str) -> bool:
    """Compare an order with a step. A tile that is laid by law 11 counts as laid."""
    said, played = planned.split(), step.split()
    lays = said[0] in TILE_KINDS or said[0] in CELL_BY_NAME
    if lays and played[0] == "law11":
        played = played[1:]
    if lays:
        return (played[0] in TILE_KINDS or played[0] in CELL_BY_NAME) and set(said) <= set(played)
    return said[0] == played[0] and set(said) <= set(played)
