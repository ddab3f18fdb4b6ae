"""Looks up recent letters of a kind, so that the same letter is not written again too soon."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from adjudicator.services.row_counts import count_rows
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Outbox, Player
from adjudicator.texts.letters.letter_kind import LetterKind


def was_written(work: UnitOfWork, kind: LetterKind[Any], player: Player, within: timedelta) -> bool:
    """Was a letter of this kind written to the player within this time?"""
    query = select(Outbox.id).where(
        Outbox.player_id == player.id, Outbox.kind == kind.name, Outbox.created_at > work.now - within
    )
    return work.session.scalars(query.limit(1)).first() is not None


def count_written(work: UnitOfWork, kind: LetterKind[Any], address: str, within: timedelta) -> int:
    """Count the letters of this kind to an address within this time."""
    return count_rows(
        work.session, Outbox.to_address == address, Outbox.kind == kind.name, Outbox.created_at > work.now - within
    )
