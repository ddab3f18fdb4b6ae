"""A game as lines of JSON: the deal, each decision with all legal steps, and the end.

``adjudicator playout`` and ``adjudicator replay --trace`` print the same lines, so that one engine can be checked
against another.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from adjudicator.engines.contract import Deal, Engine, Options, P, S, View
from adjudicator.match.playout import Decision
from adjudicator.match.record_v1 import match_end
from adjudicator.match.record_v1.match_end import Ending
from adjudicator.match.record_v1.record import Record, RecordedEnd
from adjudicator.match.record_v1.replay import replay_record


def trace_opening(engine: Engine[P, S, View], seats: int, options: Options, deal: Deal) -> str:
    """Write the first line."""
    return _line({"game": engine.rules.name, "seats": seats, "options": options, "deal": deal})


def trace_decision(decision: Decision[P]) -> str:
    """Write the line of a decision."""
    return _line({"to_move": decision.to_move, "legal": decision.legal, "step": decision.step})


def trace_end(end: Ending | RecordedEnd, seats: int) -> str:
    """Write the last line: score and place a seat, None where there is none."""
    scores = end.scores or (None,) * seats
    places = end.places or (None,) * seats
    result = [{"score": score, "place": place} for score, place in zip(scores, places, strict=True)]
    return _line({"result": result, "reason": end.reason})


def trace_record(record: Record, engine: Engine[P, S, View]) -> Iterator[str]:
    """Trace the match of a record, in the form of a play-out. Raises as `replay_record` does."""
    positions = replay_record(record, engine)
    before = next(positions)
    yield trace_opening(engine, len(record.header.seats), record.header.options, record.deal or {})
    for replayed in positions:
        if replayed.step is None or before.table.to_move is None:
            continue
        legal = before.table.legal_orders
        yield trace_decision(Decision(before.table.to_move, legal, replayed.step.step, replayed.position))
        before = replayed
    outcome = before.table.outcome
    end = record.end or (match_end.end_by_rules(outcome) if outcome else None)
    if end is not None:
        yield trace_end(end, len(record.header.seats))


def _line(value: object) -> str:
    return msgspec.json.encode(value).decode()
