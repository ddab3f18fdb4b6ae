"""Editions: the sets of components that an engine can deal, a host's own and the reconstruction that comes with it."""

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
    """A set of components. `name` is what a match's option keeps of it."""

    @property
    def name(self) -> str: ...


E = TypeVar("E", bound=Edition)


@dataclass(frozen=True, slots=True)
class EditionOption(Option):
    """The choice of an edition: one that is at hand, and in records that of any host, by name and digest."""

    def admits(self, value: object) -> bool:
        """Tell whether a value names an edition, at hand or not: an archive is read without the file."""
        return value in self.values or (isinstance(value, str) and _HOSTS_OWN.fullmatch(value) is not None)

    def read(self, text: str) -> str | int:
        """Read what a person chooses for a new match: an edition that is at hand. Raises `BadOption`."""
        if text not in self.values:
            raise BadOption(self.key, text, self.expected)
        return text


class Editions(Generic[E]):
    """The editions that are at hand, the one that matches are usually dealt with first."""

    def __init__(self, *editions: E) -> None:
        self._named = {edition.name: edition for edition in editions}

    @property
    def names(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(self._named)

    def find(self, name: str) -> E | None:
        """Find an edition by its name; None if it is not here."""
        return self._named.get(name)

    def named(self, name: str) -> E:
        """Give an edition to deal with. Raises `ValueError` if it is not here."""
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
