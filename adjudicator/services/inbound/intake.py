"""Taking letters in: committed before anybody is told that we have them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP

from sqlalchemy import Integer, bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from adjudicator.mail.incoming.fingerprint import fingerprint
from adjudicator.services.context import Context
from adjudicator.services.job_queue import Job
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox, Player

LONGEST = 320
"""Characters of an address that are kept: as many as the two parts of one may have together (RFC 3696)."""

# Rows are written as objects of a session everywhere but here and in the sender of the outbox. A letter is kept by a
# bare statement: 0.14 ms of CPU where an object takes 0.33, while its sender waits and floods come this way.
# What every letter asks is put together once, here and elsewhere: building a query takes 0.1 to 0.3 ms each time, as
# long as asking it, and a letter asks eight.
_KEEP = insert(Inbox).returning(Inbox.id)
_THEIRS = (
    select(Inbox.id)
    .where(Inbox.state == InboxState.WAITING, Inbox.envelope_from == bindparam("sender"))
    .limit(bindparam("most", type_=Integer()))
)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A letter as it was brought to us, and what is known of who brought it."""

    raw: bytes
    recipient: str
    envelope_from: str
    channel: str
    """By which way it came."""
    trusted_relay: bool = False
    """Whether a mail server of the host's own handed it over."""


@dataclass(frozen=True, slots=True)
class FilledForm:
    """What a signed-in player wrote into a form."""

    recipient: str
    text: str
    mark: str
    """Names the form that was filled in, so that pressing its button twice is one letter."""


def accept_letter(context: Context, arrival: Arrival, now: datetime) -> int:
    """Keep a letter and have it judged; return the number of its row.

    The same letter brought a second time is the row that it made the first time. It is kept to the byte, whoever
    brought it, as signatures are made over that.
    """
    recipient = _storable(arrival.recipient)
    mark = fingerprint(arrival.raw, recipient)
    row = {
        "fingerprint": mark,
        "content": fingerprint(arrival.raw),
        "channel": arrival.channel,
        "recipient": recipient,
        "envelope_from": _storable(arrival.envelope_from),
        "trusted_relay": arrival.trusted_relay,
        "raw": arrival.raw,
        "received_at": now,
    }
    try:
        with unit_of_work(context, now) as work:
            number = work.session.connection().execute(_KEEP, row).scalar_one()
            work.enqueue(Job.JUDGE, number)
    except IntegrityError:
        number = _kept_before(context, mark)
        context.queue.enqueue(Job.JUDGE, number)  # the job of the first time may have been lost
    return number


def accept_form(context: Context, player: Player, form: FilledForm, now: datetime) -> int:
    """Keep what a signed-in player wrote into a form, as the letter that they would have sent."""
    letter = EmailMessage(policy=SMTP)
    letter["From"] = player.address
    letter["To"] = form.recipient
    letter["Message-ID"] = f"<{form.mark}@form.invalid>"
    letter.set_content(form.text.replace("\x00", "") + "\n")
    return accept_letter(context, Arrival(letter.as_bytes(), form.recipient, player.address, "web"), now)


def _storable(address: str) -> str:
    """Write an address as both databases take it; one that has to be changed for that is none of ours."""
    return address.replace("\0", "").encode("utf-8", "replace").decode()[:LONGEST]


def _kept_before(context: Context, mark: str) -> int:
    with context.store.reading() as session:
        return session.scalars(select(Inbox.id).where(Inbox.fingerprint == mark)).one()


def waiting_letters(context: Context, before: datetime, limit: int = 500) -> list[int]:
    """List the letters that came before a moment and still wait, oldest first."""
    query = (
        select(Inbox.id)
        .where(Inbox.state == InboxState.WAITING, Inbox.received_at <= before)
        .order_by(Inbox.id)
        .limit(limit)
    )
    with context.store.reading() as session:
        return list(session.scalars(query))


def count_waiting_from(context: Context, envelope_from: str, most: int) -> int:
    """Count the letters of a sender that wait to be judged, up to so many."""
    with context.store.glancing() as connection:
        return len(connection.scalars(_THEIRS, {"sender": envelope_from, "most": most}).all())
