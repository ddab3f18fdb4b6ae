"""Finds the letters of ours that an inbound letter answers: with their texts, `mail.reply` recognises quoted lines."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, or_, select

from adjudicator.mail.address import stamp_row
from adjudicator.mail.incoming.letter import Letter
from adjudicator.services.context import Context
from adjudicator.store.tables import Outbox

MOST = 4

# Built once: every letter executes one of them, and most execute both.
_NEWEST = select(Outbox.id, Outbox.created_at, Outbox.subject, Outbox.text).order_by(Outbox.id.desc()).limit(MOST)
_NAMED = _NEWEST.where(
    Outbox.id.in_(bindparam("numbers", expanding=True)),
    or_(Outbox.reply_to == bindparam("recipient"), Outbox.to_address == bindparam("sender")),
)
_LATEST = _NEWEST.where(Outbox.to_address == bindparam("sender"), Outbox.reply_to == bindparam("recipient"))


def texts_answered(context: Context, connection: Connection, letter: Letter, recipient: str) -> tuple[str, ...]:
    """Return the texts that a letter may quote, the newest first.

    1. The letters that its references name, if they went to its sender or have its recipient as Reply-To. Other letters
       are not considered, so that our answer reveals nothing about another person's letters.
    2. Without any, the newest letters to this sender with this Reply-To.
    """
    names = {"recipient": recipient.lower(), "sender": letter.sender.address if letter.sender else ""}
    named = set(letter.references[-2 * MOST :])
    read = map(context.addresses.read_letter_name, named)
    stamps = {one.number: one.stamp for one in read if one is not None}
    found = connection.execute(_NAMED, {"numbers": list(stamps), **names}).all() if stamps else ()
    letters = [row for row in found if stamps[row.id] in ("", stamp_row(row.created_at))]
    if not letters and letter.sender is not None:
        letters = list(connection.execute(_LATEST, names))
    # The HTML half repeats the subject as preview text. It goes last here: a quote begins with the text.
    return tuple(f"{text}\n{subject.partition(']')[2].strip()}" for _, _, subject, text in letters)
