"""The letters of ours that somebody answers: their texts say which lines of his letter are ours and not his."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.desk.desk import Desk
from adjudicator.mail.incoming import Letter
from adjudicator.store.tables import Outbox

MOST = 4


def texts_answered(desk: Desk, session: Session, letter: Letter, recipient: str) -> tuple[str, ...]:
    """Look up the texts that a letter may quote, the newest letter first.

    Only letters whose signed Message-ID it names, or which asked its sender for an answer to the very address that he
    wrote to, are looked at: nobody learns from our answer what stands in another one's letter.
    """
    named = set(letter.references[-2 * MOST :])
    numbers = [number for reference in named if (number := desk.addresses.letter_number(reference)) is not None]
    query = select(Outbox.id, Outbox.reply_to, Outbox.text).where(Outbox.id.in_(numbers)).order_by(Outbox.id.desc())
    rows = session.execute(query).all() if numbers else ()
    texts = [row.text for row in rows if _message_id(desk, row.id, row.reply_to) in named]
    return tuple(texts[:MOST] or _latest(session, letter, recipient))


def _message_id(desk: Desk, number: int, reply_to: str) -> str:
    return desk.addresses.message_id(number, desk.addresses.route((), [reply_to]))


def _latest(session: Session, letter: Letter, recipient: str) -> Sequence[str]:
    """Find the newest letters that asked this sender for an answer to this address, where none is named."""
    if letter.sender is None:
        return ()
    mine = (Outbox.to_address == letter.sender.address, Outbox.reply_to == recipient.lower())
    return session.scalars(select(Outbox.text).where(*mine).order_by(Outbox.id.desc()).limit(MOST)).all()
