"""Reading a component file as an edition, and finding all that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.engines.components import ComponentFile
from adjudicator.engines.pharao.cards import EVERY_SIDE, LYINGS, SHAPES, SIDES_OF, Shape, Sides
from adjudicator.engines.pharao.edition import CHAMBERS, CORRIDORS, TRAPS, TREASURES, WORTHS, Components
from adjudicator.engines.pharao.position import BUST, LANTERNS, Photo, Treasure

_PARTS = ("corridors", "start", "chambers", "photos", "treasures", "bust", "lanterns")


class FileReader:
    """Reads the parts of a file."""

    def __init__(self, file: ComponentFile) -> None:
        self.file = file
        self._attested: dict[str, bool] = {}

    def components(self, name: str) -> Components:
        """Read an edition. Raises `BadComponents`."""
        self.file.allow_only(_PARTS)
        found = Components(
            name,
            corridors=self._corridors(),
            start_sides=self._start(),
            chambers=self._chambers(),
            photos=self._photos(),
            treasures=self._treasures(),
            attested=(),
        )
        self._fixed("bust", "value", BUST)
        self._fixed("lanterns", "number", LANTERNS)
        self._check_photos(found)
        self.file.raise_faults()
        return Components(
            name,
            found.corridors,
            found.chambers,
            found.start_sides,
            found.photos,
            found.treasures,
            tuple((part, self._attested[part]) for part in _PARTS),
        )

    def _part(self, name: str, *keys: str) -> tuple[Mapping[str, Any], str]:
        entry, where = self.file.table(name, keys), self.file.line(f"[{name}]")
        self._attested[name] = self.file.attested(entry, where)
        return entry, where

    def _parts(self, name: str, *keys: str) -> list[tuple[str, Mapping[str, Any]]]:
        found = self.file.tables(name, keys)
        flags = [self.file.attested(entry, where) for where, entry in found]
        self._attested[name] = bool(flags) and all(flags)
        return [(where, entry) for where, entry in found if entry]

    def _corridors(self) -> tuple[Shape, ...]:
        entry, where = self._part("corridors", *SHAPES)
        counts = {shape: entry.get(shape, 0) for shape in SHAPES}
        for shape, number in counts.items():
            if not _is_count(number):
                self.file.fault(where, f"the number of {shape} corridors is 0 or more, not {number!r}")
                return ()
        if entry and sum(counts.values()) != CORRIDORS:
            self.file.fault(where, f"{sum(counts.values())} corridors; right are {CORRIDORS}, for 36 cards in all")
        return tuple(shape for shape, number in counts.items() for _ in range(number))

    def _start(self) -> Sides:
        entry, where = self._part("start", "sides")
        sides = entry.get("sides", "NESW")
        if not isinstance(sides, str) or not any(SIDES_OF.get(sides) in lyings for lyings in LYINGS.values()):
            self.file.fault(where, f"the start card's sides are written like NESW, NES, NS or NE, not {sides!r}")
            return EVERY_SIDE
        return SIDES_OF[sides]

    def _chambers(self) -> tuple[tuple[str, Shape], ...]:
        found = list[tuple[str, Shape]]()
        for where, entry in self._parts("chambers", "name", "shape"):
            name, shape = entry["name"], entry["shape"]
            if name not in CHAMBERS:
                self.file.fault(where, f"a chamber's name is one of {', '.join(CHAMBERS)}, not {name!r}")
            if shape not in SHAPES:
                self.file.fault(where, f"its shape is one of {', '.join(SHAPES)}, not {shape!r}")
            found.append((str(name), str(shape)))
        if len(found) != len(CHAMBERS) or len(dict(found)) != len(found):
            self.file.fault("", f"{len(dict(found))} different chambers; right are {len(CHAMBERS)}")
        return tuple(found)

    def _photos(self) -> tuple[Photo, ...]:
        found = list[Photo]()
        for where, entry in self._parts("photos", "treasures", "trap"):
            number, trap = entry["treasures"], entry["trap"]
            if not _is_count(number) or not number:
                self.file.fault(where, f"a photo shows one treasure or more, not {number!r}")
            elif trap not in TRAPS:
                self.file.fault(where, f'its trap is "", "mummy" or "curse", not {trap!r}')
            else:
                found.append((number, trap))
        return tuple(found)

    def _treasures(self) -> tuple[Treasure, ...]:
        entry, where = self._part("treasures", "values")
        values = entry.get("values", [])
        if entry and (
            not isinstance(values, list) or not all(_is_count(value) and value in WORTHS for value in values)
        ):
            self.file.fault(where, f"treasures are a list of numbers that are 2 or 3, not {values!r}")
            return ()
        if entry and len(values) != TREASURES:
            self.file.fault(where, f"{len(values)} treasures; right are {TREASURES}")
        return tuple(values)

    def _fixed(self, name: str, key: str, right: int) -> None:
        entry, where = self._part(name, key)
        if entry and (entry[key] != right or isinstance(entry[key], bool)):
            self.file.fault(where, f"the {key} of the {name} is {right}, not {entry[key]!r}")

    def _check_photos(self, found: Components) -> None:
        shown, where = sum(number for number, _ in found.photos), self.file.line("[[photos]]")
        if len(found.photos) != len(CHAMBERS):
            self.file.fault(where, f"{len(found.photos)} photos; right are {len(CHAMBERS)}, one for each chamber")
        elif found.treasures and shown != len(found.treasures) + 1:
            right = len(found.treasures) + 1
            self.file.fault(where, f"the photos show {shown} treasures; right are {right}, the last of them the bust")


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
