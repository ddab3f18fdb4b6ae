"""Taking from the pyramid: a tile is laid on a cell, and the piece there is sold, kept, thrown away, or is a law.

The same rules hold for families, for neighbours and for law 11 (CHEOPS-TAKE-1, CHEOPS-NB-2, CHEOPS-LAW-11).
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engines.cheops.notation.notation import Take
from adjudicator.engines.cheops.position.disposal import DISPOSALS, Disposal, allowed_disposals
from adjudicator.engines.cheops.position.pieces import (
    COLOURS,
    FACE_DOWN_LAW,
    NEIGHBOUR,
    NEIGHBOUR_PRICE,
    TILE_KINDS,
    Colour,
    Tile,
    treasure_at,
)
from adjudicator.engines.cheops.position.placement import family_cells, neighbour_cells
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pyramid import CELL_NAMES, CELLS, Cell
from adjudicator.engines.cheops.steps.notes import Notes, money_note, mover_note
from adjudicator.engines.cheops.steps.turns import finish_item
from adjudicator.engines.cheops.steps.updates import add_kept, lay_tile, replace_fields, sell_treasure
from adjudicator.engines.contract import Result, Revealed

# All takes that there can be, made once: listing the legal ones is most of the house player's work.
_TAKES: Mapping[str, tuple[Mapping[Disposal | None, Take], ...]] = {
    tile: tuple({disposal: Take(tile, cell, disposal) for disposal in (*DISPOSALS, None)} for cell in CELLS)
    for tile in TILE_KINDS
}


def list_family_takes(position: Position) -> list[Take]:
    """List the takes with a family of the hand."""
    board, disposals = position.board, _disposals_by_piece(position)
    return [
        _TAKES[family][cell][disposal]
        for family in sorted(set(position.mover.hand))
        for cell in family_cells(board, family)
        for disposal in disposals[board[cell]]
    ]


def list_neighbour_takes(position: Position) -> list[Take]:
    """List the takes with a neighbour that the player to move may buy."""
    if not can_buy_neighbour(position):
        return []
    board, disposals = position.board, _disposals_by_piece(position)
    check = position.variant.neighbour_check == "after"
    return [
        _TAKES[NEIGHBOUR][cell][disposal]
        for cell in neighbour_cells(board, position.mover.hand, check=check)
        for disposal in disposals[board[cell]]
    ]


def can_buy_neighbour(position: Position) -> bool:
    """Tell whether the player has all that buying a neighbour takes, besides a cell to lay it on (D5, E7)."""
    player = position.mover
    return not position.turn.bought and position.neighbours > 0 and player.cash >= NEIGHBOUR_PRICE and bool(player.hand)


def play_take(position: Position, step: Take) -> Result[Position]:
    """Play ``2 A3 sell``, ``V A3 keep`` or ``2 C3``."""
    tile, cell, disposal, _ = step
    board = position.board
    position = lay_tile(position, tile, cell)
    notes: Notes = ()
    if tile == NEIGHBOUR:
        notes = (mover_note("bought", position, price=NEIGHBOUR_PRICE, left=position.neighbours),)
    # A legal step disposes of every treasure, so nothing to dispose of means that a law lies there.
    if disposal is None:
        return _turn_over(position, tile, cell, notes)
    position, disposed = dispose_of(position, tile, cell, treasure_at(board, cell), disposal)
    return finish_item(position, with_money_note(position, (*notes, *disposed)))


def dispose_of(
    position: Position, tile: Tile, cell: Cell, colour: Colour, disposal: Disposal
) -> tuple[Position, Notes]:
    """Sell, keep or throw away a treasure that a tile has taken."""
    values = {"tile": tile, "cell": CELL_NAMES[cell], "colour": colour}
    if disposal == "sell":
        note = mover_note("sold", position, **values, price=position.price)
        position, full = sell_and_tell(position, colour)
        return position, (note, *full)
    if disposal == "keep":
        return add_kept(position, colour, 1), (mover_note("kept", position, **values),)
    return position, (mover_note("thrown_away", position, **values),)


def sell_and_tell(position: Position, colour: Colour) -> tuple[Position, Notes]:
    """Sell a treasure and tell if that fills its price table."""
    position = sell_treasure(position, colour)
    if not position.is_full(colour):
        return position, ()
    full = mover_note("full", position, colour=colour, tables=position.full_tables, needed=position.tables_to_end)
    return position, (full,)


def with_money_note(position: Position, notes: Notes) -> Notes:
    """Add a note of the player's money, if something was sold or bought."""
    return (*notes, money_note(position)) if any("price" in dict(note.values) for note in notes) else notes


def _disposals_by_piece(position: Position) -> dict[str, tuple[Disposal | None, ...]]:
    """Give the possible uses of a piece of the board: nothing is left to choose about a law."""
    found: dict[str, tuple[Disposal | None, ...]] = {colour: allowed_disposals(position, colour) for colour in COLOURS}
    found[FACE_DOWN_LAW] = (None,)
    return found


def _turn_over(position: Position, tile: Tile, cell: Cell, notes: Notes) -> Result[Position]:
    law = dict(position.hidden)[cell]
    hidden = tuple(other for other in position.hidden if other[0] != cell)
    position = replace_fields(position, hidden=hidden, turn=position.turn._replace(law=law))
    # From now on everybody sees the law, so the note may name it, and the step cannot be taken back.
    turned = mover_note("revealed", position, tile=tile, cell=CELL_NAMES[cell], law=law, numeral=position.numeral)
    return Result(position, with_money_note(position, (*notes, turned)), Revealed.GREAT, (law,))
