"""Runs a program of the service with a wall clock that can be wrong.

`python -m testkit.shifted_clock FILE PROGRAM ARGUMENTS`

FILE holds by how many seconds the clock of that machine is off. The program is the real one; only what the system tells
it about the time of day is moved, while it runs, and never the clock by which it measures how long something takes.
"""

from __future__ import annotations

import os
import runpy
import sys
import threading
import time
from pathlib import Path

import time_machine

LOOK_EVERY = 0.1
_never = threading.Event()


def follow_clock_file(path: Path) -> None:
    """Let the time of this program, and of those that it forks, follow a file."""
    coordinates = time_machine.travel(time.time(), tick=True).start()
    off = 0.0

    def watch() -> None:
        nonlocal off
        while not _never.wait(LOOK_EVERY):
            told = offset(path)
            if told != off:
                coordinates.shift(told - off)
                off = told

    def begin() -> None:
        threading.Thread(target=watch, daemon=True, name="clock").start()

    os.register_at_fork(after_in_child=begin)
    begin()


def offset(path: Path) -> float:
    """Read by how many seconds a clock is off."""
    try:
        return float(path.read_text() or 0)
    except (FileNotFoundError, ValueError):  # not there yet, or being written
        return 0.0


def shift_clock(path: Path, seconds: float) -> None:
    """Move a clock."""
    draft = path.with_suffix(".draft")
    draft.write_text(str(seconds))
    draft.replace(path)


def main() -> None:
    """Run a program, a console script or a module, by the clock of a file."""
    _, path, program, *more = sys.argv
    follow_clock_file(Path(path))
    sys.argv = [program, *more]
    if "/" in program:
        runpy.run_path(program, run_name="__main__")
    else:
        runpy.run_module(program, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
