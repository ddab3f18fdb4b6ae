"""The printed parts of Cheops, read from a component file: price tables, the cells of the laws, law 7's number.

The program comes with a reconstruction. A host who has the box can put a file of their own beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.engines.cheops.position.pricetables import HIGHEST, Entry, Table, is_price, plain_entry
from adjudicator.engines.cheops.position.pyramid import CELL_BY_NAME, SIZE, Cell
from adjudicator.engines.components import ComponentFile
from adjudicator.engines.editions import read_own, read_shipped

_PARTS = ("law7", "law_cells", "tables")
_PAIR = {"majority", "others"}

TABLE_TYPES: Mapping[str, int] = {"I": 6, "II": 6, "III": 4}
"""Price tables of each type."""
LAW_CELLS = 6


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A price table, its type, and which of its entries public descriptions attest."""

    type: str
    table: Table
    attested: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Components:
    """The printed parts of one edition."""

    name: str
    """The value of a match's option `tables` that stands for them."""
    tables: tuple[PrintedTable, ...]
    law_cells: tuple[Cell, ...]
    law_cells_attested: bool
    numeral: int
    numeral_attested: bool

    def attested(self, table: Table) -> tuple[bool, ...]:
        """Tell which entries of a table are attested: none, if the table is not of this edition."""
        return next((printed.attested for printed in self.tables if printed.table == table), (False,) * len(table))


def load_components(text: str, origin: str) -> Components:
    """Read a host's file; `origin` is its name, without a folder. Raises `BadComponents`."""
    return read_own(_read_components, text, origin)


def _read_components(file: ComponentFile, name: str) -> Components:
    return _FileReader(file).read_components(name)


class _FileReader:
    """Reads the parts of a file, and notes all that is wrong with it before it gives up."""

    def __init__(self, file: ComponentFile) -> None:
        self.file = file

    def read_components(self, name: str) -> Components:
        self.file.allow_only(_PARTS)
        numeral, numeral_attested = self._read_numeral()
        cells, cells_attested = self._read_law_cells()
        found = Components(name, self._read_tables(), cells, cells_attested, numeral, numeral_attested)
        self.file.raise_faults()
        return found

    def _read_numeral(self) -> tuple[int, bool]:
        entry, where = self.file.table("law7", ("number",)), self.file.line("[law7]")
        number = entry.get("number", 0)
        if not is_price(number):
            self.file.fault(where, f"law 7 bears a number from 0 to {HIGHEST}, not {number!r}")
            number = 0
        return number, self.file.attested(entry, where)

    def _read_law_cells(self) -> tuple[tuple[Cell, ...], bool]:
        entry, where = self.file.table("law_cells", ("cells",)), self.file.line("[law_cells]")
        names = entry.get("cells", [])
        if not isinstance(names, list):
            self.file.fault(where, f"cells are a list of names, not {names!r}")
            names = []
        for name in map(str, names):
            if name not in CELL_BY_NAME:
                self.file.fault(where, f"the pyramid has no cell {name!r}; it has A1 to A11, B1 to B10, up to K1")
        cells = tuple(sorted({CELL_BY_NAME[name] for name in map(str, names) if name in CELL_BY_NAME}))
        if entry and len(cells) != LAW_CELLS:
            rest = SIZE - len(cells)
            fault = f"{len(cells)} different law cells leave {rest} for treasures; right are {LAW_CELLS}"
            self.file.fault(where, fault)
        return cells, self.file.attested(entry, where)

    def _read_tables(self) -> tuple[PrintedTable, ...]:
        found = self.file.tables("tables", ("type", "numbers"))
        tables = [self._read_table(entry, where) for where, entry in found]
        for kind, wanted in TABLE_TYPES.items():
            number = sum(table.type == kind for table in tables)
            if found and number != wanted:
                self.file.fault("", f"{number} tables of type {kind}; right are {wanted}")
        return tuple(tables)

    def _read_table(self, entry: Mapping[str, object], where: str) -> PrintedTable:
        kind, numbers = str(entry.get("type", "")), entry.get("numbers", [])
        if entry and kind not in TABLE_TYPES:
            self.file.fault(where, f"its type is I, II or III, not {kind!r}")
        if entry and (not isinstance(numbers, list) or len(numbers) < 2):
            self.file.fault(where, f"a table has two numbers or more, not {numbers!r}")
        table = tuple(self._read_entry(one, where) for one in (numbers if isinstance(numbers, list) else []))
        return PrintedTable(kind, table, self.file.attested_each(entry, where, len(table)))

    def _read_entry(self, written: object, where: str) -> Entry:
        if is_price(written):
            return plain_entry(written)
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


SHIPPED = read_shipped(_read_components, "adjudicator.engines.cheops")
"""The reconstruction that comes with the program."""
