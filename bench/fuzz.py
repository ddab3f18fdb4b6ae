"""Feeds hostile letters to every parser of letters, and reports crashes, slow letters and heavy ones."""

from __future__ import annotations

import multiprocessing
import resource
import signal
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from bench.memory import seconds_of
from testkit.mail.fuzz.check import time_letter
from testkit.mail.fuzz.letter import letter

CHUNK = 200
SLOW = 2.0
HANGS = 30.0
"""Seconds of a processor after which a letter is given up and its reader killed."""
SILENT = 600.0
"""The same by the clock, for a reader that waits for something: a busy machine alone may keep one waiting for long."""
REPORT_SECONDS = 60.0
SHOWN = 5


@dataclass(frozen=True, slots=True)
class Failure:
    """A letter that broke a reader or took too long, and how."""

    seed: int
    why: str


@dataclass(slots=True)
class Tally:
    """What came of the letters so far."""

    tried: int = 0
    failures: list[Failure] = field(default_factory=list)
    slowest: list[tuple[float, int]] = field(default_factory=list)
    megabytes: float = 0.0

    def add(self, other: Tally) -> None:
        self.tried += other.tried
        self.failures += other.failures
        self.slowest = sorted([*self.slowest, *other.slowest], reverse=True)[:SHOWN]
        self.megabytes = max(self.megabytes, other.megabytes)


@dataclass(slots=True)
class Reader:
    """A process that tries letters, and the chunk that it is at."""

    process: BaseProcess
    line: Connection
    seeds: range
    since: float
    at: int
    """The seed of the letter that it reads now."""
    spent: float = 0.0
    """The seconds of a processor that it had spent when it came to that letter."""

    @property
    def goes_on(self) -> bool:
        """Tell whether it may still come to the end of its letter."""
        return self.seconds() - self.spent < HANGS and time.monotonic() - self.since < SILENT

    def seconds(self) -> float:
        """Ask the system how long it has had a processor; nothing once it has ended."""
        try:
            return seconds_of(self.process.pid or 0)
        except (FileNotFoundError, ProcessLookupError):
            return 0.0


def main(letters: int, processes: int, seed: int, folder: Path) -> int:
    """Try letters and print what came of them; return how many failed."""
    tally, began, told = Tally(), time.monotonic(), time.monotonic()
    for part in _tallies(letters, processes, seed):
        tally.add(part)
        for failure in part.failures:
            _save(failure, folder)
        if time.monotonic() - told > REPORT_SECONDS:
            told = time.monotonic()
            print(_line(tally, told - began), flush=True)
    print(_line(tally, time.monotonic() - began))
    for failure in tally.failures[:SHOWN]:
        print(f"\nletter {failure.seed}, kept in {folder}:\n{failure.why}")
    return len(tally.failures)


def _line(tally: Tally, seconds: float) -> str:
    slowest = ", ".join(f"{taken:.2f} s (letter {seed})" for taken, seed in tally.slowest[:SHOWN])
    return (
        f"{tally.tried:,} letters in {seconds:,.0f} s: {len(tally.failures)} failures; "
        f"slowest {slowest}; most memory {tally.megabytes:.0f} MB"
    )


def _tallies(letters: int, processes: int, first: int) -> Iterator[Tally]:
    """Deal chunks out to readers and yield what they bring back; a reader that hangs is killed and replaced."""
    chunks = [range(start, min(start + CHUNK, first + letters)) for start in range(first, first + letters, CHUNK)]
    chunks.reverse()
    readers: list[Reader] = []
    while chunks or readers:
        while chunks and len(readers) < processes:
            readers.append(_start(chunks.pop()))
        wait([reader.line for reader in readers], timeout=1.0)
        for reader in list(readers):
            alive = reader.process.is_alive()  # asked first: what it said before it ended is still to be heard
            tally = _hear(reader)
            if tally is None and alive and reader.goes_on:
                continue
            if tally is None:
                tally = _give_up(reader)
                chunks.append(range(reader.at + 1, reader.seeds.stop))
            yield tally
            reader.process.join()
            readers.remove(reader)


def _start(seeds: range) -> Reader:
    # A process a chunk, so that what one leaves in memory is not blamed on the next.
    here, there = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_try, args=(seeds, there), daemon=True)
    process.start()
    there.close()
    return Reader(process, here, seeds, time.monotonic(), seeds.start)


def _try(seeds: range, line: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    tally = Tally()
    for seed in seeds:
        line.send(seed)
        try:
            taken = time_letter(seed)
        except Exception:  # noqa: BLE001  # whatever it is, it is what we look for
            tally.failures.append(Failure(seed, traceback.format_exc()))
            continue
        tally.slowest = sorted([*tally.slowest, (taken, seed)], reverse=True)[:SHOWN]
        if taken > SLOW:
            tally.failures.append(Failure(seed, f"took {taken:.1f} seconds"))
    tally.tried = len(seeds)
    tally.megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    line.send(tally)


def _hear(reader: Reader) -> Tally | None:
    """Listen to which letter a reader is at; return its tally once it has come to the end."""
    try:
        while reader.line.poll():
            told = reader.line.recv()
            if isinstance(told, Tally):
                return told
            reader.at, reader.since, reader.spent = told, time.monotonic(), reader.seconds()
    except EOFError:
        pass
    return None


def _give_up(reader: Reader) -> Tally:
    reader.process.kill()
    reader.process.join()
    code = reader.process.exitcode
    why = (
        f"took {HANGS:.0f} seconds of a processor, or {SILENT:.0f} by the clock"
        if code == -signal.SIGKILL
        else f"ended its reader ({code})"
    )
    return Tally(tried=reader.at - reader.seeds.start + 1, failures=[Failure(reader.at, why)])


def _save(failure: Failure, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{failure.seed}.eml").write_bytes(letter(failure.seed))
    (folder / f"{failure.seed}.txt").write_text(failure.why)
