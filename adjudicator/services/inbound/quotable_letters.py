"""The letters of ours that somebody answers: their texts say which lines of his letter are ours and not his."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, or_, select

from adjudicator.mail.incoming.letter import Letter
from adjudicator.services.context import Context
from adjudicator.store.tables import Outbox

MOST = 4

# Put together once: every letter asks one of them, and most ask both.
_NEWEST = select(Outbox.subject, Outbox.text).order_by(Outbox.id.desc()).limit(MOST)
_NAMED = _NEWEST.where(
    Outbox.id.in_(bindparam("numbers", expanding=True)),
    or_(Outbox.reply_to == bindparam("recipient"), Outbox.to_address == bindparam("sender")),
)
_LATEST = _NEWEST.where(Outbox.to_address == bindparam("sender"), Outbox.reply_to == bindparam("recipient"))


def texts_answered(context: Context, connection: Connection, letter: Letter, recipient: str) -> tuple[str, ...]:
    """Look up the texts that a letter may quote, the newest letter first.

    Only letters that went to its sender, or that asked for an answer to the very address he wrote to, are looked at:
    nobody learns from our answer what stands in another one's letter. Where it names none of ours, the newest that
    asked this sender for an answer to this address are taken.
    """
    names = {"recipient": recipient.lower(), "sender": letter.sender.address if letter.sender else ""}
    named = set(letter.references[-2 * MOST :])
    numbers = [number for reference in named if (number := context.addresses.letter_number(reference)) is not None]
    letters = connection.execute(_NAMED, {"numbers": numbers, **names}).all() if numbers else ()
    if not letters and letter.sender is not None:
        letters = connection.execute(_LATEST, names).all()
    # HTML has the subject's words once more, for previews. They stand last: a quote begins where the text begins.
    return tuple(f"{text}\n{subject.partition(']')[2].strip()}" for subject, text in letters)
