"""Intake: the first step of a letter. It is committed to the inbox before the sender's server gets a "250 OK".

Every channel (SMTP, LMTP, pipe, Maildir, IMAP, web form) ends in `accept_letter`. It stores the bytes of the letter
unread, and enqueues the job `judge`. Next: `jobs.judging.judge_letter`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP

from sqlalchemy import Integer, bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from adjudicator.mail.incoming.fingerprint import fingerprint
from adjudicator.services.context import Context
from adjudicator.services.destinations import name_destination
from adjudicator.services.job_queue import Job
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox, Player

LONGEST = 320
"""Characters of an address that are stored: the maximum of its two parts together (RFC 3696)."""

# Everywhere else, except in the sender of the outbox and in `WritingSession.append`, rows are written as objects that
# a session tracks. Here a bare statement takes half of the CPU time: the sender's server waits meanwhile, and floods
# come this way.
# Queries that every letter executes are built once, here and elsewhere: building one takes 0.1 to 0.3 ms, as long as
# executing it, and a letter executes eight.
_STORE = insert(Inbox).returning(Inbox.id)
_WAITING_FROM = (
    select(Inbox.id)
    .where(Inbox.state == InboxState.WAITING, Inbox.envelope_from == bindparam("sender"))
    .limit(bindparam("most", type_=Integer()))
)
_WAITING_FROM_TO = _WAITING_FROM.where(Inbox.destination == bindparam("destination"))


@dataclass(frozen=True, slots=True)
class Arrival:
    """A letter with its envelope, and the channel that delivered it."""

    raw: bytes
    recipient: str
    envelope_from: str
    channel: str
    """The name of the channel, such as ``smtp`` or ``web``."""
    trusted_relay: bool = False
    """Was it delivered by a mail server of the host, whose Authentication-Results can be believed?"""
    player_id: int | None = None
    """The player who was signed in when they filled in a form."""


@dataclass(frozen=True, slots=True)
class FilledForm:
    """The input of a signed-in player in a form."""

    recipient: str
    text: str
    form_key: str
    """Identifies the form, so that pressing its button twice gives one letter."""


def accept_letter(context: Context, arrival: Arrival, now: datetime) -> int:
    """Store a letter, enqueue the job that judges it, and return the number of its row.

    A letter that is delivered a second time gets the row of the first time (`fingerprint` is unique). Its bytes are
    stored unchanged: DKIM and OpenPGP signatures cover them.
    """
    recipient = _storable(arrival.recipient)
    digest = fingerprint(arrival.raw, recipient)
    row = {
        "fingerprint": digest,
        "content": fingerprint(arrival.raw),
        "channel": arrival.channel,
        "recipient": recipient,
        "destination": name_destination(context.addresses, arrival.raw, recipient),
        "envelope_from": _storable(arrival.envelope_from),
        "player_id": arrival.player_id,
        "trusted_relay": arrival.trusted_relay,
        "raw": arrival.raw,
        "received_at": now,
    }
    try:
        with context.store.connect_writing() as connection:
            number: int = connection.execute(_STORE, row).scalar_one()
    except IntegrityError:
        number = _find_stored(context, digest)  # and its job of the first time may have been lost
    context.queue.enqueue(Job.JUDGE, number)
    return number


def accept_form(context: Context, player: Player, form: FilledForm, now: datetime) -> int:
    """Store the input of a form as a letter of its player: forms and letters are judged by the same code."""
    letter = EmailMessage(policy=SMTP)
    letter["From"] = player.address
    letter["To"] = form.recipient
    letter["Message-ID"] = f"<{form.form_key}@form.invalid>"
    letter.set_content(form.text.replace("\x00", "") + "\n")
    arrival = Arrival(letter.as_bytes(), form.recipient, player.address, "web", player_id=player.id)
    return accept_letter(context, arrival, now)


def _storable(address: str) -> str:
    """Make an address acceptable to both databases. One that is changed by this has no valid signature anyway."""
    return address.replace("\0", "").encode("utf-8", "replace").decode()[:LONGEST]


def _find_stored(context: Context, digest: str) -> int:
    with context.store.reading() as session:
        return session.scalars(select(Inbox.id).where(Inbox.fingerprint == digest)).one()


def waiting_letters(context: Context, before: datetime, limit: int = 500) -> list[int]:
    """List the letters that were received before this moment and are not judged yet, oldest first."""
    query = (
        select(Inbox.id)
        .where(Inbox.state == InboxState.WAITING, Inbox.received_at <= before)
        .order_by(Inbox.id)
        .limit(limit)
    )
    with context.store.reading() as session:
        return list(session.scalars(query))


def count_waiting_from(context: Context, envelope_from: str, destination: str, most: int) -> int:
    """Count the letters of a sender to a destination that are not judged yet, at most `most`; all for an empty one."""
    named = {"sender": envelope_from, "most": most} | ({"destination": destination} if destination else {})
    with context.store.connect_readonly() as connection:
        return len(connection.scalars(_WAITING_FROM_TO if destination else _WAITING_FROM, named).all())
