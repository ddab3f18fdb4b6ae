"""The rules of Cheops as facts: seats, options and presets; and the options of one match as typed values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.engines.contract import Option, Options, Rules
from adjudicator.engines.editions import EditionOption


def rules_with(*tables: str) -> Rules:
    """Give the rules with the sets of price tables that are at hand, the default first."""
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
    """Draw from any stack, or from the front one alone (D1)."""
    draw_rule: Literal["one", "refill"]
    """Draw one tile a turn, or refill the hand (D2)."""
    neighbour_check: Literal["after", "none"]
    """May a neighbour be bought when no normal turn could follow (D5)?"""
    law4_full: Literal["new_only", "all_worthless"]
    """Are kept treasures of a full law-4 colour worthless too (D12)?"""
    open_money: Literal["no", "yes"]
    """Is the money of others shown (D8)?"""
    end_timing: Literal["immediate", "turn_end"]
    """Does a full price table end the match at once, or at the end of the turn (E14)?"""
    stall: Literal["hands", "passes"]
    """The match ends when no hand fits, or after a full round of passes (E15)."""
    tables: str
    """The edition that the price tables are from; the numbers themselves stand in the deal (Q17)."""

    @classmethod
    def of(cls, options: Options, rules: Rules) -> Variant:
        """Complete and check the options of a match. Raises `BadOption`."""
        chosen = rules.complete(options)
        # Each value is one of its option's two, so one comparison tells which.
        return cls(
            draw_source="front" if chosen["draw_source"] == "front" else "any",
            draw_rule="refill" if chosen["draw_rule"] == "refill" else "one",
            neighbour_check="none" if chosen["neighbour_check"] == "none" else "after",
            law4_full="all_worthless" if chosen["law4_full"] == "all_worthless" else "new_only",
            open_money="yes" if chosen["open_money"] == "yes" else "no",
            end_timing="turn_end" if chosen["end_timing"] == "turn_end" else "immediate",
            stall="passes" if chosen["stall"] == "passes" else "hands",
            tables=str(chosen["tables"]),
        )
