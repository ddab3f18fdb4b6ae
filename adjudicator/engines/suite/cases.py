"""The choices of options and seats that an engine is tested with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.engines.contract import AnyEngine, Engine, Option, Options, P, S, View, opaque


@dataclass(frozen=True, slots=True)
class Case:
    """One engine with one choice of options and seats. With `usual` options every random match must end."""

    engine: AnyEngine
    label: str
    options: tuple[tuple[str, str | int], ...]
    seats: int
    usual: bool

    def __str__(self) -> str:
        return f"{self.engine.rules.key} {self.label} for {self.seats}"

    @property
    def chosen(self) -> dict[str, str | int]:
        """The options as a match stores them."""
        return self.engine.rules.complete(dict(self.options))


def cases_of(engine: Engine[P, S, View]) -> list[Case]:
    """List every choice worth trying: the presets, and the defaults with one option changed."""
    seats = sorted({engine.rules.seats[0], engine.rules.seats[-1]})
    choices: dict[str, tuple[Options, bool]] = (
        {"as it is": ({}, True)} | dict(_presets(engine)) | dict(_single_changes(engine))
    )
    return [
        Case(opaque(engine), label, tuple(sorted(options.items())), number, usual)
        for label, (options, usual) in choices.items()
        for number in seats
    ]


def _presets(engine: Engine[P, S, View]) -> Iterator[tuple[str, tuple[Options, bool]]]:
    for name, options in engine.rules.presets.items():
        if options:
            yield f"preset {name}", (options, True)


def _single_changes(engine: Engine[P, S, View]) -> Iterator[tuple[str, tuple[Options, bool]]]:
    for option in engine.rules.options:
        for value in _other_values(option):
            yield f"{option.key}={value}", ({option.key: value}, False)


def _other_values(option: Option) -> list[str | int]:
    values = option.values or (option.low, option.high)
    return [value for value in values if value != option.default]
