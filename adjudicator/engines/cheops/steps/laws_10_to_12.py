"""Laws 10 to 12, used at once or in a later turn: the steps that each allows, and how each is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.engines.cheops.notation.notation import SellKept, Step, SwapKept, SwapOnBoard, TakeByLaw
from adjudicator.engines.cheops.position.disposal import (
    DISPOSALS,
    Disposal,
    allowed_disposals,
    can_keep_exchanged,
    can_sell_kept,
)
from adjudicator.engines.cheops.position.laws import HELD_LAWS, Law
from adjudicator.engines.cheops.position.pieces import (
    COLOUR_INDEX,
    COLOURS,
    FAMILIES,
    put_piece,
    read_colour,
    treasure_at,
)
from adjudicator.engines.cheops.position.placement import family_cells
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pyramid import CELL_NAMES, CELLS
from adjudicator.engines.cheops.steps.notes import money_note, mover_note
from adjudicator.engines.cheops.steps.take import dispose_of, sell_and_tell, with_money_note
from adjudicator.engines.cheops.steps.turns import finish_item
from adjudicator.engines.cheops.steps.updates import add_kept, box_used_law, lay_tile, replace_fields
from adjudicator.engines.contract import Result

# All steps of laws 11 and 12 that there can be, made once: law 12 alone has some 1,500 of them at the start.
_TAKES: Mapping[str, tuple[Mapping[Disposal, TakeByLaw], ...]] = {
    family: tuple({disposal: TakeByLaw(family, cell, disposal) for disposal in DISPOSALS} for cell in CELLS)
    for family in FAMILIES
}
_SWAPS = tuple(tuple(SwapOnBoard(cell, other) for other in CELLS) for cell in CELLS)


def usable_laws(position: Position) -> list[Law]:
    """List the held laws that may be used now. A new one waits a turn (Q1); after a draw all wait (Q6)."""
    turn, held = position.turn, position.mover.laws
    if turn.drawn or not held:
        return []
    return [law for law in HELD_LAWS if law in held and law != turn.waiting]


def list_uses(position: Position, law: Law) -> Iterable[Step]:
    """List the steps that one of laws 10 to 12 allows."""
    if law == Law.SELL_KEPT:
        return _list_sales(position)
    if law == Law.TAKE_TREASURE:
        return _list_takes(position)
    return [*_list_swaps_on_board(position), *_list_swaps_of_kept(position)]


def play_sale_of_kept(position: Position, step: SellKept) -> Result[Position]:
    """Play ``law10 R``."""
    colour = step.colour
    position = add_kept(box_used_law(position, Law.SELL_KEPT), colour, -1)
    note = mover_note("sold_kept", position, law=Law.SELL_KEPT, colour=colour, price=position.price)
    position, full = sell_and_tell(position, colour)
    return finish_item(position, (note, *full, money_note(position)))


def play_take_by_law(position: Position, step: TakeByLaw) -> Result[Position]:
    """Play ``law11 2 A7 keep``."""
    tile, cell, disposal, _ = step
    colour = treasure_at(position.board, cell)
    position = lay_tile(box_used_law(position, Law.TAKE_TREASURE), tile, cell, by_law=True)
    used = mover_note("used", position, law=Law.TAKE_TREASURE)
    position, disposed = dispose_of(position, tile, cell, colour, disposal)
    return finish_item(position, with_money_note(position, (used, *disposed)))


def play_swap_on_board(position: Position, step: SwapOnBoard) -> Result[Position]:
    """Play ``law12 A3 B2``."""
    cell, other_cell, _ = step
    position = box_used_law(position, Law.EXCHANGE)
    colour, other_colour = treasure_at(position.board, cell), treasure_at(position.board, other_cell)
    board = put_piece(put_piece(position.board, cell, other_colour), other_cell, colour)
    note = mover_note(
        "swapped",
        position,
        law=Law.EXCHANGE,
        cell=CELL_NAMES[cell],
        colour=colour,
        other_cell=CELL_NAMES[other_cell],
        other_colour=other_colour,
    )
    return finish_item(replace_fields(position, board=board), (note,))


def play_swap_of_kept(position: Position, step: SwapKept) -> Result[Position]:
    """Play ``law12 R B2``."""
    given, cell, _ = step
    position = box_used_law(position, Law.EXCHANGE)
    colour = treasure_at(position.board, cell)
    position = add_kept(add_kept(position, given, -1), colour, 1)
    position = replace_fields(position, board=put_piece(position.board, cell, given))
    note = mover_note("exchanged", position, law=Law.EXCHANGE, given=given, cell=CELL_NAMES[cell], colour=colour)
    return finish_item(position, (note,))


def _list_sales(position: Position) -> list[SellKept]:
    kept = position.mover.kept
    return [SellKept(colour) for colour in COLOURS if kept[COLOUR_INDEX[colour]] and can_sell_kept(position, colour)]


def _list_takes(position: Position) -> list[TakeByLaw]:
    """List the takes of law 11: treasures only (E37), by the rules of a normal take (E38, E39)."""
    board = position.board
    disposals: dict[str, tuple[Disposal, ...]] = {colour: allowed_disposals(position, colour) for colour in COLOURS}
    return [
        _TAKES[family][cell][disposal]
        for family in sorted(set(position.mover.hand))
        for cell in family_cells(board, family)
        for disposal in disposals.get(board[cell], ())
    ]


def _list_swaps_on_board(position: Position) -> list[SwapOnBoard]:
    """List the pairs of different treasures on the pyramid, those that nobody can reach yet too (E42, Q11)."""
    treasures = [(cell, piece) for cell, piece in zip(CELLS, position.board, strict=True) if read_colour(piece)]
    steps: list[SwapOnBoard] = []
    for number, (cell, colour) in enumerate(treasures, 1):
        swaps = _SWAPS[cell]
        steps += [swaps[other] for other, other_colour in treasures[number:] if other_colour != colour]
    return steps


def _list_swaps_of_kept(position: Position) -> list[SwapKept]:
    kept = position.mover.kept
    wanted = [
        (cell, colour)
        for cell, piece in zip(CELLS, position.board, strict=True)
        if (colour := read_colour(piece)) and can_keep_exchanged(position, colour)
    ]
    return [
        SwapKept(own, cell) for own in COLOURS if kept[COLOUR_INDEX[own]] for cell, colour in wanted if colour != own
    ]
