"""Setup: the first position is laid out from a deal, which is checked down to the last tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from adjudicator.engines.cheops.position.components import LAW_CELLS
from adjudicator.engines.cheops.position.deal import STACKS
from adjudicator.engines.cheops.position.laws import ALL_LAWS, Law
from adjudicator.engines.cheops.position.pieces import (
    COLOURS,
    FACE_DOWN_LAW,
    FAMILIES,
    FAMILY_TILES,
    TREASURES,
    Board,
    Families,
)
from adjudicator.engines.cheops.position.position import Player, Position, Turn
from adjudicator.engines.cheops.position.pricetables import HIGHEST, Table, read_table
from adjudicator.engines.cheops.position.pyramid import CELL_BY_NAME, CELL_NAMES, Cell
from adjudicator.engines.cheops.position.rules import Variant
from adjudicator.engines.contract import Deal

_PARTS = {"first", "tables", "treasures", "laws", "stacks", "law7"}


def lay_out_position(variant: Variant, seats: int, deal: Deal) -> Position:
    """Lay out a match. Raises `ValueError` for a deal that nobody could have dealt."""
    if set(deal) != _PARTS:
        raise ValueError(f"a deal has {', '.join(sorted(_PARTS))}, not {', '.join(sorted(map(str, deal)))}")
    first = _number(deal["first"], "the seat that begins", seats - 1)
    hidden = _laws(deal["laws"])
    return Position(
        variant=variant,
        first=first,
        tables=_tables(deal["tables"]),
        numeral=_number(deal["law7"], "law 7's number", HIGHEST),
        board=_board(deal["treasures"], hidden),
        hidden=hidden,
        stacks=_stacks(deal["stacks"], seats),
        players=(Player(),) * seats,
        turn=Turn(first),
    )


def _number(value: object, what: str, highest: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= highest:
        raise ValueError(f"{what} is a number from 0 to {highest}, not {value!r}")
    return value


def _mapping(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise ValueError(f"{what} of a deal are named one by one, not as in {value!r}")  # noqa: TRY004
    return value


def _tables(written: object) -> tuple[Table, ...]:
    tables = _mapping(written, "the price tables")
    if set(tables) != set(COLOURS):
        raise ValueError(f"each of the colours {', '.join(COLOURS)} has a price table, not {sorted(map(str, tables))}")
    return tuple(read_table(tables[colour]) for colour in COLOURS)


def _laws(written: object) -> tuple[tuple[Cell, Law], ...]:
    laws = _mapping(written, "the laws")
    if len(laws) != LAW_CELLS or not set(laws) <= set(CELL_NAMES):
        raise ValueError(f"{LAW_CELLS} laws lie on cells of the pyramid, not on {sorted(map(str, laws))}")
    numbers = [_number(law, "a law", ALL_LAWS[-1]) for law in laws.values()]
    if len(set(numbers)) != LAW_CELLS or 0 in numbers:
        raise ValueError(f"the laws are different ones of 1 to {ALL_LAWS[-1]}, not {numbers}")
    return tuple(sorted((CELL_BY_NAME[name], Law(law)) for name, law in zip(laws, numbers, strict=True)))


def _board(written: object, hidden: tuple[tuple[Cell, Law], ...]) -> Board:
    treasures = _mapping(written, "the treasures")
    laws = {CELL_NAMES[cell] for cell, _ in hidden}
    if set(treasures) != set(CELL_NAMES) - laws:
        raise ValueError("a treasure lies on each cell without a law, and nowhere else")
    pieces = {name: piece for name, piece in treasures.items() if isinstance(piece, str)}
    if len(pieces) < len(treasures) or Counter(pieces.values()) != Counter(COLOURS * TREASURES):
        raise ValueError(f"{TREASURES} treasures of each of the colours {', '.join(COLOURS)} lie on the pyramid")
    return Board("".join(pieces.get(name, FACE_DOWN_LAW) for name in CELL_NAMES))


def _stacks(written: object, seats: int) -> tuple[Families, Families, Families]:
    if not isinstance(written, list) or not all(isinstance(stack, list) for stack in written):
        raise ValueError(f"the stacks are three lists of tiles, not {written!r}")
    tiles = [tile for stack in written for tile in stack]
    each = FAMILY_TILES - seats
    sizes = [len(range(number, len(FAMILIES) * each, STACKS)) for number in range(STACKS)]
    if [len(stack) for stack in written] != sizes:
        raise ValueError(f"{sum(sizes)} tiles dealt round are stacks of {sizes}, not {list(map(len, written))}")
    numbers = [_number(tile, "a family tile", len(FAMILIES)) for tile in tiles]
    if Counter(map(str, numbers)) != Counter(FAMILIES * each):
        raise ValueError(f"the stacks hold {each} tiles of each family")
    first, second, third = ("".join(map(str, stack)) for stack in written)
    return first, second, third
