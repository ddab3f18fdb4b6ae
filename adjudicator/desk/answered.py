"""The letters of ours that somebody answers: their texts say which lines of his letter are ours and not his."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session

from adjudicator.desk.desk import Desk
from adjudicator.mail.incoming import Letter
from adjudicator.store.tables import Outbox

MOST = 4


def texts_answered(desk: Desk, session: Session, letter: Letter, recipient: str) -> tuple[str, ...]:
    """Look up the texts that a letter may quote, the newest letter first.

    Only letters that went to its sender, or that asked for an answer to the very address he wrote to, are looked at:
    nobody learns from our answer what stands in another one's letter.
    """
    named = set(letter.references[-2 * MOST :])
    numbers = [number for reference in named if (number := desk.addresses.letter_number(reference)) is not None]
    query = select(Outbox.text).where(Outbox.id.in_(numbers), _may_know(letter, recipient)).order_by(Outbox.id.desc())
    texts = session.scalars(query.limit(MOST)).all() if numbers else ()
    return tuple(texts or _latest(session, letter, recipient))


def _may_know(letter: Letter, recipient: str) -> ColumnElement[bool]:
    sender = letter.sender.address if letter.sender else ""
    return or_(Outbox.reply_to == recipient.lower(), Outbox.to_address == sender)


def _latest(session: Session, letter: Letter, recipient: str) -> Sequence[str]:
    """Find the newest letters that asked this sender for an answer to this address, where none is named."""
    if letter.sender is None:
        return ()
    mine = (Outbox.to_address == letter.sender.address, Outbox.reply_to == recipient.lower())
    return session.scalars(select(Outbox.text).where(*mine).order_by(Outbox.id.desc()).limit(MOST)).all()
