"""Playing the steps that lay a tile: what lay there is sold, kept, thrown away, or turns out to be a law."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engines.cheops.change import changed
from adjudicator.engines.cheops.changes import boxed, with_kept, with_sold, with_tile
from adjudicator.engines.cheops.pieces import COLOUR_PLACES, COLOURS, LAW, NEIGHBOUR, NEIGHBOUR_PRICE
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
        notes = (told("bought", position, price=NEIGHBOUR_PRICE, left=position.neighbours),)
    if piece == LAW:
        return _turned_over(position, tile, cell, notes)
    position, settled = _settled(position, tile, name, piece, fate[0])
    return item_done(position, _with_purse(position, (*notes, *settled)))


def take_by_law(position: Position, words: Sequence[str]) -> Result[Position]:
    """Play ``law11 2 A7 keep``."""
    _, tile, name, fate = words
    cell = CELLS[name]
    piece = position.board[cell]
    position = with_tile(boxed(position, 11), tile, cell, by_law=True)
    used = told("used", position, law=11)
    position, settled = _settled(position, tile, name, piece, fate)
    return item_done(position, _with_purse(position, (used, *settled)))


def sold(position: Position, place: int) -> tuple[Position, Notes]:
    """Sell a treasure and tell if that fills its price table."""
    position = with_sold(position, place)
    if not position.is_full(place):
        return position, ()
    full = told("full", position, colour=COLOURS[place], tables=position.full_tables, needed=position.tables_to_end)
    return position, (full,)


def _turned_over(position: Position, tile: str, cell: Cell, notes: Notes) -> Result[Position]:
    law = dict(position.hidden)[cell]
    hidden = tuple(other for other in position.hidden if other[0] != cell)
    position = changed(position, hidden=hidden, turn=position.turn._replace(law=law))
    revealed = told("revealed", position, tile=tile, cell=NAMES[cell], law=law, numeral=position.numeral)
    return Result(position, _with_purse(position, (*notes, revealed)), revealed=True)


def _settled(position: Position, tile: str, name: str, colour: str, fate: str) -> tuple[Position, Notes]:
    place = COLOUR_PLACES[colour]
    if fate == "sell":
        note = told("sold", position, tile=tile, cell=name, colour=colour, price=position.price)
        position, full = sold(position, place)
        return position, (note, *full)
    if fate == "keep":
        return with_kept(position, place, 1), (told("kept", position, tile=tile, cell=name, colour=colour),)
    return position, (told("thrown_away", position, tile=tile, cell=name, colour=colour),)


def _with_purse(position: Position, notes: Notes) -> Notes:
    """Add what the player's money comes to, if something was sold or bought."""
    return (*notes, purse(position)) if any("price" in dict(note.values) for note in notes) else notes
