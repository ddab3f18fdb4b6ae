"""Replays a record, position by position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

import msgspec

from adjudicator.engines.contract import Deal, Engine, Note, P, S, StepError, View
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.record.bad_record import BadRecord
from adjudicator.match.record.v1.record import Header, Record, RecordedStep
from adjudicator.match.rulings.table import Table


class ReplayError(ValueError):
    """A step of a record is illegal in its position; `n` is its number, `reason` the engine's, if it has one."""

    def __init__(self, n: int, sentence: str, reason: Note | None = None) -> None:
        super().__init__(f"step {n}: {sentence}")
        self.n = n
        self.sentence = sentence
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Replayed(Generic[P, S]):
    """A position of a match and the step that led to it (None: the opening position)."""

    step: RecordedStep | None
    table: Table[P, S]
    notes: tuple[Note, ...] = ()
    forced: bool = False
    """Whether the step was the only legal one."""

    @property
    def position(self) -> P:
        """The position after the step."""
        return self.table.position


def replay_record(record: Record, engine: Engine[P, S, View]) -> Iterator[Replayed[P, S]]:
    """Play a record from its deal: the first position, then one after each step.

    Raises `ReplayError` at a step that cannot be played, `BadRecord` without a deal or with one that is none.
    """
    table = Table(engine, opening_table(record, engine))
    yield Replayed(None, table)
    for step in record.steps:
        before = table
        forced = before.only_step() is not None
        table, notes = _step(before, step)
        yield Replayed(step, table, notes, forced)


def opening_table(record: Record, engine: Engine[P, S, View]) -> P:
    """Set up a record's opening position. Raises `BadRecord`."""
    if record.deal is None:
        raise BadRecord("the record has no deal: the match is not over, and until then only its commitment is public")
    try:
        return engine.setup(record.header.options, len(record.header.seats), record.deal)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise BadRecord(f"nothing can be laid out from the deal: {error}") from error


def redeal(header: Header, seed: bytes, engine: Engine[P, S, View]) -> Deal:
    """Draw the deal that follows from a seed, as plain JSON values."""
    dealer = SeededDealer(seed, header.salts)
    dealt = engine.deal(header.options, len(header.seats), dealer)
    plain: Deal = msgspec.json.decode(msgspec.json.encode(dealt))
    return plain


def _step(table: Table[P, S], recorded: RecordedStep) -> tuple[Table[P, S], tuple[Note, ...]]:
    if table.to_move is None:
        raise ReplayError(recorded.n, f"{recorded.step} was played after the end")
    try:
        parsed = table.engine.parse(table.position, recorded.step)
        following, result = table.after(parsed.step)
    except StepError as error:
        raise ReplayError(recorded.n, f"{recorded.step} is not legal", error.reason) from error
    if parsed.rest or table.engine.format(parsed.step) != recorded.step:
        raise ReplayError(recorded.n, f"{recorded.step} is not in canonical form")
    return following, result.notes
