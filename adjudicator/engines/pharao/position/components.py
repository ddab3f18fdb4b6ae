"""The components of an edition, read from a file: a host's own, or the reconstruction that comes with the program.

A file comes in as text; a checked `Components` goes out, or `BadComponents` with all that is wrong at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeGuard

from adjudicator.engines.components import ComponentFile
from adjudicator.engines.editions import read_own, read_shipped
from adjudicator.engines.pharao.position.cards import EVERY_SIDE, LYINGS, SHAPES, SIDES_OF, Shape, Sides
from adjudicator.engines.pharao.position.position import BUST, LANTERNS, Photo, Trap, Treasure

CORRIDORS = 30
CHAMBERS = ("lotus", "eye", "falcon", "ibis", "crown")
TREASURES = 8
WORTHS = (2, 3)

_PARTS = ("corridors", "start", "chambers", "photos", "treasures", "bust", "lanterns")
_TRAP_NAMES = tuple(trap.value for trap in Trap)


@dataclass(frozen=True, slots=True)
class Components:
    """The components of one edition."""

    name: str
    """The value of a match's option `tiles` that stands for them."""
    corridors: tuple[Shape, ...]
    chambers: tuple[tuple[str, Shape], ...]
    start_sides: Sides
    photos: tuple[Photo, ...]
    treasures: tuple[Treasure, ...]
    attested: tuple[tuple[str, bool], ...] = ()
    """Which parts public descriptions attest: corridors, start, chambers, photos, treasures, bust, lanterns."""


def load_components(text: str, origin: str) -> Components:
    """Read a host's file; `origin` is its name, without a folder. Raises `BadComponents`."""
    return read_own(_read_file, text, origin)


def _read_file(file: ComponentFile, name: str) -> Components:
    return _FileReader(file).read(name)


class _FileReader:
    """Reads part by part. What is wrong is noted in the file, and reading goes on to find the rest."""

    def __init__(self, file: ComponentFile) -> None:
        self._file = file
        self._attested: dict[str, bool] = {}

    def read(self, name: str) -> Components:
        """Read an edition. Raises `BadComponents`."""
        self._file.allow_only(_PARTS)
        found = Components(
            name,
            corridors=self._corridors(),
            start_sides=self._start(),
            chambers=self._chambers(),
            photos=self._photos(),
            treasures=self._treasures(),
        )
        self._check_fixed("bust", "value", BUST)
        self._check_fixed("lanterns", "number", LANTERNS)
        self._check_photos(found)
        self._file.raise_faults()
        return replace(found, attested=tuple((part, self._attested[part]) for part in _PARTS))

    def _part(self, name: str, *keys: str) -> tuple[Mapping[str, object], str]:
        entry, where = self._file.table(name, keys), self._file.line(f"[{name}]")
        self._attested[name] = self._file.attested(entry, where)
        return entry, where

    def _parts(self, name: str, *keys: str) -> list[tuple[str, Mapping[str, object]]]:
        found = self._file.tables(name, keys)
        flags = [self._file.attested(entry, where) for where, entry in found]
        self._attested[name] = bool(flags) and all(flags)
        return [(where, entry) for where, entry in found if entry]

    def _corridors(self) -> tuple[Shape, ...]:
        entry, where = self._part("corridors", *SHAPES)
        counts = dict[Shape, int]()
        for shape in SHAPES:
            number = entry.get(shape, 0)
            if not _is_count(number):
                self._file.fault(where, f"the number of {shape} corridors is 0 or more, not {number!r}")
                return ()
            counts[shape] = number
        if entry and sum(counts.values()) != CORRIDORS:
            self._file.fault(where, f"{sum(counts.values())} corridors; right are {CORRIDORS}, for 36 cards in all")
            return ()
        return tuple(shape for shape, number in counts.items() for _ in range(number))

    def _start(self) -> Sides:
        entry, where = self._part("start", "sides")
        sides = entry.get("sides", "NESW")
        if not isinstance(sides, str) or not any(SIDES_OF.get(sides) in lyings for lyings in LYINGS.values()):
            self._file.fault(where, f"the start card's sides are written like NESW, NES, NS or NE, not {sides!r}")
            return EVERY_SIDE
        return SIDES_OF[sides]

    def _chambers(self) -> tuple[tuple[str, Shape], ...]:
        found = list[tuple[str, Shape]]()
        for where, entry in self._parts("chambers", "name", "shape"):
            name, shape = entry["name"], entry["shape"]
            if name not in CHAMBERS:
                self._file.fault(where, f"a chamber's name is one of {', '.join(CHAMBERS)}, not {name!r}")
            if shape not in SHAPES:
                self._file.fault(where, f"its shape is one of {', '.join(SHAPES)}, not {shape!r}")
            found.append((str(name), Shape(str(shape))))
        if len(found) != len(CHAMBERS) or len(dict(found)) != len(found):
            self._file.fault("", f"{len(dict(found))} different chambers; right are {len(CHAMBERS)}")
        return tuple(found)

    def _photos(self) -> tuple[Photo, ...]:
        found = list[Photo]()
        for where, entry in self._parts("photos", "treasures", "trap"):
            number, trap = entry["treasures"], entry["trap"]
            if not _is_count(number) or not number:
                self._file.fault(where, f"a photo shows one treasure or more, not {number!r}")
            elif trap not in _TRAP_NAMES:
                self._file.fault(where, f'its trap is "", "mummy" or "curse", not {trap!r}')
            else:
                found.append(Photo(number, Trap(trap)))
        return tuple(found)

    def _treasures(self) -> tuple[Treasure, ...]:
        entry, where = self._part("treasures", "values")
        values = entry.get("values", [])
        if not isinstance(values, list) or not all(_is_count(value) and value in WORTHS for value in values):
            self._file.fault(where, f"treasures are a list of numbers that are 2 or 3, not {values!r}")
            return ()
        if entry and len(values) != TREASURES:
            self._file.fault(where, f"{len(values)} treasures; right are {TREASURES}")
        return tuple(map(Treasure, values))

    def _check_fixed(self, name: str, key: str, right: int) -> None:
        entry, where = self._part(name, key)
        if entry and (entry[key] != right or isinstance(entry[key], bool)):
            self._file.fault(where, f"the {key} of the {name} is {right}, not {entry[key]!r}")

    def _check_photos(self, found: Components) -> None:
        shown, where = sum(photo.treasures for photo in found.photos), self._file.line("[[photos]]")
        if len(found.photos) != len(CHAMBERS):
            self._file.fault(where, f"{len(found.photos)} photos; right are {len(CHAMBERS)}, one for each chamber")
        elif found.treasures and shown != len(found.treasures) + 1:
            right = len(found.treasures) + 1
            self._file.fault(where, f"the photos show {shown} treasures; right are {right}, the last of them the bust")


def _is_count(value: object) -> TypeGuard[int]:
    # TOML's true and false come as `bool`, which is a kind of `int`.
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


SHIPPED = read_shipped(_read_file, "adjudicator.engines.pharao")
"""The reconstruction, read once."""
