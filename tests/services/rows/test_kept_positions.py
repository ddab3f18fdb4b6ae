"""Leafing through a long match replays a few steps for each page, wherever in the match it is."""

from __future__ import annotations

import uuid
from types import SimpleNamespace

import pytest

from adjudicator.services.matches.positions import past_positions
from adjudicator.services.matches.positions.kept_positions import EVERY, KeptPositions
from adjudicator.services.matches.positions.past_positions import frame_at
from adjudicator.store.tables import EntryRow, Match

LONG = 1_000


class CountingEngine:
    """A game whose positions are the number of steps so far."""

    def __init__(self) -> None:
        self.applied = 0

    def setup(self, *_laid_out: object) -> int:
        return 0

    def parse(self, _position: int, step: str) -> SimpleNamespace:
        return SimpleNamespace(step=step)

    def apply(self, position: int, _step: str) -> SimpleNamespace:
        self.applied += 1
        return SimpleNamespace(position=position + 1)


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> CountingEngine:
    counting = CountingEngine()
    monkeypatch.setattr(past_positions, "engine_for", lambda _rules: counting)
    monkeypatch.setattr(past_positions, "KEPT", KeptPositions())
    return counting


def long_match() -> Match:
    rows = [EntryRow(n=n, step="x", digest=uuid.uuid4().hex) for n in range(1, LONG + 1)]
    return Match(rules="long/1", record_version=1, entry_count=LONG, entries=rows, options={}, deal={})


def applied_for(engine: CountingEngine, match: Match, n: int) -> int:
    before, frame = engine.applied, frame_at(match, n)
    assert frame is not None
    position: object = frame.position
    assert position == n
    return engine.applied - before


def test_the_thousandth_position_takes_as_few_steps_as_the_tenth(engine: CountingEngine) -> None:
    match = long_match()
    assert applied_for(engine, match, LONG) == LONG
    leafed = (10, 999, 998, 500, 501, 1, LONG)
    assert max(applied_for(engine, match, n) for n in leafed) < EVERY
    assert applied_for(engine, match, LONG) == applied_for(engine, match, 10) == 0


def test_two_matches_share_no_positions_and_the_oldest_go(
    engine: CountingEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past_positions, "KEPT", KeptPositions(most=2))
    first, second = long_match(), long_match()
    assert [applied_for(engine, match, 5) for match in (first, first, second, second)] == [5, 0, 5, 0]
    assert [applied_for(engine, match, n) for match, n in ((second, 6), (first, 5))] == [1, 5]
