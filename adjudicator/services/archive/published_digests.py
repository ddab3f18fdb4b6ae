"""Digests of the published data of matches: they change with entries, comments, and names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from hashlib import sha256

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator.store.tables import Comment, DiaryEntry, Match, Opening, Participant, Player, Seat

_SHOWN = Player.shown, Player.alias, Player.erased_at, Player.name, Player.page_key
"""Columns of a player: the name that others may see, and the address of their page."""


def digest_published(session: Session, numbers: Iterable[int]) -> dict[int, str]:
    """Digest all that pages and records of some matches depend on, by the numbers of the matches."""
    wanted = list(numbers)
    facts: dict[int, list[tuple[object, ...]]] = defaultdict(list)
    for query in (
        select(Match.id, Match.code, Match.chain, Match.private, Match.finished_at).order_by(Match.id),
        select(Seat.match_id, Seat.number, Seat.called, Seat.vacant_at, *_SHOWN)
        .outerjoin(Player, Player.id == func.coalesce(Seat.owner_id, Seat.player_id))
        .order_by(Seat.match_id, Seat.number),
        select(Participant.match_id, Participant.id, Participant.name, *_SHOWN)
        .outerjoin(Player, Player.id == Participant.player_id)
        .order_by(Participant.match_id, Participant.id),
        select(DiaryEntry.match_id, DiaryEntry.id, DiaryEntry.hidden_because, *_SHOWN)
        .outerjoin(Player, Player.id == DiaryEntry.player_id)
        .order_by(DiaryEntry.id),
        select(Comment.match_id, Comment.id, Comment.struck_at, Comment.hidden_because, *_SHOWN)
        .outerjoin(Player, Player.id == Comment.author_id)
        .order_by(Comment.id),
        select(Opening.match_id, Opening.commitment, Opening.withheld).order_by(Opening.match_id, Opening.commitment),
    ):
        column = query.selected_columns[0]
        for row in session.execute(query.where(column.in_(wanted))):
            facts[row[0]].append(tuple(row))
    return {number: sha256(repr(facts[number]).encode()).hexdigest() for number in wanted}
