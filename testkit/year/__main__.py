"""`python -m testkit.year`: plays a simulated year, prints what it counted, and fails if anything was wrong."""

from __future__ import annotations

import argparse
import logging
import random
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import structlog

from testkit.club import Club
from testkit.database import make_tables
from testkit.year.checks import find_bad_records, find_lost_letters
from testkit.year.world import Size, World

BEGIN = datetime(2026, 9, 1, 12, tzinfo=UTC)


def play_year(
    folder: Path,
    seed: int,
    size: Size,
    begin: datetime = BEGIN,
    tell_progress: Callable[[World], None] = lambda _: None,
) -> World:
    """Play a year in a new database; return the world with its counts and faults."""
    url = f"sqlite:///{folder / 'year.sqlite3'}"
    make_tables(url)
    club = Club.found(url)
    club.now = begin
    world = World(club, seed, size)
    world.tell_progress = tell_progress
    secret = random.Random(f"secrets {seed}")
    try:
        with patch("secrets.token_bytes", secret.randbytes), patch("secrets.choice", secret.choice):
            world.run()
        world.faults = [*world.list_faults(), *find_lost_letters(club), *find_bad_records(club)]
        world.counts = world.count_all()
    finally:
        world.letters.stop()
        club.context.store.close()
    return world


def _tell_progress(world: World) -> None:
    faults = world.list_faults()
    sys.stderr.write(f"{world.now:%Y-%m-%d}: {world.counts['turns played']} turns, {len(faults)} faults\n")
    for fault in faults[-3:]:
        sys.stderr.write(f"{fault[:3000]}\n")


def main() -> int:
    parser = argparse.ArgumentParser(prog="testkit.year", description="Plays a simulated year of a club.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--matches", type=int, default=150)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--idle", type=int, default=0)
    chosen = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    size = Size(chosen.people, chosen.matches, chosen.days, sweeps=timedelta(hours=chosen.idle))
    began = time.process_time()
    with TemporaryDirectory() as folder:
        world = play_year(Path(folder), chosen.seed, size, tell_progress=_tell_progress)
    for name, count in sorted(world.counts.items()):
        sys.stdout.write(f"{name:40} {count:10,}\n")
    sys.stdout.write(
        f"{'seconds of CPU':40} {time.process_time() - began:10,.0f}\n{'faults':40} {len(world.faults):10,}\n"
    )
    for fault in world.faults[:40]:
        sys.stdout.write(f"\n{fault}\n")
    return 1 if world.faults else 0


if __name__ == "__main__":
    sys.exit(main())
