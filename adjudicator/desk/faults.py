"""Faults of ours: the letter is kept aside with its traceback; its writer and the host, who can retry it, are told."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session, undefer

from adjudicator.desk.desk import Bell, Desk
from adjudicator.desk.mailing import Addressee, Ties, put, to_player
from adjudicator.desk.matches import Bells
from adjudicator.desk.people import find_player
from adjudicator.desk.scene import reader_at, reader_for
from adjudicator.mail.token import redact
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox, Outbox
from adjudicator.texts import occasions
from adjudicator.texts.tongue import tongue

TRACE_LINES = 12
TOLD_AN_HOUR = 5
"""Letters about faults that one address gets in an hour: who can break us once can do it a thousand times."""


def set_aside(desk: Desk, number: int, trace: str, now: datetime) -> Bells:
    """Keep a letter that broke us out of the way, and tell those whom it concerns."""
    with desk.store.writing() as session:
        row = session.scalars(select(Inbox).where(Inbox.id == number).with_for_update()).one()
        if row.state is not InboxState.WAITING:
            return []
        first = row.tries == 0
        row.state = InboxState.ASIDE
        row.tries += 1
        row.traceback = redact(trace)
        return _tell_writer(desk, session, row, now) + _tell_host(desk, session, row, trace, now) if first else []


def retry(desk: Desk, number: int) -> bool:
    """Put a letter that was set aside before the judges again; return False when it is not aside."""
    with desk.store.writing() as session:
        row = session.scalars(select(Inbox).where(Inbox.id == number).with_for_update()).one_or_none()
        if row is None or row.state is not InboxState.ASIDE:
            return False
        row.state = InboxState.WAITING
    desk.doorbell.ring(Bell.JUDGE, number)
    return True


def aside(session: Session) -> list[Inbox]:
    """List the letters that were set aside, with their tracebacks."""
    query = select(Inbox).where(Inbox.state == InboxState.ASIDE).order_by(Inbox.id).options(undefer(Inbox.traceback))
    return list(session.scalars(query))


def _tell_writer(desk: Desk, session: Session, row: Inbox, now: datetime) -> Bells:
    player = find_player(session, row.envelope_from)
    if player is None or _told_enough(session, "fault", player.address, now):
        return []
    speech = tongue(player.language)
    occasion = occasions.Fault(
        reader=reader_for(desk, player), number=row.id, about=row.recipient, received=row.received_at
    )
    return put(session, "fault", occasion, to_player(player, speech, row.recipient), Ties(inbox_id=row.id), now)


def _tell_host(desk: Desk, session: Session, row: Inbox, trace: str, now: datetime) -> Bells:
    if not desk.host_address or _told_enough(session, "host_fault", desk.host_address, now):
        return []
    occasion = occasions.HostFault(
        reader=reader_at(desk, ""),
        number=row.id,
        about=row.channel,
        received=row.received_at,
        trace=tuple(redact(trace).strip().splitlines()[-TRACE_LINES:]),
        command=f"adjudicator retry {row.id}",
    )
    to = Addressee(address=desk.host_address, tongue=tongue("en"))
    return put(session, "host_fault", occasion, to, Ties(), now)


def _told_enough(session: Session, kind: str, address: str, now: datetime) -> bool:
    query = select(func.count()).where(
        Outbox.to_address == address, Outbox.kind == kind, Outbox.created_at > now - timedelta(hours=1)
    )
    return (session.scalar(query) or 0) >= TOLD_AN_HOUR
