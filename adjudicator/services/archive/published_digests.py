"""Digests of what is published of matches: they change when entries come, and when a name is erased or withheld."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from hashlib import sha256

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.store.tables import Match, Opening, Participant, Seat


def digest_published(session: Session, numbers: Iterable[int]) -> dict[int, str]:
    """Digest all that pages and records of some matches depend on, by the numbers of the matches."""
    wanted = list(numbers)
    facts: dict[int, list[tuple[object, ...]]] = defaultdict(list)
    for query in (
        select(Match.id, Match.code, Match.chain, Match.private, Match.finished_at).order_by(Match.id),
        select(Seat.match_id, Seat.number, Seat.called, Seat.vacant_at).order_by(Seat.match_id, Seat.number),
        select(Participant.match_id, Participant.id, Participant.name).order_by(Participant.match_id, Participant.id),
        select(Opening.match_id, Opening.commitment, Opening.withheld).order_by(Opening.match_id, Opening.commitment),
    ):
        column = query.selected_columns[0]
        for row in session.execute(query.where(column.in_(wanted))):
            facts[row[0]].append(tuple(row))
    return {number: sha256(repr(facts[number]).encode()).hexdigest() for number in wanted}
