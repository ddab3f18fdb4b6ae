"""The component files: a host's own, or the reconstruction that comes with the program."""

from __future__ import annotations

from adjudicator.engines.cheops.edition import Components
from adjudicator.engines.cheops.filereader import FileReader
from adjudicator.engines.components import ComponentFile
from adjudicator.engines.editions import read_own, read_shipped


def load_components(text: str, origin: str) -> Components:
    """Read a host's file; `origin` is its name, without a folder. Raises `BadComponents`."""
    return read_own(_read, text, origin)


def _read(file: ComponentFile, name: str) -> Components:
    return FileReader(file).components(name)


SHIPPED = read_shipped(_read, __package__)
"""The reconstruction, read once."""
