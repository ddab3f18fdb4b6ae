"""Reading a component file and finding all that is wrong with it, each fault with its line or entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.engines.cheops.edition import LAW_CELLS, TABLE_TYPES, Components, PrintedTable
from adjudicator.engines.cheops.pricetables import HIGHEST, Entry, is_price, plain
from adjudicator.engines.cheops.pyramid import CELLS, SIZE, Cell

_PAIR = {"majority", "others"}


class FileReader:
    """Reads the parts of a file and collects what is wrong with them."""

    def __init__(self, text: str) -> None:
        self.faults: list[str] = []
        self._lines = text.splitlines()

    def components(self, written: Mapping[str, Any], name: str) -> Components:
        for key in sorted(written.keys() - {"law7", "law_cells", "tables"}):
            self._fault(
                self._line(key) or self._line(f"[{key}") or self._line(f"[[{key}"),
                f"nothing is known of {key!r}; right are law7, law_cells and tables",
            )
        numeral, numeral_attested = self._numeral(written.get("law7"))
        cells, cells_attested = self._law_cells(written.get("law_cells"))
        return Components(name, self._tables(written.get("tables")), cells, cells_attested, numeral, numeral_attested)

    def _numeral(self, written: Any) -> tuple[int, bool]:
        where = self._line("[law7]")
        entry = self._part(written, where, "law7", {"number", "attested"})
        number = entry.get("number", 0)
        if entry and not is_price(number):
            self._fault(where, f"law 7 bears a number from 0 to {HIGHEST}, not {number!r}")
            number = 0
        return number, self._flag(entry, where)

    def _law_cells(self, written: Any) -> tuple[tuple[Cell, ...], bool]:
        where = self._line("[law_cells]")
        entry = self._part(written, where, "law_cells", {"cells", "attested"})
        names = entry.get("cells", [])
        if not isinstance(names, list):
            self._fault(where, f"cells are a list of names, not {names!r}")
            names = []
        for name in map(str, names):
            if name not in CELLS:
                self._fault(where, f"the pyramid has no cell {name!r}; it has A1 to A11, B1 to B10, up to K1")
        cells = tuple(sorted({CELLS[name] for name in map(str, names) if name in CELLS}))
        if entry and len(cells) != LAW_CELLS:
            rest = SIZE - len(cells)
            self._fault(where, f"{len(cells)} different law cells leave {rest} for treasures; right are {LAW_CELLS}")
        return cells, self._flag(entry, where)

    def _tables(self, written: Any) -> tuple[PrintedTable, ...]:
        if not isinstance(written, list):
            self._fault("", "no [[tables]]: the price tables are missing")
            return ()
        tables = [self._table(entry, number) for number, entry in enumerate(written, 1)]
        for kind, wanted in TABLE_TYPES.items():
            number = sum(table.type == kind for table in tables)
            if number != wanted:
                self._fault("", f"{number} tables of type {kind}; right are {wanted}")
        return tuple(tables)

    def _table(self, written: Any, number: int) -> PrintedTable:
        where = self._line("[[tables]]", number) + f"table {number}: "
        entry = self._part(written, where, "tables", {"type", "numbers", "attested"})
        kind, numbers = str(entry.get("type", "")), entry.get("numbers", [])
        if entry and kind not in TABLE_TYPES:
            self._fault(where, f"its type is I, II or III, not {kind!r}")
        if entry and (not isinstance(numbers, list) or len(numbers) < 2):
            self._fault(where, f"a table has two numbers or more, not {numbers!r}")
        table = tuple(self._entry(one, where) for one in (numbers if isinstance(numbers, list) else []))
        return PrintedTable(kind, table, self._flags(entry, where, len(table)))

    def _entry(self, written: Any, where: str) -> Entry:
        if is_price(written):
            return plain(written)
        if isinstance(written, dict) and written.keys() == {"x"} and is_price(written["x"]) and written["x"]:
            return Entry(times=written["x"])
        if isinstance(written, dict) and written.keys() == _PAIR and all(map(is_price, written.values())):
            if written["majority"] < written["others"]:
                return Entry(written["majority"], written["others"])
            self._fault(where, f"the majority gets the smaller number of a pair, not as in {written!r}")
            return Entry()
        self._fault(where, f"{written!r} is no entry; right are 15, {{ majority = 5, others = 15 }} and {{ x = 5 }}")
        return Entry()

    def _flag(self, entry: Mapping[str, Any], where: str) -> bool:
        return all(self._flags(entry, where, 1))

    def _flags(self, entry: Mapping[str, Any], where: str, length: int) -> tuple[bool, ...]:
        flags = entry.get("attested", False)
        if isinstance(flags, bool):
            return (flags,) * length
        if isinstance(flags, list) and len(flags) == length and all(isinstance(flag, bool) for flag in flags):
            return tuple(flags)
        self._fault(where, f"attested is true, false or a list with one of them for each number, not {flags!r}")
        return (False,) * length

    def _part(self, written: Any, where: str, name: str, keys: set[str]) -> Mapping[str, Any]:
        """Check that a part is there and has its keys; an empty one stands for a part that has not."""
        if not isinstance(written, dict):
            self._fault(where, f"[{name}] is missing")
            return {}
        if missing := sorted(keys - written.keys() - {"attested"}):
            self._fault(where, f"{' and '.join(missing)} missing in {name}")
            return {}
        if strange := sorted(written.keys() - keys):
            right = ", ".join(sorted(keys))
            self._fault(where, f"nothing is known of {', '.join(strange)} in {name}; right are {right}")
        return written

    def _line(self, beginning: str, number: int = 1) -> str:
        """Name the line that begins the part for the given time; nothing where none does."""
        found = [place for place, line in enumerate(self._lines, 1) if line.strip().startswith(beginning)]
        return f"line {found[number - 1]}: " if len(found) >= number else ""

    def _fault(self, where: str, sentence: str) -> None:
        self.faults.append(where + sentence)
