"""The component files: a host's own, or the reconstruction that comes with the program."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files

from adjudicator.engines.cheops.edition import Components
from adjudicator.engines.cheops.filereader import FileReader
from adjudicator.engines.cheops.variant import RECONSTRUCTION


class BadComponents(ValueError):
    """A file of components that is not right; `faults` lists all that is wrong with it, each with its line or entry."""

    def __init__(self, origin: str, faults: Sequence[str]) -> None:
        super().__init__("; ".join(f"{origin}: {fault}" for fault in faults))
        self.origin = origin
        self.faults = tuple(faults)


def load_components(text: str, origin: str) -> Components:
    """Read a host's file; `origin` is its name, without a folder. Raises `BadComponents`."""
    digest = sha256(text.encode()).hexdigest()
    return _read(text, origin, f"{origin}@sha256:{digest}")


def _read(text: str, origin: str, name: str) -> Components:
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadComponents(origin, [f"no TOML: {error}"]) from None
    reader = FileReader(text)
    found = reader.components(written, name)
    if reader.faults:
        raise BadComponents(origin, reader.faults)
    return found


SHIPPED = _read(files(__package__).joinpath("data", "cheops.toml").read_text("utf-8"), "cheops.toml", RECONSTRUCTION)
"""The reconstruction, read once."""
