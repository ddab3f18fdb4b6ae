"""The facts of Cheops, and the options of one match as typed values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from adjudicator.engines.contract import Option, Options, Rules
from adjudicator.engines.editions import EditionOption


def rules_with(*tables: str) -> Rules:
    """Write the table of facts with the sets of price tables that are at hand, the default first."""
    return Rules(
        key="cheops/1",
        title="Cheops",
        seats=range(2, 6),
        sides=(),
        options=(
            Option("draw_source", "any", ("any", "front")),
            Option("draw_rule", "one", ("one", "refill")),
            Option("neighbour_check", "after", ("after", "none")),
            Option("law4_full", "new_only", ("new_only", "all_worthless")),
            Option("open_money", "no", ("no", "yes")),
            Option("end_timing", "immediate", ("immediate", "turn_end")),
            Option("stall", "hands", ("hands", "passes")),
            EditionOption("tables", tables[0], tables),
        ),
        presets={
            "french": {},
            "italian": {"neighbour_check": "none"},
            "dutch": {"draw_source": "front", "draw_rule": "refill"},
        },
    )


@dataclass(frozen=True, slots=True)
class Variant:
    """The options of a match. The defaults stand in `rules_with` alone."""

    draw_source: Literal["any", "front"]
    draw_rule: Literal["one", "refill"]
    neighbour_check: Literal["after", "none"]
    law4_full: Literal["new_only", "all_worthless"]
    open_money: Literal["no", "yes"]
    end_timing: Literal["immediate", "turn_end"]
    stall: Literal["hands", "passes"]
    tables: str

    @classmethod
    def of(cls, options: Options, rules: Rules) -> Variant:
        """Complete and check the options of a match. Raises `BadOption`."""
        complete: dict[str, Any] = rules.complete(options)
        return cls(**complete)
