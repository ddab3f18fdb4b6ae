"""A ruling's CPU beside that of another checkout, measured in turn on the same machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from bench.table import median, show

ROOT = Path(__file__).parents[1]
DRIVER = Path(__file__).with_name("ruling_driver.py")
ROUNDS = 4
MATCHES = 6


def main(beside: Path) -> None:
    """Print the CPU milliseconds of a letter in both checkouts, and their ratio; a letter is judged and answered."""
    here, there = [], []
    for _ in range(ROUNDS):
        there += _measure(beside.resolve())
        here += _measure(ROOT)
    old, new = median(there), median(here)
    show("A letter, in ms of a core", ("", "ms", "ratio"), [(beside.name, old, 1.0), ("this checkout", new, new / old)])


def _measure(checkout: Path) -> list[float]:
    """Run the driver on the code of a checkout, whose catalogs are compiled first."""
    environ = os.environ | {"PYTHONPATH": str(checkout)}
    subprocess.run([sys.executable, "hatch_build.py"], cwd=checkout, env=environ, check=True)
    program = [sys.executable, str(DRIVER), str(MATCHES)]
    told = subprocess.run(program, cwd=checkout, env=environ, check=True, capture_output=True, text=True).stdout
    return [float(line) for line in told.split()]
