"""The table of facts of a game: its key, its seats, and the options that a match chooses from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")

Options = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Option:
    """One choice that a match makes before it starts: one of `values`, or any integer from `low` to `high`."""

    key: str
    default: str | int
    values: tuple[str | int, ...] = ()
    low: int = 0
    high: int = 0

    def admits(self, value: object) -> bool:
        """Tell whether a value is one of this option's."""
        if self.values:
            return any(value == right and type(value) is type(right) for right in self.values)
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    @property
    def expected(self) -> tuple[str, ...]:
        """The valid values, as a person would write them."""
        return tuple(map(str, self.values)) or (f"{self.low}..{self.high}",)

    def read(self, text: str) -> str | int:
        """Read a value as a person writes it. Raises `BadOption`."""
        words = {str(value): value for value in self.values}
        value = words.get(text, text) if words or not text.isdecimal() else int(text)
        if not self.admits(value):
            raise BadOption(self.key, text, self.expected)
        return value


@dataclass(frozen=True, slots=True)
class Rules:
    """The table of facts of one game: its key is never reused for other rules."""

    key: str
    """Name and version, as in ``egyptos/1``."""
    title: str
    seats: range
    """The numbers of seats it can be played with."""
    sides: tuple[str, ...]
    """The words for the colours that seats can have, if any; keys of the texts. A view tells who has which."""
    options: tuple[Option, ...] = ()
    presets: Mapping[str, Options] = field(default_factory=dict)
    """Named sets of option values; the first is the default. A match stores the values, never only the name."""
    idle_step: str = ""
    """A step that ends a turn without doing anything, legal at the beginning of every turn; empty if there is none."""
    home: str = "adjudicator"
    """The package that carries this game's ``templates`` and ``locale`` folders."""
    secrets: bool = True
    """Whether anything is hidden from anybody, be it in a hand, face down or in a pile."""

    @property
    def name(self) -> str:
        """The game without its version, as in ``egyptos``: the folder of its templates."""
        return self.key.partition("/")[0]

    def check_seats(self, seats: int) -> None:
        """Raise `ValueError` for a number of seats that the game cannot be played with."""
        if seats not in self.seats:
            right = " to ".join(map(str, dict.fromkeys((self.seats[0], self.seats[-1]))))
            raise ValueError(f"{self.title} is for {right} players, not for {seats}")

    def complete(self, chosen: Options) -> dict[str, str | int]:
        """Fill the options that were not chosen with their defaults.

        Raises `BadOption` for a name or a value that these rules do not know.
        """
        known = {option.key: option for option in self.options}
        for key, value in chosen.items():
            if key not in known:
                raise BadOption(key, value, tuple(known))
            if not known[key].admits(value):
                raise BadOption(key, value, known[key].expected)
        return {option.key: chosen.get(option.key, option.default) for option in self.options}

    def build(self, variant: Callable[..., T], chosen: Options) -> T:
        """Build the typed options of a game, a class with a field for each, from those that were chosen.

        Raises `BadOption`.
        """
        return variant(**self.complete(chosen))


class BadOption(ValueError):
    """An option or a value that the rules do not have; `expected` lists the valid ones."""

    def __init__(self, key: str, value: object, expected: Sequence[str]) -> None:
        super().__init__(f"{key}={value}: expected one of {', '.join(expected)}")
        self.key = key
        self.value = value
        self.expected = tuple(expected)
