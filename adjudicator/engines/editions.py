"""Editions: the sets of components that an engine can deal, a host's own, or the reconstruction that is shipped."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from typing import Generic, Protocol, TypeVar

from adjudicator.engines.components import ComponentFile
from adjudicator.engines.rules import BadOption, Option

RECONSTRUCTION = "reconstruction"
"""The name of the components that come with the program."""

_HOSTS_OWN = re.compile(r"[\w.-]{1,60}@sha256:[0-9a-f]{64}", re.ASCII)


class Edition(Protocol):
    """A set of components. A match stores its `name` as an option."""

    @property
    def name(self) -> str: ...


E = TypeVar("E", bound=Edition)


@dataclass(frozen=True, slots=True)
class EditionOption(Option):
    """The option that names an edition: an installed one, or in records one of any host, by name and digest."""

    def admits(self, value: object) -> bool:
        """Tell whether a value names an edition, installed or not: a record can be read without the file."""
        return value in self.values or (isinstance(value, str) and _HOSTS_OWN.fullmatch(value) is not None)

    def read(self, text: str) -> str | int:
        """Read the choice for a new match, which must be an installed edition. Raises `BadOption`."""
        if text not in self.values:
            raise BadOption(self.key, text, self.expected)
        return text


class Editions(Generic[E]):
    """The installed editions, the default first."""

    def __init__(self, *editions: E) -> None:
        self._named = {edition.name: edition for edition in editions}

    @property
    def names(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(self._named)

    def find(self, name: str) -> E | None:
        """Find an edition by its name; None if it is not installed."""
        return self._named.get(name)

    def named(self, name: str) -> E:
        """Return an edition to deal with. Raises `ValueError` if it is not installed."""
        if name not in self._named:
            raise ValueError(f"the components {name} are not installed; here are {', '.join(self._named)}")
        return self._named[name]


def read_own(read: Callable[[ComponentFile, str], E], text: str, origin: str) -> E:
    """Read a host's file; `origin` is its name, without a folder. Raises `BadComponents`."""
    file = ComponentFile(text, origin)
    return read(file, file.name)


def read_shipped(read: Callable[[ComponentFile, str], E], package: str) -> E:
    """Read the file that comes with an engine, which has the name of its package."""
    origin = f"{package.rpartition('.')[2]}.toml"
    text = files(package).joinpath("data", origin).read_text("utf-8")
    return read(ComponentFile(text, origin), RECONSTRUCTION)
