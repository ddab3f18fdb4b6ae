"""Reading a component file as an edition, and finding all that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.engines.cheops.edition import LAW_CELLS, TABLE_TYPES, Components, PrintedTable
from adjudicator.engines.cheops.pricetables import HIGHEST, Entry, is_price, plain
from adjudicator.engines.cheops.pyramid import CELLS, SIZE, Cell
from adjudicator.engines.components import ComponentFile

_PARTS = ("law7", "law_cells", "tables")
_PAIR = {"majority", "others"}


class FileReader:
    """Reads the parts of a file."""

    def __init__(self, file: ComponentFile) -> None:
        self.file = file

    def components(self, name: str) -> Components:
        """Read an edition. Raises `BadComponents`."""
        self.file.allow_only(_PARTS)
        numeral, numeral_attested = self._numeral()
        cells, cells_attested = self._law_cells()
        found = Components(name, self._tables(), cells, cells_attested, numeral, numeral_attested)
        self.file.raise_faults()
        return found

    def _numeral(self) -> tuple[int, bool]:
        entry, where = self.file.table("law7", ("number",)), self.file.line("[law7]")
        number = entry.get("number", 0)
        if not is_price(number):
            self.file.fault(where, f"law 7 bears a number from 0 to {HIGHEST}, not {number!r}")
            number = 0
        return number, self.file.attested(entry, where)

    def _law_cells(self) -> tuple[tuple[Cell, ...], bool]:
        entry, where = self.file.table("law_cells", ("cells",)), self.file.line("[law_cells]")
        names = entry.get("cells", [])
        if not isinstance(names, list):
            self.file.fault(where, f"cells are a list of names, not {names!r}")
            names = []
        for name in map(str, names):
            if name not in CELLS:
                self.file.fault(where, f"the pyramid has no cell {name!r}; it has A1 to A11, B1 to B10, up to K1")
        cells = tuple(sorted({CELLS[name] for name in map(str, names) if name in CELLS}))
        if entry and len(cells) != LAW_CELLS:
            rest = SIZE - len(cells)
            fault = f"{len(cells)} different law cells leave {rest} for treasures; right are {LAW_CELLS}"
            self.file.fault(where, fault)
        return cells, self.file.attested(entry, where)

    def _tables(self) -> tuple[PrintedTable, ...]:
        found = self.file.tables("tables", ("type", "numbers"))
        tables = [self._table(entry, where) for where, entry in found]
        for kind, wanted in TABLE_TYPES.items():
            number = sum(table.type == kind for table in tables)
            if found and number != wanted:
                self.file.fault("", f"{number} tables of type {kind}; right are {wanted}")
        return tuple(tables)

    def _table(self, entry: Mapping[str, Any], where: str) -> PrintedTable:
        kind, numbers = str(entry.get("type", "")), entry.get("numbers", [])
        if entry and kind not in TABLE_TYPES:
            self.file.fault(where, f"its type is I, II or III, not {kind!r}")
        if entry and (not isinstance(numbers, list) or len(numbers) < 2):
            self.file.fault(where, f"a table has two numbers or more, not {numbers!r}")
        table = tuple(self._entry(one, where) for one in (numbers if isinstance(numbers, list) else []))
        return PrintedTable(kind, table, self.file.attested_each(entry, where, len(table)))

    def _entry(self, written: Any, where: str) -> Entry:
        if is_price(written):
            return plain(written)
        if isinstance(written, dict) and written.keys() == {"x"} and is_price(written["x"]) and written["x"]:
            return Entry(times=written["x"])
        if isinstance(written, dict) and written.keys() == _PAIR and all(map(is_price, written.values())):
            if written["majority"] < written["others"]:
                return Entry(written["majority"], written["others"])
            self.file.fault(where, f"the majority gets the smaller number of a pair, not as in {written!r}")
            return Entry()
        right = "15, { majority = 5, others = 15 } and { x = 5 }"
        self.file.fault(where, f"{written!r} is no entry; right are {right}")
        return Entry()
