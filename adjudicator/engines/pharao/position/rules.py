"""The facts of Das Gold des Pharao, and the options of one match as typed values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from adjudicator.engines.contract import Option, Options, Rules
from adjudicator.engines.editions import EditionOption

KEY = "pharao/1"
ACTIONS = 3
"""The actions of a turn (GOLD-TURN-1)."""
COUNTDOWN = 3
"""The turns of its discoverer until a bust that stays brings its chamber down (GOLD-BUST-B1)."""


def rules_with(*tiles: str) -> Rules:
    """Build the table of facts. `tiles` are the editions at hand, the default first."""
    return Rules(
        key=KEY,
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
        idle_step="end",
    )


@dataclass(frozen=True, slots=True)
class Variant:
    """The options of a match. Their defaults stand in `rules_with` alone."""

    carry_lamp_bonus: Literal["yes", "no"]
    """Do lanterns help a carrier, too? (G2)"""
    trap_ends_turn: Literal["always", "if_released"]
    """Does a trap without a path to the exit end the turn? (G21)"""
    mummy_drop: Literal["yes", "no"]
    """Does a frightened archaeologist leave the treasure behind? (G20)"""
    collapse_adjacency: Literal[4, 8]
    """Does a wave run over corners? (G24)"""
    count_discovery_turn: Literal["no", "yes"]
    """Does the turn in which the bust is found count for the collapse? (G30)"""
    tie_time: Literal["last_change", "first_ever"]
    """When did a seat reach its points? (G36)"""
    rotate_access: Literal["own_side", "both_sides"]
    """Must the neighbouring card be open towards the porter to be rotated? (G8, Q1)"""
    stall_rounds: int
    """The quiet rounds after which the match is scored as it stands; 0 for never. (G39, Q3)"""
    tiles: str
    """The name of the edition."""

    @classmethod
    def of(cls, options: Options, rules: Rules) -> Variant:
        """Complete and check the options of a match. Raises `BadOption`."""
        # `complete` has checked every name and value, which no type can tell.
        build: Callable[..., Variant] = cls
        return build(**rules.complete(options))
