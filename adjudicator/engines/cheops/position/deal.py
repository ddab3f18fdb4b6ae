"""Dealing: all the chance of a match, as plain JSON values."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engines.cheops.position.components import TABLE_TYPES, Components
from adjudicator.engines.cheops.position.laws import ALL_LAWS
from adjudicator.engines.cheops.position.pieces import COLOURS, FAMILIES, FAMILY_TILES, TREASURES
from adjudicator.engines.cheops.position.pricetables import Table, write_entry
from adjudicator.engines.cheops.position.pyramid import CELL_NAMES
from adjudicator.engines.contract import Deal, Dealer

STACKS = 3
TABLES_OF_A_TYPE = 2


def draw_deal(components: Components, seats: int, dealer: Dealer) -> Deal:
    """Draw who begins, the price tables, the treasures, the laws and the stacks."""
    law_cells = [CELL_NAMES[cell] for cell in components.law_cells]
    treasure_cells = [name for name in CELL_NAMES if name not in law_cells]
    return {
        "first": dealer.below(seats),
        "tables": dict(zip(COLOURS, map(_write_table, _draw_tables(components, dealer)), strict=True)),
        "treasures": dict(zip(treasure_cells, dealer.shuffled(COLOURS * TREASURES), strict=True)),
        "laws": dict(zip(law_cells, dealer.shuffled([int(law) for law in ALL_LAWS]), strict=False)),
        "stacks": _deal_stacks(dealer.shuffled(FAMILIES * (FAMILY_TILES - seats))),
        "law7": components.numeral,
    }


def _draw_tables(components: Components, dealer: Dealer) -> Sequence[Table]:
    """Draw two of each type, and lay the six on the columns."""
    drawn: list[Table] = []
    for kind in TABLE_TYPES:
        tables = [printed.table for printed in components.tables if printed.type == kind]
        drawn += dealer.shuffled(tables)[:TABLES_OF_A_TYPE]
    return dealer.shuffled(drawn)


def _deal_stacks(tiles: Sequence[str]) -> list[list[int]]:
    """Deal tiles round the stacks, each from the bottom up, and list them from the top."""
    return [[int(tile) for tile in tiles[number::STACKS]][::-1] for number in range(STACKS)]


def _write_table(table: Table) -> list[list[int | str]]:
    return list(map(write_entry, table))
