"""Writes orders as a reader would: no letter or page shows the engine's notation beside the words of its language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import cast

from adjudicator.engines.contract import Localizer
from adjudicator.engines.registry import engines, newest_engine


def write_order(rules: str, order: str, language: str) -> str:
    """Write a canonical order of a game, by its rules key, or the beginning of one, in a language, by its code."""
    engine = engines().get(rules)
    if engine is None or not _translates(type(engine)):
        return order
    return cast("Localizer", engine).translate(order, language)


@cache  # to look for the methods of a protocol takes longer than to translate an order
def _translates(engine: type) -> bool:
    return issubclass(engine, Localizer)


def write_order_of_game(game: str, order: str, language: str) -> str:
    """Write an order in a text about a game, by its name."""
    return write_order(newest_engine(game).rules.key, order, language)


@dataclass(frozen=True, slots=True)
class OrderLinks:
    """The links of a picture: where a click on an order leads, and the order as the reader would write it."""

    address: Callable[[str], str]
    rules: str
    language: str

    def __call__(self, order: str) -> str:
        """Return the address of an order."""
        return self.address(order)

    def label(self, order: str) -> str:
        """Write an order, or its beginning."""
        return write_order(self.rules, order, self.language)

    def labels(self, orders: Sequence[str]) -> dict[str, str]:
        """Write orders, each by its canonical form."""
        return {order: self.label(order) for order in orders}
