"""Why a law may not be used, or not be carried out in this way."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engines.cheops.extras import EXTRA_LAWS
from adjudicator.engines.cheops.fates import can_keep, can_sell_kept
from adjudicator.engines.cheops.objections_to_tiles import objection_to_laying, unknown_cell
from adjudicator.engines.cheops.pieces import COLOUR_PLACES
from adjudicator.engines.cheops.position import Position
from adjudicator.engines.cheops.pyramid import CELLS
from adjudicator.engines.cheops.resolutions import JOKER_PRICE, laws_in_play
from adjudicator.engines.cheops.wish import Wish
from adjudicator.engines.contract import Note


def objection_to_law(position: Position, wish: Wish, kind: str) -> Note | None:
    """Say what forbids to use a law."""
    law = int(kind.removeprefix("law"))
    if position.turn.law and law != position.turn.law:
        return Note.of("cheops.law_first", law=position.turn.law)
    if not position.turn.law and (note := _not_at_hand(position, law)):
        return note
    if kind == "law11":
        return objection_to_laying(position, wish)
    return _objection_to_sale(position, wish) if kind == "law10" else _objection_to_exchange(position, wish)


def objection_to_resolving(position: Position, wish: Wish, kind: str) -> Note | None:
    """Say what forbids to carry out the law in hand in this way."""
    law = position.turn.law
    match kind:
        case "under" if law in (4, 5, 6):
            other = position.laws.under[COLOUR_PLACES[wish.colour]] if wish.colour in COLOUR_PLACES else 0
            return Note.of("cheops.place_taken", colour=wish.colour, law=other) if other else None
        case "over" if law == 7 and wish.colour in COLOUR_PLACES and wish.number:
            return _objection_to_number(position, COLOUR_PLACES[wish.colour], wish)
        case "remove" if law == 8:
            return _objection_to_removing(position, wish)
        case "discard" if law == 8:
            return Note.of("cheops.must_remove", targets=tuple(map(str, laws_in_play(position))))
        case "pay" if law == 9:
            only = frozenset((position.turn.seat,))
            return Note.of("cheops.too_dear_law", only, law=9, price=JOKER_PRICE, cash=position.mover.cash)
    return Note.of("cheops.other_answer", law=law)


def _not_at_hand(position: Position, law: int) -> Note | None:
    if law not in EXTRA_LAWS or law not in position.mover.laws:
        return Note.of("cheops.law_not_held", law=law)
    if law == position.turn.waiting:
        return Note.of("cheops.law_waits", law=law)
    return Note.of("cheops.after_draw", law=law) if position.turn.drawn else None


def _objection_to_sale(position: Position, wish: Wish) -> Note | None:
    kept = position.mover.kept
    if wish.colour not in COLOUR_PLACES:
        return Note.of("cheops.nothing_to_sell")
    place = COLOUR_PLACES[wish.colour]
    if not kept[place]:
        return Note.of("cheops.none_kept", colour=wish.colour)
    if can_sell_kept(position, place):
        return None
    law = position.laws.under[place]
    return Note.of("cheops.must_keep" if law == 5 else "cheops.table_full", colour=wish.colour, law=law)


def _objection_to_exchange(position: Position, wish: Wish) -> Note | None:
    for name in wish.cells:
        if note := unknown_cell(name) or _no_treasure(position, name):
            return note
    return _objection_to_pair(position, wish, [position.board[CELLS[name]] for name in wish.cells])


def _no_treasure(position: Position, name: str) -> Note | None:
    return None if position.board[CELLS[name]] in COLOUR_PLACES else Note.of("cheops.no_treasure", cell=name)


def _objection_to_pair(position: Position, wish: Wish, pieces: Sequence[str]) -> Note | None:
    if len(set(wish.cells) | {wish.colour} - {""}) < 2:
        return Note.of("cheops.two_treasures")
    if wish.colour and not position.mover.kept[COLOUR_PLACES[wish.colour]]:
        return Note.of("cheops.none_kept", colour=wish.colour)
    if len({*pieces, wish.colour} - {""}) < 2:
        return Note.of("cheops.same_colour", colour=pieces[0])
    if wish.colour and not can_keep(position, COLOUR_PLACES[pieces[0]]):
        return Note.of("cheops.may_not_keep", colour=pieces[0], law=4)
    return None


def _objection_to_number(position: Position, place: int, wish: Wish) -> Note | None:
    row, rows = int(wish.number), len(position.tables[place])
    if not 1 <= row <= rows:
        return Note.of("cheops.no_number", colour=wish.colour, row=row, rows=rows)
    return Note.of("cheops.covered", colour=wish.colour, row=row, free=position.covered[place] + 1)


def _objection_to_removing(position: Position, wish: Wish) -> Note | None:
    targets = tuple(map(str, laws_in_play(position)))
    if not targets:
        return Note.of("cheops.nothing_to_remove")
    return Note.of("cheops.not_in_play", law=wish.number, targets=targets) if wish.number else None
