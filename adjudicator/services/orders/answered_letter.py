"""The letter of ours that a player answers: the one that the references of their letter name last."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select

from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.services.outbox.letter_headers import HEADERS, LetterHeaders
from adjudicator.services.signed_rows import only_if_named
from adjudicator.store.tables import Outbox


class AnsweredLetter(NamedTuple):
    """Known facts about a letter that is answered. `match_id` is None for a letter about several matches."""

    match_id: int | None
    written: datetime
    headers: LetterHeaders
    kind: str


def find_answered_letter(inbound: InboundLetter, player_id: int | None) -> AnsweredLetter | None:
    """Find the letter to a player that is answered; None if their letter names none that is kept."""
    names = map(inbound.context.addresses.read_letter_name, reversed(inbound.letter.references))
    named = next((name for name in names if name is not None), None)
    if named is None:
        return None
    query = select(Outbox.match_id, Outbox.created_at, Outbox.headers, Outbox.kind)
    found = inbound.session.execute(query.where(Outbox.id == named.number, Outbox.player_id == player_id)).first()
    row = only_if_named(inbound.session, found, named.stamp)
    return AnsweredLetter(row.match_id, row.created_at, HEADERS.convert(row.headers), row.kind) if row else None
