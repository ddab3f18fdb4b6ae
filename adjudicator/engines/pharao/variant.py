"""The facts of Das Gold des Pharao, and the options of one match as typed values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from adjudicator.engines.contract import Option, Options, Rules
from adjudicator.engines.editions import EditionOption

ACTIONS = 3
"""So many a turn."""
COUNTDOWN = 3
"""So many turns of its discoverer until a bust that stays brings its chamber down."""


def rules_with(*tiles: str) -> Rules:
    """Write the table of facts with the sets of tiles that are at hand, the default first."""
    return Rules(
        key="pharao/1",
        title="Das Gold des Pharao",
        seats=range(2, 5),
        sides=("red", "blue", "green", "yellow"),
        options=(
            Option("carry_lamp_bonus", "yes", ("yes", "no")),
            Option("trap_ends_turn", "always", ("always", "if_released")),
            Option("mummy_drop", "yes", ("yes", "no")),
            Option("collapse_adjacency", 4, (4, 8)),
            Option("count_discovery_turn", "no", ("no", "yes")),
            Option("tie_time", "last_change", ("last_change", "first_ever")),
            Option("rotate_access", "own_side", ("own_side", "both_sides")),
            Option("stall_rounds", 15, low=0, high=99),
            EditionOption("tiles", tiles[0], tiles),
        ),
    )


@dataclass(frozen=True, slots=True)
class Variant:
    """The options of a match. The defaults stand in `rules_with` alone."""

    carry_lamp_bonus: Literal["yes", "no"]
    trap_ends_turn: Literal["always", "if_released"]
    mummy_drop: Literal["yes", "no"]
    collapse_adjacency: Literal[4, 8]
    count_discovery_turn: Literal["no", "yes"]
    tie_time: Literal["last_change", "first_ever"]
    rotate_access: Literal["own_side", "both_sides"]
    stall_rounds: int
    tiles: str

    @classmethod
    def of(cls, options: Options, rules: Rules) -> Variant:
        """Complete and check the options of a match. Raises `BadOption`."""
        complete: dict[str, Any] = rules.complete(options)
        return cls(**complete)
