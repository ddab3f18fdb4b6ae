"""Reads component files: the printed contents of cards, tables and tiles, shipped with a game or written by a host.

A file is TOML. A part with ``attested = true`` is confirmed by a public description of the game; the others are a
reconstruction, and players are told so. All faults of a file are reported at once, each with its line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from hashlib import sha256


class BadComponents(ValueError):
    """A faulty component file; `faults` lists all faults, each with its line or entry."""

    def __init__(self, origin: str, faults: Sequence[str]) -> None:
        super().__init__("; ".join(f"{origin}: {fault}" for fault in faults))
        self.origin = origin
        self.faults = tuple(faults)


class ComponentFile:
    """A file that is read part by part; `origin` is its name, without a folder.

    Raises `BadComponents` if it is no TOML.
    """

    def __init__(self, text: str, origin: str) -> None:
        self.origin = origin
        self.name = f"{origin}@sha256:{sha256(text.encode()).hexdigest()}"
        """The file's name and hash, which a match stores to name the components it is played with."""
        self.faults: list[str] = []
        self._lines = text.splitlines()
        try:
            self._written: Mapping[str, object] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadComponents(origin, [f"no TOML: {error}"]) from None

    def allow_only(self, names: Sequence[str]) -> None:
        """Add a fault for each part that the game does not have."""
        for strange in sorted(self._written.keys() - set(names)):
            where = self.line(strange) or self.line(f"[{strange}]") or self.line(f"[[{strange}]]")
            self.fault(where, f"nothing is known of {strange!r}; right are {', '.join(names)}")

    def table(self, name: str, keys: Sequence[str]) -> Mapping[str, object]:
        """Return a part if it has exactly these keys; otherwise add a fault and return an empty one."""
        return self._checked(self._written.get(name), self.line(f"[{name}]"), name, keys)

    def tables(self, name: str, keys: Sequence[str]) -> list[tuple[str, Mapping[str, object]]]:
        """List the parts of one name, each with its place for faults."""
        written = self._written.get(name)
        if not isinstance(written, list):
            self.fault("", f"no [[{name}]] in it")
            return []
        places = [f"{self.line(f'[[{name}]]', number)}{name} {number}: " for number in range(1, len(written) + 1)]
        return [(where, self._checked(entry, where, name, keys)) for where, entry in zip(places, written, strict=True)]

    def attested(self, entry: Mapping[str, object], where: str) -> bool:
        """Tell whether a part is attested."""
        flag = entry.get("attested", False)
        if not isinstance(flag, bool):
            self.fault(where, f"attested is true or false, not {flag!r}")
        return flag is True

    def attested_each(self, entry: Mapping[str, object], where: str, length: int) -> tuple[bool, ...]:
        """Tell for each of a part's numbers whether it is attested: one flag for all, or a list."""
        flags = entry.get("attested", False)
        if not isinstance(flags, list):
            return (self.attested(entry, where),) * length
        if len(flags) == length and all(isinstance(flag, bool) for flag in flags):
            return tuple(flags)
        self.fault(where, f"attested is true, false or one of them for each of {length} numbers, not {flags!r}")
        return (False,) * length

    def line(self, beginning: str, number: int = 1) -> str:
        """Return ``line N: `` for the given occurrence of a line with this beginning, or an empty string."""
        found = [place for place, line in enumerate(self._lines, 1) if line.strip().startswith(beginning)]
        return f"line {found[number - 1]}: " if len(found) >= number else ""

    def fault(self, where: str, sentence: str) -> None:
        """Add a fault."""
        self.faults.append(where + sentence)

    def raise_faults(self) -> None:
        """Raise `BadComponents` if there are faults."""
        if self.faults:
            raise BadComponents(self.origin, self.faults)

    def _checked(self, written: object, where: str, name: str, keys: Sequence[str]) -> Mapping[str, object]:
        if not isinstance(written, dict):
            self.fault(where, f"[{name}] is missing")
            return {}
        if missing := [key for key in keys if key not in written]:
            self.fault(where, f"{' and '.join(missing)} missing in {name}")
            return {}
        if strange := sorted(written.keys() - {*keys, "attested"}):
            right = ", ".join((*keys, "attested"))
            self.fault(where, f"nothing is known of {', '.join(strange)} in {name}; right are {right}")
        return written
