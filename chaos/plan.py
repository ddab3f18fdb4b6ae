"""What one run is: how many letters and faults, and the chance that everything follows from."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

PROGRAMS = ("worker1", "worker2", "beat", "listen", "web")
LAUNCHER = (sys.executable, "-m", "testkit.shifted_clock")
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
    twice: float = 0.1
    """The share of the letters of which a second copy comes, at the same instant or later."""
    patience: float = 240.0
    """For how many seconds something is waited for that has to come: the next letter, a deadline noticed, rest."""
    programs: tuple[str, ...] = PROGRAMS
    """The programs of the service that run."""
    launcher: tuple[str, ...] = LAUNCHER
    """What a program of the service is started through; it is told the file of its clock, then the program."""
    environ: Mapping[str, str] = field(default_factory=dict)
    """What its programs are told besides."""


FULL = Plan(letters=10_000, faults=200, tables=120, moves=40)
SHORT = Plan(letters=150, faults=15, tables=16, moves=8)
