"""Whole matches of Shafts, played at random, with their records."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from adjudicator.match.dealing.seeded_dealer import SeededDealer, commitment
from adjudicator.match.record.v1 import match_end
from adjudicator.match.record.v1.chain import first_digest, last_digest, record_end, record_step
from adjudicator.match.record.v1.match_end import Ending
from adjudicator.match.record.v1.record import Header, Holder, Record, RecordedStep
from adjudicator.match.record.v1.replay import redeal
from adjudicator.match.rulings.table import Table
from testkit.engines.shafts import SHAFTS, Position, Step

START = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
NAMES = ("Anna", "Bob", "Carla", "Dirk")


def play_match(
    number: int = 0, seats: int = 2, preset: str = "long", finish: Ending | None = None, stop_after: int = 999
) -> Record:
    """Play a match to its end, or for so many steps and then to the given end (None: it goes on)."""
    seed, salts = number.to_bytes(16, "big"), ("salt", "pepper")
    header = Header.of(
        match="k7q2",
        rules="shafts/1",
        options=SHAFTS.rules.complete(SHAFTS.rules.presets[preset]),
        seats=[Holder(name, house=name == "Bob") for name in NAMES[:seats]],
        salts=salts,
        commitment=commitment(seed, salts),
        started=START,
    )
    deal = dict(redeal(header, seed, SHAFTS))
    table = Table(SHAFTS, SHAFTS.setup(header.options, seats, deal))
    steps = _random_steps(header, table, SeededDealer(seed, ["moves"]), stop_after)
    record = Record(header, steps, seed=seed.hex(), deal=deal)
    outcome = _final(table, steps).outcome
    end = match_end.end_by_rules(outcome) if outcome else finish
    if end is None:
        return record
    return Record(header, steps, record_end(last_digest(record), end, START + timedelta(days=99)), seed.hex(), deal)


def _random_steps(
    header: Header, table: Table[Position, Step], chance: SeededDealer, stop_after: int
) -> tuple[RecordedStep, ...]:
    taken: list[RecordedStep] = []
    digest = first_digest(header)
    while (seat := table.to_move) is not None and len(taken) < stop_after:
        legal = SHAFTS.legal_steps(table.position)
        step = legal[chance.below(len(legal))]
        at = START + timedelta(hours=len(taken) + 1)
        n = len(taken) + 1
        entry = record_step(digest, n, table.turn, seat, SHAFTS.format(step), forced=len(legal) == 1, at=at)
        table, digest = table.after(step)[0], entry.digest
        taken.append(entry)
    return tuple(taken)


def _final(table: Table[Position, Step], steps: tuple[RecordedStep, ...]) -> Table[Position, Step]:
    for entry in steps:
        table = table.after(SHAFTS.parse(table.position, entry.step).step)[0]
    return table
