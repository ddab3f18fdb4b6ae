"""A game as lines of JSON: the deal, each decision with all legal steps, and the end.

``adjudicator playout`` and ``adjudicator replay --trace`` print the same lines, so that one engine can be checked
against another. Of a record they tell the steps that stand, not those that were taken back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from adjudicator.engines.contract import Deal, Engine, Options, Outcome, P, S, View
from adjudicator.match.course.replay import replay_record
from adjudicator.match.house.playout import Decision
from adjudicator.match.record.record import AnyRecord, EndValues, Record
from adjudicator.match.record.v1.record import Record as RecordV1
from adjudicator.match.record.v1.record import RecordedEnd
from adjudicator.match.record.v1.replay import replay_record as replay_v1
from adjudicator.match.rulings.table import Table

AnyEnd: TypeAlias = Outcome | EndValues | RecordedEnd


def trace_opening(engine: Engine[P, S, View], seats: int, options: Options, deal: Deal) -> str:
    """Write the first line."""
    return _line({"game": engine.rules.name, "seats": seats, "options": options, "deal": deal})


def trace_decision(decision: Decision[P]) -> str:
    """Write the line of a decision."""
    return _line({"to_move": decision.to_move, "legal": decision.legal, "step": decision.step})


def trace_end(end: AnyEnd, seats: int) -> str:
    """Write the last line: score and place a seat, None where there is none."""
    scores = end.scores or (None,) * seats
    places = end.places or (None,) * seats
    result = [{"score": score, "place": place} for score, place in zip(scores, places, strict=True)]
    return _line({"result": result, "reason": end.reason})


def trace_record(record: AnyRecord, engine: Engine[P, S, View]) -> Iterator[str]:
    """Trace the match of a record, in the form of a play-out. Raises as `replay_record` does."""
    tables, steps, end = _course(record, engine) if isinstance(record, Record) else _course_v1(record, engine)
    seats = len(record.header.seats)
    yield trace_opening(engine, seats, record.header.options, record.deal or {})
    for before, step, after in zip(tables[:-1], steps, tables[1:], strict=True):
        if before.to_move is not None:
            yield trace_decision(Decision(before.to_move, before.legal_orders, step, after.position))
    last = end or tables[-1].outcome
    if last is not None:
        yield trace_end(last, seats)


def _course(record: Record, engine: Engine[P, S, View]) -> tuple[list[Table[P, S]], list[str], AnyEnd | None]:
    """Replay a record: the tables before each step that stands and after the last one, the steps, and the end."""
    replay = replay_record(record, engine)
    line, end = replay.course.line(), replay.course.end()
    tables = [replay.tables[n - 1] for n in line]
    steps = [replay.course.step(n).values.step for n in line]
    return [*tables, replay.table], steps, end.values if end else None


def _course_v1(record: RecordV1, engine: Engine[P, S, View]) -> tuple[list[Table[P, S]], list[str], AnyEnd | None]:
    tables = [replayed.table for replayed in replay_v1(record, engine)]
    return tables, [step.step for step in record.steps], record.end


def _line(value: object) -> str:
    return msgspec.json.encode(value).decode()
