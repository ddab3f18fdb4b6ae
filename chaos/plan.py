"""What one run is: how many letters and faults, and the chance that everything follows from."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

LAUNCHER = (sys.executable, "-m", "chaos.clock")
ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Plan:
    """One run."""

    letters: int
    faults: int
    tables: int
    """How many matches are under way at a time."""
    moves: int
    """After so many letters of a match somebody gives up, so that another one can begin."""
    seed: int = 1
    kinds: tuple[str, ...] = ()
    """The faults that are made; empty: all there are, as often as each deserves."""
    pages: float = 0.25
    """The share of the players who use the pages."""
    launcher: tuple[str, ...] = LAUNCHER
    """What a program of the service is started through; it is told the file of its clock, then the program."""
    environ: Mapping[str, str] = field(default_factory=dict)
    """What its programs are told besides."""


FULL = Plan(letters=10_000, faults=200, tables=120, moves=40)
SHORT = Plan(letters=250, faults=14, tables=24, moves=12)
