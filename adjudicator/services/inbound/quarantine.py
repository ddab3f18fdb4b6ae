"""Quarantine: a letter that raises an exception in our code is set aside with its traceback (state `ASIDE`).

Its writer and the host are informed, at limited rates. The host can retry it (`adjudicator retry`) or drop it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from adjudicator.mail.address_token import redact_tokens
from adjudicator.mail.incoming.headers import read_headers
from adjudicator.mail.text.charset import tidy_text
from adjudicator.services.context import Context
from adjudicator.services.fault_traces import end_of_trace, fault_line, name_fault
from adjudicator.services.inbound.inbound_letter import VerdictKind
from adjudicator.services.job_queue import Job
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_for_host, enqueue_letter, recipient_of
from adjudicator.services.outbox.written_lately import count_written
from adjudicator.services.players.letter_readers import reader_at, reader_for
from adjudicator.services.players.players import find_player
from adjudicator.services.row_counts import count_rows
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.operation_tables import look_again
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox, Outbox, Player
from adjudicator.texts.language.language import language_for
from adjudicator.texts.letters import account_kinds, host_kinds, letter_kind

TOLD_AN_HOUR = 5
"""Letters about faults to one address within an hour: a letter that breaks us can be sent a thousand times."""
ONE_KIND = timedelta(days=1)
"""Within this time the host gets one letter for all faults of the same kind."""
SUBJECT = 100
HEAD_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class QuarantinedLetter:
    """The description of a quarantined letter for the host."""

    subject: str
    fault: str


def quarantine_letter(context: Context, number: int, trace: str, now: datetime) -> None:
    """Set a letter aside with its traceback. The first time, inform its writer and the host."""
    with unit_of_work(context, now) as work:
        row = work.session.scalars(select(Inbox).where(Inbox.id == number).with_for_update()).one()
        if row.state is not InboxState.WAITING:
            return
        first = row.tries == 0
        row.state = InboxState.ASIDE
        row.tries += 1
        row.traceback = redact_tokens(trace)
        if first:
            _tell_host(work, row, trace, writer_told=_tell_writer(work, row))


def retry_letter(context: Context, number: int, now: datetime) -> bool:
    """Judge a quarantined letter again; return False when it is not in quarantine."""
    with unit_of_work(context, now) as work:
        row = _lock_aside(work, number)
        if row is None:
            return False
        row.state = InboxState.WAITING
        work.enqueue(Job.JUDGE, number)
        return True


def quarantined_letters(session: Session) -> list[Inbox]:
    """List the quarantined letters, with their text and their tracebacks."""
    query = select(Inbox).where(Inbox.state == InboxState.ASIDE).order_by(Inbox.id)
    query = query.options(undefer(Inbox.traceback), undefer(Inbox.raw))
    return list(session.scalars(query))


def drop_letter(context: Context, number: int, now: datetime) -> bool:
    """Close a quarantined letter without judging it; return False when it is not in quarantine.

    A writer who was informed of the fault is informed of this too. The letter and its traceback stay in the database.
    """
    with unit_of_work(context, now) as work:
        row = _lock_aside(work, number)
        if row is None:
            return False
        row.state = InboxState.DONE
        row.verdict = VerdictKind.DROPPED
        row.done_at = now
        _tell_dropped(work, row)
        return True


def _lock_aside(work: UnitOfWork, number: int) -> Inbox | None:
    aside = select(Inbox).where(Inbox.id == number, Inbox.state == InboxState.ASIDE)
    row = work.session.scalars(aside.with_for_update()).one_or_none()
    if row is not None:
        look_again(work.session, number)  # once it is done, it is kept as long as others
    return row


def describe_letter(row: Inbox) -> QuarantinedLetter:
    """Return the letter's subject, as far as it can be parsed, and the line that names the fault."""
    subject = ""
    with suppress(Exception):  # the cause of the fault may be in its headers
        subject = read_headers(row.raw[:HEAD_BYTES]).text("subject")
    return QuarantinedLetter(redact_tokens(tidy_text(subject).strip()[:SUBJECT]), fault_line(row.traceback))


def _find_writer(session: Session, row: Inbox) -> Player | None:
    if row.player_id is None:
        return find_player(session, row.envelope_from)
    player = session.get(Player, row.player_id)
    return player if player is not None and player.erased_at is None else None


def _tell_writer(work: UnitOfWork, row: Inbox) -> bool:
    """Write to the sender if they are a player and within their limit. Was a letter written?"""
    player = _find_writer(work.session, row)
    if player is None or _told_enough(work, account_kinds.FAULT, player.address):
        return False
    _write(work, row, player, account_kinds.FAULT)
    return True


def _tell_dropped(work: UnitOfWork, row: Inbox) -> None:
    player = _find_writer(work.session, row)
    informed = (Outbox.inbox_id == row.id, Outbox.kind == account_kinds.FAULT.name)
    if player and count_rows(work.session, *informed):
        _write(work, row, player, account_kinds.FAULT_DROPPED)


def _write(work: UnitOfWork, row: Inbox, player: Player, kind: letter_kind.LetterKind[account_kinds.Fault]) -> None:
    facts = account_kinds.Fault(
        reader=reader_for(work.context, player),
        number=row.id,
        about=describe_letter(row).subject,
        received=row.received_at,
    )
    to = recipient_of(player, language_for(player.language), row.recipient)
    enqueue_letter(work, kind, facts, to, LetterRefs(inbox_id=row.id))


def _tell_host(work: UnitOfWork, row: Inbox, trace: str, *, writer_told: bool) -> None:
    """Write to the host, once a day for faults of one kind, which the letter says."""
    kind = name_fault(trace)
    if not work.context.host_address or _told_enough(work, host_kinds.HOST_FAULT, work.context.host_address):
        return
    lately = select(Outbox.subject).where(
        Outbox.to_address == work.context.host_address,
        Outbox.kind == host_kinds.HOST_FAULT.name,
        Outbox.created_at > work.now - ONE_KIND,
    )
    if any(kind in subject for subject in work.session.scalars(lately)):
        return
    facts = host_kinds.HostFault(
        reader=reader_at(work.context, ""),
        number=row.id,
        kind=kind,
        sender=row.envelope_from,
        recipient=redact_tokens(row.recipient),
        about=describe_letter(row).subject,
        received=row.received_at,
        writer_told=writer_told,
        trace=end_of_trace(trace),
        commands=(f"adjudicator retry {row.id}", f"adjudicator drop {row.id}", "adjudicator retry"),
    )
    enqueue_for_host(work, host_kinds.HOST_FAULT, facts, row.match_id)


def _told_enough(work: UnitOfWork, kind: letter_kind.LetterKind[Any], address: str) -> bool:
    return count_written(work, kind, address, timedelta(hours=1)) >= TOLD_AN_HOUR
