"""Limits for programs that are measured as if on a small machine: one core, and so much memory for all of them.

A control group of Linux holds the memory, whichever of its two interfaces the machine has. Only root may make one;
without it there is no limit, and the table says so.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

CORE: Final = 0
ENDING: Final = 10.0
"""Seconds in which programs are gone that were stopped."""
_ROOT: Final = Path("/sys/fs/cgroup")
_NAME: Final = "adjudicator-bench"


@dataclass(frozen=True, slots=True)
class Interface:
    """Where groups are made, and the names of their files."""

    root: Path
    sign: str
    """A file in the root by which this interface is known."""
    limit: str
    peak: str


INTERFACES: Final = (
    Interface(_ROOT, "cgroup.controllers", "memory.max", "memory.peak"),
    Interface(_ROOT / "memory", "memory.limit_in_bytes", "memory.limit_in_bytes", "memory.max_usage_in_bytes"),
)


@dataclass(frozen=True, slots=True)
class SmallMachine:
    """One core, and perhaps a limit for memory."""

    group: Path | None
    interface: Interface | None

    def enter(self) -> None:
        """Put this process, and with it all that it starts, onto the small machine."""
        os.sched_setaffinity(0, {CORE})
        if self.group is not None:
            (self.group / "cgroup.procs").write_text(str(os.getpid()))

    def peak_megabytes(self) -> float | None:
        """Read how much memory its programs had at most, with the files that the system kept in memory for them."""
        if self.group is None or self.interface is None:
            return None
        with suppress(FileNotFoundError):  # an older kernel does not count it
            return int((self.group / self.interface.peak).read_text()) / 1024**2
        return None


@contextmanager
def small_machine(megabytes: int) -> Iterator[SmallMachine]:
    """Make a small machine for the time of a `with` block, in which every program that entered it must end."""
    group, interface = _make_group(megabytes)
    try:
        yield SmallMachine(group, interface)
    finally:
        if group is not None:
            _remove(group)


@contextmanager
def other_cores() -> Iterator[None]:
    """Keep this program, and what it starts meanwhile, off the core of the small machine, if there is another one."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, before - {CORE} or before)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def entering(machine: SmallMachine, then: Callable[[], object] | None) -> Callable[[], None]:
    """Return a function for a new process that enters the machine, and does what else is to be done."""

    def enter() -> None:
        machine.enter()
        if then is not None:
            then()

    return enter


def _remove(group: Path) -> None:
    """Remove a group once its last program is gone; a killed one takes a moment."""
    latest, programs = time.monotonic() + ENDING, group / "cgroup.procs"
    while programs.exists() and programs.read_text().strip() and time.monotonic() < latest:
        time.sleep(0.05)
    group.rmdir()


def _make_group(megabytes: int) -> tuple[Path | None, Interface | None]:
    for interface in (one for one in INTERFACES if (one.root / one.sign).exists()):
        group = interface.root / f"{_NAME}-{os.getpid()}"
        try:
            group.mkdir()
            (group / interface.limit).write_text(str(megabytes * 1024**2))
        except OSError:
            with suppress(OSError):
                group.rmdir()
            continue
        return group, interface
    return None, None
