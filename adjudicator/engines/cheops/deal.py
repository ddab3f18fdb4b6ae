"""Dealing: all the chance of a match, as plain JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.engines.cheops.edition import TABLE_TYPES, Components
from adjudicator.engines.cheops.pieces import COLOURS, FAMILIES, FAMILY_TILES, TREASURES
from adjudicator.engines.cheops.pricetables import Table, write_entry
from adjudicator.engines.cheops.pyramid import NAMES
from adjudicator.engines.contract import Dealer

LAWS = range(1, 13)
STACKS = 3
TABLES_OF_A_TYPE = 2


def deal(components: Components, seats: int, dealer: Dealer) -> dict[str, Any]:
    """Draw who begins, the price tables, the treasures, the laws and the stacks."""
    law_cells = [NAMES[cell] for cell in components.law_cells]
    treasure_cells = [name for name in NAMES if name not in law_cells]
    return {
        "first": dealer.below(seats),
        "tables": dict(zip(COLOURS, map(_written, _tables(components, dealer)), strict=True)),
        "treasures": dict(zip(treasure_cells, dealer.shuffled(COLOURS * TREASURES), strict=True)),
        "laws": dict(zip(law_cells, dealer.shuffled(LAWS), strict=False)),
        "stacks": _stacks(dealer.shuffled(FAMILIES * (FAMILY_TILES - seats))),
        "law7": components.numeral,
    }


def _tables(components: Components, dealer: Dealer) -> Sequence[Table]:
    """Draw two of each type, and lay the six on the columns."""
    drawn: list[Table] = []
    for kind in TABLE_TYPES:
        tables = [printed.table for printed in components.tables if printed.type == kind]
        drawn += dealer.shuffled(tables)[:TABLES_OF_A_TYPE]
    return dealer.shuffled(drawn)


def _stacks(tiles: Sequence[str]) -> list[list[int]]:
    """Deal tiles round the stacks, each from the bottom up, and list them from the top."""
    return [[int(tile) for tile in tiles[number::STACKS]][::-1] for number in range(STACKS)]


def _written(table: Table) -> list[list[int | str]]:
    return list(map(write_entry, table))
