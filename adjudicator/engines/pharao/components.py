"""The component files: a host's own, or the reconstruction that comes with the program."""

from __future__ import annotations

from importlib.resources import files

from adjudicator.engines.components import ComponentFile
from adjudicator.engines.pharao.edition import Components
from adjudicator.engines.pharao.filereader import FileReader
from adjudicator.engines.pharao.variant import RECONSTRUCTION


def load_components(text: str, origin: str) -> Components:
    """Read a host's file; `origin` is its name, without a folder. Raises `BadComponents`."""
    file = ComponentFile(text, origin)
    return FileReader(file).components(file.name)


def _shipped() -> Components:
    text = files(__package__).joinpath("data", "pharao.toml").read_text("utf-8")
    return FileReader(ComponentFile(text, "pharao.toml")).components(RECONSTRUCTION)


SHIPPED = _shipped()
"""The reconstruction, read once."""
