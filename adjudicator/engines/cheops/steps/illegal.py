"""Why a step is not legal, as a note for the player. Of several reasons the first is given."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from adjudicator.engines.cheops.notation.notation import Pass, Step, format_step
from adjudicator.engines.cheops.notation.partial_order import (
    OrderKind,
    PartialOrder,
    kind_of,
    named_law,
    read_partial_order,
)
from adjudicator.engines.cheops.position.disposal import allowed_disposals, can_keep_exchanged, can_sell_kept
from adjudicator.engines.cheops.position.laws import HELD_LAWS, JOKER_PRICE, TABLE_LAWS, Law
from adjudicator.engines.cheops.position.pieces import (
    COLOUR_INDEX,
    FACE_DOWN_LAW,
    FAMILIES,
    HAND_SIZE,
    NEIGHBOUR,
    NEIGHBOUR_PRICE,
    TILES,
    Colour,
    read_colour,
    treasure_at,
)
from adjudicator.engines.cheops.position.placement import (
    family_cells,
    missing_supports,
    neighbour_cells,
    same_family_beside,
)
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pyramid import BELOW, CELL_BY_NAME, CELL_NAMES, ROW_LENGTHS, Cell
from adjudicator.engines.cheops.steps.legal import drawable_stacks, legal_steps
from adjudicator.engines.cheops.steps.resolve_law import laws_in_play
from adjudicator.engines.cheops.steps.suggestions import nearest_orders
from adjudicator.engines.contract import IllegalStep, Note
from adjudicator.engines.order_text import tokens_of

_RESOLVING: tuple[OrderKind, ...] = ("law", "under", "over", "remove", "pay", "discard", "hold")
"""Orders that may follow a taken law, besides using law 10, 11 or 12 at once."""
_USES: tuple[OrderKind, ...] = ("law10", "law11", "law12")


def refuse_step(position: Position, step: Step) -> IllegalStep:
    """Refuse a step that is not legal."""
    # A step is read like an order, so that both are refused with the same reasons.
    text = format_step(step)
    order, _ = read_partial_order(tokens_of(text))
    return IllegalStep(
        text, explain_illegal(position, order, kind_of(order, position)), partial(nearest_orders, position, order)
    )


def explain_illegal(position: Position, order: PartialOrder, kind: OrderKind) -> Note:
    """Return the reason against everything that an order may mean."""
    return _wrong_moment(position, kind) or _forbidden(position, order, kind) or Note.of("cheops.not_so")


def find_contradiction(position: Position, order: PartialOrder) -> Note | None:
    """Object to words that do not belong to the step: another law's number, another price, another colour."""
    law = position.turn.law
    if law and order.law and order.law != str(law):
        return Note.of("cheops.other_law", law=law, said=order.law)
    if order.verb == "pay" and order.number not in ("", str(JOKER_PRICE)):
        return Note.of("cheops.pay_price", price=JOKER_PRICE, said=order.number)
    return _objection_to_description(position, order)


def _objection_to_description(position: Position, order: PartialOrder) -> Note | None:
    """Object to a cell on which another treasure lies than the order says."""
    cell = CELL_BY_NAME.get(order.cells[0]) if order.described and order.cells else None
    if cell is None:
        return None
    lies = read_colour(position.board[cell]) or ""
    return Note.of("cheops.other_treasure", cell=order.cells[0], colour=lies) if lies != order.described else None


def _wrong_moment(position: Position, kind: OrderKind) -> Note | None:
    """Object to a step that belongs to another stage of the turn."""
    stage = position.stage
    if stage == "over":
        return Note.of("cheops.finished")
    if kind == "joker" and stage != "joker":
        return Note.of("cheops.joker_early")
    if stage == "joker":
        return Note.of("cheops.name_joker") if kind != "joker" else None
    if stage == "law":
        return None if kind in _RESOLVING or kind in _USES else Note.of("cheops.law_first", law=position.turn.law)
    return Note.of("cheops.no_law_waits") if kind in _RESOLVING else None


def _forbidden(position: Position, order: PartialOrder, kind: OrderKind) -> Note | None:
    match kind:
        case "take":
            return _objection_to_take(position, order)
        case "draw":
            return _objection_to_drawing(position, order)
        case "end":
            return _take_first(position)
        case "pass":
            return _already_taken(position) or Note.of("cheops.no_pass")
        case "law10" | "law11" | "law12" | "other_law":
            return _objection_to_using_law(position, order, kind)
    return _objection_to_resolving(position, order, kind)


def _take_first(position: Position) -> Note:
    return Note.of("cheops.take_first", may_pass=Pass() in legal_steps(position))


def _already_taken(position: Position) -> Note | None:
    return Note.of("cheops.already_taken", passed=position.turn.passed) if position.turn.taken else None


def _objection_to_drawing(position: Position, order: PartialOrder) -> Note | None:
    if not position.turn.taken:
        return _take_first(position)
    if len(position.mover.hand) >= HAND_SIZE:
        return Note.of("cheops.hand_full", tiles=HAND_SIZE)
    if order.number and order.number not in ("1", "2", "3"):
        return Note.of("cheops.no_stack", stack=order.number)
    stacks = drawable_stacks(position)
    if not stacks:
        return Note.of("cheops.stacks_empty")
    if not position.stacks[int(order.number) - 1]:
        return Note.of("cheops.stack_empty", stack=order.number)
    return Note.of("cheops.front_only", stack=order.number, front=stacks[0])


# Laying a tile, as the normal take or by law 11.


def _objection_to_take(position: Position, order: PartialOrder) -> Note | None:
    return _already_taken(position) or _objection_to_laying(position, order)


def _objection_to_laying(position: Position, order: PartialOrder) -> Note | None:
    for name in order.cells:
        if note := _unknown_cell(name):
            return note
    if note := _objection_to_tile(position, order):
        return note
    if not order.cells:
        return Note.of("cheops.nowhere", tile=order.tile)
    cell = CELL_BY_NAME[order.cells[0]]
    return (
        _occupied(position, cell)
        or _unsupported(position, cell)
        or _objection_to_tile_there(position, order.tile, cell)
        or _objection_to_disposal(position, order, cell)
    )


def _unknown_cell(name: str) -> Note | None:
    if name in CELL_BY_NAME:
        return None
    row = re.match("[A-Z]*", name)
    letter = row[0] if row else ""
    return Note.of("cheops.no_cell", cell=name, row=letter, length=ROW_LENGTHS.get(letter, 0))


def _objection_to_tile(position: Position, order: PartialOrder) -> Note | None:
    tile, hand = order.tile, position.mover.hand
    if tile == NEIGHBOUR and not order.says_law_11(position):
        return _objection_to_buying(position)
    if tile and tile not in FAMILIES:
        return Note.of("cheops.no_family", tile=tile)
    if tile and tile not in hand:
        return Note.of("cheops.not_in_hand", tile=tile, hand=tuple(hand))
    return None


def _objection_to_buying(position: Position) -> Note | None:
    player = position.mover
    if position.turn.bought:
        return Note.of("cheops.neighbour_bought")
    if not position.neighbours:
        return Note.of("cheops.no_neighbour_left")
    if not player.hand:
        return Note.of("cheops.no_tiles")
    if player.cash < NEIGHBOUR_PRICE:
        return Note.of("cheops.too_dear_neighbour", _mover_only(position), price=NEIGHBOUR_PRICE, cash=player.cash)
    return None


def _mover_only(position: Position) -> frozenset[int]:
    """Name who may read how much money the player to move has (CHEOPS-SELL-4)."""
    return frozenset((position.turn.seat,))


def _occupied(position: Position, cell: Cell) -> Note | None:
    tile = position.board[cell]
    return Note.of("cheops.occupied", cell=CELL_NAMES[cell], tile=tile) if tile in TILES else None


def _unsupported(position: Position, cell: Cell) -> Note | None:
    missing = missing_supports(position.board, cell)
    if not missing:
        return None
    return Note.of("cheops.unsupported", cell=CELL_NAMES[cell], below=_names(BELOW[cell]), missing=_names(missing))


def _objection_to_tile_there(position: Position, tile: str, cell: Cell) -> Note | None:
    board, hand = position.board, position.mover.hand
    if tile == NEIGHBOUR:
        check = position.variant.neighbour_check == "after"
        if cell in neighbour_cells(board, hand, check=check):
            return None
        return Note.of("cheops.no_turn_after", cell=CELL_NAMES[cell])
    if not tile:
        if any(cell in family_cells(board, family) for family in hand):
            return None
        return Note.of("cheops.no_family_fits", cell=CELL_NAMES[cell], hand=tuple(hand))
    beside = _names(same_family_beside(board, cell, tile))
    return Note.of("cheops.adjacent", tile=tile, cell=CELL_NAMES[cell], beside=beside) if beside else None


def _names(cells: Sequence[Cell]) -> tuple[str, ...]:
    return tuple(CELL_NAMES[cell] for cell in cells)


def _objection_to_disposal(position: Position, order: PartialOrder, cell: Cell) -> Note | None:
    """Object to the use of the piece on a cell that the tile may be laid on."""
    if position.board[cell] == FACE_DOWN_LAW:
        by_law = order.says_law_11(position)
        return Note.of("cheops.treasures_only" if by_law else "cheops.law_cell", cell=CELL_NAMES[cell])
    colour = treasure_at(position.board, cell)
    allowed, law = allowed_disposals(position, colour), position.law_under(colour)
    if order.verb in allowed:
        return None
    if "discard" in allowed:
        return Note.of("cheops.worthless", colour=colour, law=law)
    if allowed == ("sell",):
        return Note.of("cheops.must_sell", colour=colour, law=law)
    if allowed == ("keep",):
        return Note.of("cheops.must_keep" if law == Law.KEEP_ONLY else "cheops.table_full", colour=colour, law=law)
    return Note.of("cheops.no_discard", colour=colour)


# Using law 10, 11 or 12.


def _objection_to_using_law(position: Position, order: PartialOrder, kind: OrderKind) -> Note | None:
    law = named_law(order, kind)
    # A law that was taken is carried out first; until then no held one may be used (Q14).
    if position.turn.law and law != position.turn.law:
        return Note.of("cheops.law_first", law=position.turn.law)
    if not position.turn.law and (note := _not_at_hand(position, law)):
        return note
    if kind == "law11":
        return _objection_to_laying(position, order)
    return _objection_to_sale(position, order) if kind == "law10" else _objection_to_exchange(position, order)


def _not_at_hand(position: Position, law: int) -> Note | None:
    if law not in HELD_LAWS or law not in position.mover.laws:
        return Note.of("cheops.law_not_held", law=law)
    if law == position.turn.waiting:
        return Note.of("cheops.law_waits", law=law)
    return Note.of("cheops.after_draw", law=law) if position.turn.drawn else None


def _objection_to_sale(position: Position, order: PartialOrder) -> Note | None:
    colour = read_colour(order.colour)
    if colour is None:
        return Note.of("cheops.nothing_to_sell")
    if not position.mover.kept[COLOUR_INDEX[colour]]:
        return Note.of("cheops.none_kept", colour=colour)
    if can_sell_kept(position, colour):
        return None
    law = position.law_under(colour)
    return Note.of("cheops.must_keep" if law == Law.KEEP_ONLY else "cheops.table_full", colour=colour, law=law)


def _objection_to_exchange(position: Position, order: PartialOrder) -> Note | None:
    colours: list[Colour] = []
    for name in order.cells:
        if note := _unknown_cell(name):
            return note
        colour = read_colour(position.board[CELL_BY_NAME[name]])
        if colour is None:
            return Note.of("cheops.no_treasure", cell=name)
        colours.append(colour)
    return _objection_to_pair(position, order, colours)


def _objection_to_pair(position: Position, order: PartialOrder, colours: Sequence[Colour]) -> Note | None:
    """Object to two treasures of the pyramid, or to one of them and a kept one."""
    own = read_colour(order.colour)
    if len(set(order.cells)) + (order.colour != "") < 2:
        return Note.of("cheops.two_treasures")
    if own and not position.mover.kept[COLOUR_INDEX[own]]:
        return Note.of("cheops.none_kept", colour=own)
    if len({*colours, own} - {None}) < 2:
        return Note.of("cheops.same_colour", colour=colours[0])
    if own and not can_keep_exchanged(position, colours[0]):
        return Note.of("cheops.may_not_keep", colour=colours[0], law=Law.SELL_ONLY)
    return None


# Carrying out a law that was taken.


def _objection_to_resolving(position: Position, order: PartialOrder, kind: OrderKind) -> Note | None:
    law, colour = position.turn.law, read_colour(order.colour)
    match kind:
        case "under" if law in TABLE_LAWS:
            other = position.law_under(colour) if colour else Law.NONE
            return Note.of("cheops.place_taken", colour=order.colour, law=other) if other else None
        case "over" if law == Law.NEW_NUMBER and colour and order.number:
            return _objection_to_number(position, colour, int(order.number))
        case "remove" if law == Law.REMOVE_LAW:
            return _objection_to_removing(position, order)
        case "discard" if law == Law.REMOVE_LAW:
            return Note.of("cheops.must_remove", targets=tuple(map(str, laws_in_play(position))))
        case "pay" if law == Law.JOKER:
            cash = position.mover.cash
            return Note.of("cheops.too_dear_law", _mover_only(position), law=law, price=JOKER_PRICE, cash=cash)
    return Note.of("cheops.other_answer", law=law)


def _objection_to_number(position: Position, colour: Colour, row: int) -> Note | None:
    index = COLOUR_INDEX[colour]
    rows = len(position.tables[index])
    if not 1 <= row <= rows:
        return Note.of("cheops.no_number", colour=colour, row=row, rows=rows)
    return Note.of("cheops.covered", colour=colour, row=row, free=position.covered[index] + 1)


def _objection_to_removing(position: Position, order: PartialOrder) -> Note | None:
    targets = tuple(map(str, laws_in_play(position)))
    if not targets:
        return Note.of("cheops.nothing_to_remove")
    return Note.of("cheops.not_in_play", law=order.number, targets=targets) if order.number else None
