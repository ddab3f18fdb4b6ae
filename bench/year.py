"""A year of a club on a small machine: what its running matches cost with one core and half a gigabyte.

A year is not waited for. The parts of a day are measured, and multiplied by how often they come: letters with orders,
pages that are looked at, and the time in which nothing comes but the sweeps go over all running matches.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import urllib.request
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Final

import structlog
from sqlalchemy import func, select

from adjudicator.bootstrap import build_context
from adjudicator.config.settings import Settings
from adjudicator.run.prepare import replay_matches
from adjudicator.store.schema import upgrade_schema
from adjudicator.store.tables import Outbox
from bench.bulk_load import load_dataset
from bench.club import Club, meeting
from bench.dataset import Size
from bench.installation import Installation, faults, installation
from bench.letter_match import Answer, Board, begin
from bench.limits import SmallMachine, other_cores, small_machine
from bench.memory import Weight, weigh
from bench.scripted_match import ENDLESS, script
from bench.smtp_sink import Sink, sink
from bench.table import median, percentile, show

MEGABYTES: Final = 512
TURN_HOURS: Final = 20
"""How long a turn lasts on the average; the finished matches of the benches have this pace, too."""
EVENING: Final = 4
"""How many times as many letters come in the busiest hours as on the average of the day."""
PAGES_A_LETTER: Final = 3
"""Pages that are looked at for each letter: a guess, as nobody counts visitors."""
BOARDS: Final = 40
STEPS: Final = 60
WARM_UP: Final = 60
IDLE_SECONDS: Final = 60
DAYS: Final = 365
LEFT_OUT: Final = {"ADJUDICATOR_EXPORT_DIR": "off", "ADJUDICATOR_LETTER_DAYS": "0"}
"""What is done once: the export of a night would fall into the measured minutes if this is run by night, and the
letters of the ten years that the database is filled with would all be deleted in them."""


@dataclass(frozen=True, slots=True)
class Part:
    """What something cost: how often it was done, the processor time of all programs, and bytes on disk."""

    times: int
    seconds: float
    disk: int = 0


@dataclass(frozen=True, slots=True)
class Day:
    """All that was measured."""

    letters: Part
    pages: Part
    waiting: Part
    """Its `times` are seconds."""
    written: float
    """Letters sent for each letter that came."""
    evening: Sequence[Answer]
    """Letters that came as they do in the evening."""
    megabytes: float
    """The proportional memory of all programs, the most of several looks."""
    peak: float | None


def main(matches: int, letters: int, minutes: float) -> None:
    """Measure, and print the year."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    size = Size(matches, archived=2 * matches, waiting=0)
    boards: list[Board] = []

    def fill(settings: Settings) -> None:
        boards.extend(_fill(settings, size))

    with (
        small_machine(MEGABYTES) as machine,
        other_cores(),
        sink() as end,
        installation(end.port, more=LEFT_OUT, prepare=fill, machine=machine) as here,
    ):
        day = asyncio.run(_measure(here, boards, end, _Plan(matches, letters, minutes), machine))
        for line in faults(here)[:10]:
            print(f"complaint: {line}")
    _show(day, matches, machine)


@dataclass(frozen=True, slots=True)
class _Plan:
    matches: int
    letters: int
    minutes: float

    @property
    def letters_a_day(self) -> float:
        return self.matches * 24 / TURN_HOURS

    @property
    def evening_rate(self) -> float:
        """Letters a second."""
        return EVENING * self.letters_a_day / 86_400


def _fill(settings: Settings, size: Size) -> Iterator[Board]:
    upgrade_schema(settings.database_url)
    replay_matches(settings, datetime.now(UTC))  # while there are none: the copies have other codes, and do not replay
    context = build_context(settings)
    try:
        yield load_dataset(context, size, datetime.now(UTC))
        for number in range(1, BOARDS):
            yield begin(context, number, script(number, STEPS), dict(ENDLESS))
    finally:
        context.store.close()


async def _measure(here: Installation, boards: Sequence[Board], end: Sink, plan: _Plan, machine: SmallMachine) -> Day:
    async with meeting(boards, end, here.settings.smtp_in) as club:
        await club.flat_out(WARM_UP)
        meter = _Meter(here)
        waiting = await meter.part(asyncio.sleep(IDLE_SECONDS), IDLE_SECONDS)
        sent = _letters_sent(here.settings)
        letters = await meter.part(club.flat_out(plan.letters), plan.letters)
        written = (_letters_sent(here.settings) - sent) / plan.letters
        addresses = _addresses(here.settings, boards)
        pages = await meter.part(asyncio.to_thread(_look_at, addresses), len(addresses))
        evening = await _evening(club, plan)
        meter.look()
        return Day(letters, pages, waiting, written, evening, meter.most, machine.peak_megabytes())


async def _evening(club: Club, plan: _Plan) -> list[Answer]:
    """Write letters at times as people do: independent of one another, with this rate on the average."""
    chance, times = Random(365), [0.0]
    while (at := times[-1] + chance.expovariate(plan.evening_rate)) < 60 * plan.minutes:
        times.append(at)
    return await club.at_times(times)


class _Meter:
    """Measures what the programs of an installation use."""

    def __init__(self, here: Installation) -> None:
        self._here = here
        self.most = 0.0

    async def part(self, doing: Awaitable[object], times: int) -> Part:
        """Measure while something is done."""
        before, disk = self.look(), self._disk()
        await doing
        return Part(times, self.look() - before, self._disk() - disk)

    def look(self) -> float:
        """Return the seconds of processor time up to now, and note the memory."""
        weights: list[Weight] = weigh(self._here.pid)
        self.most = max(self.most, sum(one.proportional for one in weights))
        return sum(one.seconds for one in weights)

    def _disk(self) -> int:
        return _database_bytes(self._here.settings.database_files[0])


def _database_bytes(path: Path) -> int:
    """Return the size of an SQLite database, with what is still in its journal."""
    with closing(sqlite3.connect(path)) as connection:
        (pages,), (size,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size"))
    return int(pages) * int(size)


def _letters_sent(settings: Settings) -> int:
    context = build_context(settings)
    try:
        with context.store.reading() as session:
            return session.scalars(select(func.count()).select_from(Outbox)).one()
    finally:
        context.store.close()


def _addresses(settings: Settings, boards: Sequence[Board]) -> list[str]:
    """List what visitors look at: mostly matches, also the front page and the archive."""
    matches = [f"http://{settings.web}/m/{board.code}" for board in boards]
    return [*matches, *matches, f"http://{settings.web}/", f"http://{settings.web}/archive"] * 2


def _look_at(addresses: Sequence[str]) -> None:
    for address in addresses:
        with urllib.request.urlopen(address, timeout=60) as page:
            page.read()


def _show(day: Day, matches: int, machine: SmallMachine) -> None:
    a_day = _Plan(matches, 0, 0).letters_a_day
    year = a_day * DAYS
    hours = {
        "letters": year * day.letters.seconds / day.letters.times / 3600,
        "pages": year * PAGES_A_LETTER * day.pages.seconds / day.pages.times / 3600,
        "sweeps, with nothing else to do": DAYS * 24 * day.waiting.seconds / day.waiting.times,
    }
    costs = (
        ("letters", year, 1000 * day.letters.seconds / day.letters.times),
        ("pages", year * PAGES_A_LETTER, 1000 * day.pages.seconds / day.pages.times),
        ("sweeps, with nothing else to do", DAYS * 86_400 / 10, 10_000 * day.waiting.seconds / day.waiting.times),
    )
    rows: list[tuple[object, ...]] = [(name, float(many), ms, hours[name]) for name, many, ms in costs]
    rows.append(("all", "", "", sum(hours.values())))
    show(
        f"A year of {matches:,} running matches on one core with {_said(machine)}",
        ("", "times", "CPU ms each", "CPU hours"),
        rows,
    )
    times = [1000 * answer.latency for answer in day.evening]
    figures: list[tuple[str, object]] = [
        ("letters sent for each that came", day.written),
        ("disk for the letters of a year, GB", year * day.letters.disk / day.letters.times / 1024**3),
        ("the core's share of the year, percent", 100 * sum(hours.values()) / (DAYS * 24)),
        ("letters in the evening", len(times)),
        ("their median, ms", median(times)),
        ("99 of 100, ms", percentile(times, 99)),
        ("the slowest, ms", max(times)),
        ("memory of all programs (PSS), MB", day.megabytes),
    ]
    if day.peak is not None:
        figures.append(("memory with cached files, at most, MB", day.peak))
    show("Its letters, its disk and its memory", ("", ""), figures)


def _said(machine: SmallMachine) -> str:
    return f"{MEGABYTES} MB" if machine.group else "as much memory as there is (no limit could be set)"
