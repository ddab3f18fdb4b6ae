"""An edition of Cheops: what is printed on its price tables, its board and law 7."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.engines.cheops.pricetables import Table
from adjudicator.engines.cheops.pyramid import Cell

TABLE_TYPES: Mapping[str, int] = {"I": 6, "II": 6, "III": 4}
"""How many price tables there are of each type."""
LAW_CELLS = 6


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A price table, its type, and which of its entries public descriptions attest."""

    type: str
    table: Table
    attested: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Components:
    """The printed parts of one edition. `name` is what a match's option `tables` keeps of them."""

    name: str
    tables: tuple[PrintedTable, ...]
    law_cells: tuple[Cell, ...]
    law_cells_attested: bool
    numeral: int
    numeral_attested: bool

    def attested(self, table: Table) -> tuple[bool, ...]:
        """Tell of each entry of a table whether it is attested; of a table that is not here, none is."""
        return next((printed.attested for printed in self.tables if printed.table == table), (False,) * len(table))
