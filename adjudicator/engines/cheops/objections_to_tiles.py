"""Why a tile may not be laid, or what lies there not be sold, kept or thrown away."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.engines.cheops.fates import fates
from adjudicator.engines.cheops.pieces import COLOUR_PLACES, FAMILIES, LAW, NEIGHBOUR, NEIGHBOUR_PRICE, TILES
from adjudicator.engines.cheops.placement import family_cells, missing_supports, neighbour_cells, same_family_beside
from adjudicator.engines.cheops.position import Position
from adjudicator.engines.cheops.pyramid import BELOW, CELLS, LENGTHS, NAMES, Cell
from adjudicator.engines.cheops.wish import Wish
from adjudicator.engines.contract import Note


def objection_to_take(position: Position, wish: Wish) -> Note | None:
    """Say what forbids to lay a tile in the open."""
    if position.turn.taken:
        return Note.of("cheops.already_taken", passed=position.turn.passed)
    return objection_to_laying(position, wish)


def objection_to_laying(position: Position, wish: Wish) -> Note | None:
    """Say what forbids to lay a tile and take what lies there, in the open or by law 11."""
    for name in wish.cells:
        if note := unknown_cell(name):
            return note
    by_law = "11" in (wish.law, str(position.turn.law))
    if note := _objection_to_tile(position, wish.tile, by_law=by_law):
        return note
    if not wish.cells:
        return Note.of("cheops.nowhere", tile=wish.tile)
    cell = CELLS[wish.cells[0]]
    return (
        _occupied(position, cell)
        or _unsupported(position, cell)
        or _objection_to_tile_there(position, wish.tile, cell)
        or _objection_to_fate(position, wish, cell)
    )


def unknown_cell(name: str) -> Note | None:
    """Object to a cell that the pyramid does not have."""
    if name in CELLS:
        return None
    row = re.match("[A-Z]*", name)
    letter = row[0] if row else ""
    return Note.of("cheops.no_cell", cell=name, row=letter, length=LENGTHS.get(letter, 0))


def _objection_to_tile(position: Position, tile: str, *, by_law: bool) -> Note | None:
    player = position.mover
    if tile == NEIGHBOUR and not by_law:
        return _objection_to_buying(position)
    if tile and tile not in FAMILIES:
        return Note.of("cheops.no_family", tile=tile)
    if tile and tile not in player.hand:
        return Note.of("cheops.not_in_hand", tile=tile, hand=tuple(player.hand))
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
        only = frozenset((position.turn.seat,))
        return Note.of("cheops.too_dear_neighbour", only, price=NEIGHBOUR_PRICE, cash=player.cash)
    return None


def _occupied(position: Position, cell: Cell) -> Note | None:
    tile = position.board[cell]
    return Note.of("cheops.occupied", cell=NAMES[cell], tile=tile) if tile in TILES else None


def _unsupported(position: Position, cell: Cell) -> Note | None:
    missing = missing_supports(position.board, cell)
    if not missing:
        return None
    below = _names(BELOW[cell])
    return Note.of("cheops.unsupported", cell=NAMES[cell], below=below, missing=_names(missing))


def _objection_to_tile_there(position: Position, tile: str, cell: Cell) -> Note | None:
    board, hand = position.board, position.mover.hand
    if tile == NEIGHBOUR:
        check = position.variant.neighbour_check == "after"
        if cell in neighbour_cells(board, hand, check=check):
            return None
        return Note.of("cheops.no_turn_after", cell=NAMES[cell])
    if not tile:
        return None if any(cell in family_cells(board, family) for family in hand) else _no_family_fits(position, cell)
    beside = _names(same_family_beside(board, cell, tile))
    return Note.of("cheops.adjacent", tile=tile, cell=NAMES[cell], beside=beside) if beside else None


def _names(cells: Sequence[Cell]) -> tuple[str, ...]:
    return tuple(NAMES[cell] for cell in cells)


def _no_family_fits(position: Position, cell: Cell) -> Note:
    return Note.of("cheops.no_family_fits", cell=NAMES[cell], hand=tuple(position.mover.hand))


def _objection_to_fate(position: Position, wish: Wish, cell: Cell) -> Note | None:
    """Object to what should become of the piece on a cell that the tile may be laid on."""
    piece = position.board[cell]
    if piece == LAW:
        by_law = "11" in (wish.law, str(position.turn.law))
        return Note.of("cheops.treasures_only" if by_law else "cheops.law_cell", cell=NAMES[cell])
    allowed = fates(position, COLOUR_PLACES[piece])
    if wish.verb in allowed:
        return None
    law = position.laws.under[COLOUR_PLACES[piece]]
    if "discard" in allowed:
        return Note.of("cheops.worthless", colour=piece, law=law)
    if allowed == ("sell",):
        return Note.of("cheops.must_sell", colour=piece, law=law)
    if allowed == ("keep",):
        return Note.of("cheops.must_keep" if law == 5 else "cheops.table_full", colour=piece, law=law)
    return Note.of("cheops.no_discard", colour=piece)
