"""Memory and CPU time of programs: RSS, and PSS, which divides shared pages among the processes that share them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from adjudicator.infra.sandbox import child_process
from bench.table import show

_NAMES = {
    "up": r"adjudicator up",
    "broker": r"valkey|redis",
    "web": r"adjudicator:? web",
    "serve": r"adjudicator:? serve",
    "worker": r"celery",
    "beat": r"worker\.beat|adjudicator: beat",
    "listen": r"adjudicator:? listen",
    "house": r"worker\.house_process",
    "sandbox": re.escape(child_process.__name__),
}


@dataclass(frozen=True, slots=True)
class Weight:
    """A program, its memory in megabytes, and the seconds of CPU time that it has used."""

    pid: int
    name: str
    resident: float
    proportional: float
    seconds: float


def weigh(pid: int) -> list[Weight]:
    """Measure a program and its descendants; those that end meanwhile are left out."""
    weights: list[Weight] = []
    for one in (pid, *_started_by(pid)):
        with suppress(ProcessLookupError, FileNotFoundError):
            weights.append(_weight(one))
    return weights


def show_weights(weights: list[Weight], before: list[Weight], letters: int) -> None:
    """Print a table of them, with the CPU time of each letter since they were measured `before`."""
    spent = {one.pid: one.seconds for one in before}
    rows = [
        (now.name, now.resident, now.proportional, 1000 * (now.seconds - spent.get(now.pid, 0.0)) / letters)
        for now in weights
    ]
    total = ("all", *map(sum, list(zip(*rows, strict=True))[1:]))
    show("Memory in MB, and CPU time for each letter", ("program", "RSS", "PSS", "CPU ms"), [*rows, total])


def weigh_running() -> None:
    """Print the memory of the service that runs with this folder."""
    lock = Path(os.environ.get("ADJUDICATOR_VAR", "var")) / "lock"
    try:
        weights = weigh(int(lock.read_text()))
    except (FileNotFoundError, ValueError):
        raise SystemExit(f"no `adjudicator up` runs with the folder {lock.parent}") from None
    rows = [(one.name, one.resident, one.proportional) for one in weights]
    show("Memory in MB", ("program", "RSS", "PSS"), [*rows, ("all", *map(sum, list(zip(*rows, strict=True))[1:]))])


def _started_by(pid: int) -> Iterator[int]:
    # Children are listed for each thread: a worker's sandboxes are started by the thread that has the letter.
    children: list[int] = []
    with suppress(ProcessLookupError, FileNotFoundError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            children += map(int, (thread / "children").read_text().split())
    for child in children:
        yield child
        yield from _started_by(child)


def _weight(pid: int) -> Weight:
    told = dict(re.findall(r"^(\w+):\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE))
    return Weight(pid, _name(pid), int(told["Rss"]) / 1024, int(told["Pss"]) / 1024, seconds_of(pid))


def seconds_of(pid: int) -> float:
    """Ask the system for how many seconds a program has had a core for itself. Raises `FileNotFoundError`."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _name(pid: int) -> str:
    words = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return next((name for name, pattern in _NAMES.items() if re.search(pattern, words)), words[:30])
