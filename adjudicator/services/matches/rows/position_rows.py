"""The positions of public finished matches, and the counts of openings, for games that have openings to compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice, pairwise
from typing import cast

import structlog
from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import AnyPosition, Deal, StepError
from adjudicator.engines.registry import engine_for
from adjudicator.match.course.figures import Line
from adjudicator.match.course.opening_keys import OpeningBook, side_of_winner
from adjudicator.store.counters import Key, add_counts
from adjudicator.store.tables import ArchivedPosition, CountedMatch, Match, OpeningTally

LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Stood:
    """The positions of a match in their order, each once, with the first entry behind which it stood."""

    positions: Mapping[str, int]
    opening: int
    """How many of them belong to the opening."""
    winner: str
    """`opening_keys.side_of_winner`."""


def find_positions(match: Match, line: Line, places: Sequence[int]) -> Stood | None:
    """Play the steps of a match that stand; None for a game without openings, or if its engine is not installed."""
    try:
        book = OpeningBook.of(engine_for(match.rules), match.options, len(match.seats))
    except KeyError:
        return None
    if book is None or match.deal is None:
        return None
    try:
        position = book.engine.setup(match.options, len(match.seats), cast("Deal", match.deal))
        return play_line(book, position, line, places)
    except (StepError, ValueError) as fault:  # a match of long ago must not hold up the sweep
        LOG.warning("a match cannot be played again", match=match.code, why=str(fault))
        return None


def play_line(book: OpeningBook, position: AnyPosition, line: Line, places: Sequence[int]) -> Stood:
    """Play steps from the first position of a match. Raises `StepError`."""
    engine, orders = book.engine, line.orders
    found = {book.digest(position, ()): 0}
    for count, step in enumerate(line.steps, 1):
        position = engine.apply(position, engine.parse(position, step.step).step).position
        found.setdefault(book.digest(position, orders[:count]), step.n)
    opening = min(len(found), book.openings.opening_length + 1)
    return Stood(found, opening, side_of_winner(engine, position, places))


def write_positions(session: Session, row: CountedMatch, positions: Mapping[str, int], ended_at: datetime) -> None:
    """Write the positions of a match, and count its opening."""
    if not positions:
        return
    rows = [
        {"match_id": row.match_id, "position": position, "n": n, "ended_at": ended_at}
        for position, n in positions.items()
    ]
    session.execute(insert(ArchivedPosition), rows)
    add_counts(session, OpeningTally, opening_counts(row, positions))


def remove_positions(session: Session, row: CountedMatch) -> None:
    """Delete the positions of a match, and take its opening out of the counts."""
    if not row.opening:
        return
    counts = opening_counts(row, list_positions(session, row.match_id))
    add_counts(session, OpeningTally, {key: -count for key, count in counts.items()})
    session.execute(delete(ArchivedPosition).where(ArchivedPosition.match_id == row.match_id))


def list_positions(session: Session, match_id: int) -> dict[str, int]:
    """List the positions of a match as they were written, in their order."""
    query = select(ArchivedPosition.position, ArchivedPosition.n).where(ArchivedPosition.match_id == match_id)
    return dict(session.execute(query.order_by(ArchivedPosition.n)).all())


def opening_counts(row: CountedMatch, positions: Iterable[str]) -> Counter[Key]:
    """Count the share of a match in the ways between the positions of its opening."""
    began = row.firsts.startswith("1,")
    ways = pairwise(["", *islice(positions, row.opening)])
    return Counter((position, before, row.winner, began) for before, position in ways)
