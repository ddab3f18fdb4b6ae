"""Playing the steps that lay a tile: what lay there is sold, kept, thrown away, or turns out to be a law."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.engines.cheops.changes import added, boxed, paid, with_kept, with_tile
from adjudicator.engines.cheops.legal import NEIGHBOUR_PRICE
from adjudicator.engines.cheops.pieces import COLOUR_PLACES, COLOURS, LAW, NEIGHBOUR
from adjudicator.engines.cheops.position import Position
from adjudicator.engines.cheops.pyramid import CELLS, NAMES, Cell
from adjudicator.engines.cheops.told import Notes, purse, told
from adjudicator.engines.cheops.turns import item_done
from adjudicator.engines.contract import Result


def take(position: Position, words: Sequence[str]) -> Result[Position]:
    """Play ``2 A3 sell``, ``V A3 keep`` or ``2 C3``."""
    tile, name, *fate = words
    cell, notes = CELLS[name], Notes()
    piece = position.board[cell]
    position = with_tile(position, tile, cell)
    if tile == NEIGHBOUR:
        position = paid(replace(position, turn=replace(position.turn, bought=True)), -NEIGHBOUR_PRICE)
        notes = (told("bought", position, price=NEIGHBOUR_PRICE, left=position.neighbours),)
    else:
        position = replace(position, turn=replace(position.turn, taken=True))
    if piece == LAW:
        return _turned_over(position, tile, cell, notes)
    position, settled = _settled(position, tile, name, piece, fate[0])
    return item_done(position, _with_purse(position, (*notes, *settled), changed=bool(notes) or fate[0] == "sell"))


def take_by_law(position: Position, words: Sequence[str]) -> Result[Position]:
    """Play ``law11 2 A7 keep``."""
    _, tile, name, fate = words
    cell = CELLS[name]
    piece = position.board[cell]
    position = with_tile(boxed(position, 11), tile, cell)
    position = replace(position, turn=replace(position.turn, law=0))
    used = told("used", position, law=11)
    position, settled = _settled(position, tile, name, piece, fate)
    return item_done(position, _with_purse(position, (used, *settled), changed=fate == "sell"))


def sold(position: Position, place: int) -> tuple[Position, Notes]:
    """Lay a treasure on its price table and pay the market price; tell if that fills the table."""
    position = replace(paid(position, position.price), covered=added(position.covered, place, 1))
    if not position.is_full(place):
        return position, ()
    full = told("full", position, colour=COLOURS[place], tables=position.full_tables, needed=position.tables_to_end)
    return position, (full,)


def _turned_over(position: Position, tile: str, cell: Cell, notes: Notes) -> Result[Position]:
    law = dict(position.hidden)[cell]
    hidden = tuple(other for other in position.hidden if other[0] != cell)
    position = replace(position, hidden=hidden, turn=replace(position.turn, law=law))
    revealed = told("revealed", position, tile=tile, cell=NAMES[cell], law=law, numeral=position.numeral)
    return Result(position, _with_purse(position, (*notes, revealed), changed=bool(notes)), revealed=True)


def _settled(position: Position, tile: str, name: str, colour: str, fate: str) -> tuple[Position, Notes]:
    place = COLOUR_PLACES[colour]
    if fate == "sell":
        note = told("sold", position, tile=tile, cell=name, colour=colour, price=position.price)
        position, full = sold(position, place)
        return position, (note, *full)
    if fate == "keep":
        return with_kept(position, place, 1), (told("kept", position, tile=tile, cell=name, colour=colour),)
    return position, (told("thrown_away", position, tile=tile, cell=name, colour=colour),)


def _with_purse(position: Position, notes: Notes, *, changed: bool) -> Notes:
    return (*notes, purse(position)) if changed else notes
