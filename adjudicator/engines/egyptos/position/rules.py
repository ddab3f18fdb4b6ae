"""The facts of Egyptos, and the options of one match as typed values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.engines.contract import Option, Options, Rules

Contact: TypeAlias = Literal["corner", "side"]
"""Rule for touching: by sides and corners, or by sides alone."""
Overline: TypeAlias = Literal["wins", "not"]
"""Whether a row of more than five wins."""

RULES = Rules(
    key="egyptos/1",
    title="Egyptos",
    seats=range(2, 3),
    sides=("black", "gold"),
    options=(
        Option("isolation", "forbidden", ("forbidden", "allowed")),
        Option("isolation_test", "removal", ("removal", "after_move")),
        Option("overline", "wins", ("wins", "not")),
        Option("opening", "none", ("none", "swap")),
        Option("repetition_draw", 3, (3, 0)),
        Option("move_cap", 200, low=0, high=10_000),
        Option("contact", "corner", ("corner", "side")),
    ),
    presets={"miro": {}, "collector": {"isolation": "allowed"}},
    secrets=False,
)


@dataclass(frozen=True, slots=True)
class Variant:
    """The options of a match. The defaults stand in `RULES` alone."""

    isolation: Literal["forbidden", "allowed"]
    isolation_test: Literal["removal", "after_move"]
    overline: Overline
    opening: Literal["none", "swap"]
    repetition_draw: int
    move_cap: int
    contact: Contact

    @classmethod
    def of(cls, options: Options) -> Variant:
        """Complete and check the options of a match. Raises `BadOption`."""
        return RULES.build(cls, options)
