"""A match as an `APGameRecord`, the format in which Abstract Play and other sites exchange results.

It has the players, the result and the moves, as far as the published record has them. It proves nothing: for that there
is the record. The format is described at https://github.com/AbstractPlay/recranks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

import msgspec

from adjudicator.engines.registry import engines
from adjudicator.match.course.course import Course
from adjudicator.match.house.levels import NAMES
from adjudicator.match.match_terms import level_at
from adjudicator.match.record.record import AnyRecord, EndEntry, Holder, Published, Record, standing_end
from adjudicator.match.record.v1.record import ErasedRecord
from adjudicator.services.matches.rows.archive_rows import usual_options

Move = str | dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class _Turn:
    seat: int
    steps: str


@dataclass(frozen=True, slots=True)
class _Seated:
    """Who held a seat at the end."""

    name: str
    house: bool


def write_game_record(published: Published, site: str) -> bytes:
    """Write a match as an `APGameRecord`. Raises `ValueError` for a match that goes on.

    Rounds have one turn of each seat. Where turns do not come in the order of the seats, or a seat comes twice before
    another one, moves have their place in the round as `sequence`. A result is higher the better the place is; a match
    without places is marked as unrated.
    """
    record = published.record if isinstance(published, ErasedRecord) else published
    end = standing_end(record.entries) if isinstance(record, Record) else record.end
    if end is None:
        raise ValueError("the match goes on")
    result = end.values if isinstance(end, EndEntry) else end
    places, scores = result.places, result.scores
    header = record.header
    ended = end.at.isoformat()
    written: dict[str, Any] = {
        "game": {"name": _title(header.rules), "variants": _variants(record)},
        "site": {"name": urlsplit(site).hostname or site, "gameid": header.match},
        "date-start": header.started.isoformat(),
        "date-end": ended,
        "date-generated": ended,
        "unrated": not places,
        "players": [
            {"name": who.name, "is_ai": who.house, "result": len(header.seats) - places[seat] if places else 0}
            | _score(scores[seat] if scores else None)
            for seat, who in enumerate(_seated(record))
        ],
    }
    if record.deal is not None:
        written["startingPosition"] = msgspec.json.encode(record.deal, order="sorted").decode()
    moves = list(_rounds(list(_turns(record)), len(header.seats)))
    return msgspec.json.format(msgspec.json.encode({"header": written, "moves": moves}), indent=1) + b"\n"


def _title(rules: str) -> str:
    engine = engines().get(rules)
    return engine.rules.title if engine else rules.partition("/")[0]


def _variants(record: AnyRecord) -> list[str]:
    usual = usual_options(record.header.rules)
    return [f"{key}={value}" for key, value in sorted(record.header.options.items()) if usual.get(key) != value]


def _score(score: int | None) -> dict[str, int]:
    return {} if score is None else {"score": score}


def _seated(record: AnyRecord) -> Iterator[_Seated]:
    """Name who held the seats at the end; two of one name are told apart by their numbers, as players must differ."""
    if isinstance(record, Record):
        seatings = Course(record.header.seats, record.entries).seatings()
        found = [_Seated(_name(record, seat, one.holder), one.holder.id is None) for seat, one in enumerate(seatings)]
    else:
        found = [_Seated(seat.name, seat.house) for seat in record.header.seats]
    names = [who.name for who in found]
    for seat, who in enumerate(found):
        number = f" ({seat + 1})" if names.count(who.name) > 1 else ""
        yield _Seated(who.name + number, who.house)


def _name(record: Record, seat: int, holder: Holder) -> str:
    """Name a holder as far as the published record does."""
    if holder.id is None:
        if holder.kind != "house":
            return "nobody"
        given = record.header.seats[seat].holder.kind == "house"
        level = level_at(record.header.terms, seat) if given else None
        return NAMES[level] if level else "House"
    opening = record.openings.get(holder.id)
    return opening.text if opening else record.header.seats[seat].alias or "a former player"


def _turns(record: AnyRecord) -> Iterator[_Turn]:
    """List the turns with their steps; what was taken back is left out."""
    if isinstance(record, Record):
        course = Course(record.header.seats, record.entries)
        rows = [(one.values.turn, one.by, one.values.step) for one in map(course.step, course.line())]
    else:
        rows = [(step.turn, step.seat, step.step) for step in record.steps]
    for (_, seat), steps in groupby(rows, key=lambda row: row[:2]):
        if isinstance(seat, int):
            yield _Turn(seat, "; ".join(step for _, _, step in steps))


def _rounds(turns: Sequence[_Turn], seats: int) -> Iterator[list[Move]]:
    """Put turns into rounds of at most one turn for each seat."""
    one_round: list[_Turn] = []
    for turn in turns:
        if any(turn.seat == other.seat for other in one_round):
            yield _write_round(one_round, seats)
            one_round = []
        one_round.append(turn)
    if one_round:
        yield _write_round(one_round, seats)


def _write_round(turns: Sequence[_Turn], seats: int) -> list[Move]:
    order = [turn.seat for turn in turns]
    moves: list[Move] = [None] * seats
    for place, turn in enumerate(turns, 1):
        moves[turn.seat] = turn.steps if order == sorted(order) else {"sequence": place, "move": turn.steps}
    return moves
