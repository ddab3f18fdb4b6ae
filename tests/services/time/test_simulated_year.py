"""Some weeks of a simulated year (`make year` plays the whole): letters, clocks, outages, and people who vanish."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from testkit.year.__main__ import play_year
from testkit.year.world import Size

SIZE = Size(people=5, matches=3, days=8, sweeps=timedelta(hours=48), outages=1, relay_faults=1)


def test_the_deadlines_of_some_weeks_are_those_of_the_second_clock_and_every_match_ends(tmp_path: Path) -> None:
    world = play_year(tmp_path, 18, SIZE, datetime(2026, 10, 20, 12, tzinfo=UTC))
    assert world.faults == []
    assert world.counts["deadlines compared"] > 100
    assert world.counts["deadlines told"] > 20
    assert min(world.counts[name] for name in ("digests", "turns told by digests", "turns played by digests")) > 1
