"""The plan of a run: numbers of letters and faults, and the seed of all random choices."""

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
    """The parameters of one run."""

    letters: int
    faults: int
    tables: int
    """Matches in play at a time."""
    moves: int
    """Letters of a match after which a player resigns, so that another match can begin."""
    seed: int = 1
    kinds: tuple[str, ...] = ()
    """The kinds of faults to inject; empty: all, by their weights."""
    pages: float = 0.25
    """The share of the players who use the pages."""
    twice: float = 0.1
    """The share of the letters of which a second copy comes, at the same instant or later."""
    patience: float = 240.0
    """Timeout in seconds for an expected event: the next letter, a deadline noticed, quiescence."""
    programs: tuple[str, ...] = PROGRAMS
    """The programs of the service that run."""
    launcher: tuple[str, ...] = LAUNCHER
    """The command that starts a program of the service; its arguments are the clock file and the program."""
    environ: Mapping[str, str] = field(default_factory=dict)
    """Further environment variables of its programs."""


FULL = Plan(letters=10_000, faults=200, tables=120, moves=40)
SHORT = Plan(letters=110, faults=15, tables=12, moves=8)
