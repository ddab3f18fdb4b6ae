"""The progress of reading an IMAP mailbox. It is stored here, not in the mailbox's flags, which people change.

Servers number letters in ascending order (UIDs), and we read them in that order: a UID above the highest one we know is
new. A letter that cannot be read is retried a few times, and then left to the host.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from adjudicator.services.context import Context
from adjudicator.store.operation_tables import last_job_run, record_job_run
from adjudicator.store.states import FetchState
from adjudicator.store.tables import Fetched

AT_A_LOOK = 100
"""Letters that are retried at one visit, so that many of them do not delay new ones."""
MOST_TRIES = 4
WHY = 200
VISIT = "mailbox"


class ImapUid(NamedTuple):
    """The name of a letter on its server, valid while the folder's UIDVALIDITY is the same (RFC 3501, 2.3.1.1)."""

    mailbox: str
    validity: int
    uid: int


def highest_uid(context: Context, mailbox: str, validity: int) -> int:
    """Return the highest UID that was read; 0 when there is none."""
    query = select(func.max(Fetched.uid)).where(Fetched.mailbox == mailbox, Fetched.validity == validity)
    with context.store.reading() as session:
        return session.scalar(query) or 0


def uids_to_retry(context: Context, mailbox: str, validity: int, most: int = AT_A_LOOK) -> Sequence[int]:
    """List the UIDs that could not be read before, at most `most`, those first that wait longest."""
    query = select(Fetched.uid).where(
        Fetched.mailbox == mailbox, Fetched.validity == validity, Fetched.state == FetchState.AGAIN
    )
    with context.store.reading() as session:
        return session.scalars(query.order_by(Fetched.at, Fetched.uid).limit(most)).all()


def record_uid(context: Context, uid: ImapUid, state: FetchState, now: datetime) -> None:
    """Record the state of a letter."""
    with context.store.writing() as session:
        _row(session, uid, now).state = state


def record_failure(context: Context, uid: ImapUid, why: str, now: datetime) -> bool:
    """Record that a letter could not be read. Is it given up now?"""
    with context.store.writing() as session:
        row = _row(session, uid, now)
        row.tries += 1
        row.why = why[:WHY]
        row.state = FetchState.ASIDE if row.tries >= MOST_TRIES else FetchState.AGAIN
        return row.state is FetchState.ASIDE


def failed_letters(context: Context, since: datetime) -> Sequence[Fetched]:
    """List the letters that were given up since a moment, oldest first."""
    query = select(Fetched).where(Fetched.state == FetchState.ASIDE, Fetched.at > since).order_by(Fetched.at)
    with context.store.reading() as session:
        return session.scalars(query).all()


def retry_failed(context: Context) -> int:
    """Retry the letters that were given up; return how many there are."""
    with context.store.writing() as session:
        rows = session.scalars(select(Fetched).where(Fetched.state == FetchState.ASIDE)).all()
        for row in rows:
            row.state, row.tries = FetchState.AGAIN, 0
        return len(rows)


def record_visit(context: Context, now: datetime) -> None:
    """Record that the mailbox was read to its end."""
    with context.store.writing() as session:
        record_job_run(session, VISIT, now)


def last_visit(context: Context) -> datetime | None:
    """Return when the mailbox was last read to its end."""
    with context.store.reading() as session:
        return last_job_run(session, VISIT)


def _row(session: Session, uid: ImapUid, now: datetime) -> Fetched:
    row = session.get(Fetched, uid) or _new_row(session, uid, now)
    row.at = now
    return row


def _new_row(session: Session, uid: ImapUid, now: datetime) -> Fetched:
    row = Fetched(**uid._asdict(), tries=0, state=FetchState.AGAIN, at=now)
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:  # another poller was quicker
        return session.get_one(Fetched, uid)
    return row
