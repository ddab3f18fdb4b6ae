"""Tells the host of rows on which the sweep failed, once a day for faults of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.services.fault_traces import end_of_trace, fault_line, name_fault
from adjudicator.services.outbox.enqueue import enqueue_for_host
from adjudicator.services.players.letter_readers import reader_at
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.operation_tables import SweepFault
from adjudicator.store.states import PLAYER_TASKS
from adjudicator.store.tables import Match, Player
from adjudicator.texts.letters import host_kinds

ONE_KIND = timedelta(days=1)
"""Within this time the host gets one letter for all faults of the same kind."""
MOST_NAMED = 10


def tell_host_of_faults(work: UnitOfWork) -> None:
    """Write to the host about faults that they were not told of."""
    untold = work.session.scalars(
        select(SweepFault).where(SweepFault.told_at.is_(None)).order_by(SweepFault.since).with_for_update()
    ).all()
    if not untold:
        return
    lately = select(SweepFault.trace).where(SweepFault.told_at > work.now - ONE_KIND)
    known = {name_fault(trace) for trace in work.session.scalars(lately)}
    for row in untold:
        row.told_at = work.now
    by_kind: dict[str, list[SweepFault]] = {}
    for row in untold:
        by_kind.setdefault(name_fault(row.trace), []).append(row)
    for kind, rows in by_kind.items():
        if kind not in known:
            _write(work, kind, rows)


def _write(work: UnitOfWork, kind: str, rows: Sequence[SweepFault]) -> None:
    facts = host_kinds.HostSweepFault(
        reader=reader_at(work.context, ""),
        kind=kind,
        rows=tuple(describe_fault(work.session, row) for row in rows[:MOST_NAMED]),
        more=max(0, len(rows) - MOST_NAMED),
        trace=end_of_trace(rows[0].trace),
    )
    enqueue_for_host(work, host_kinds.HOST_SWEEP_FAULT, facts)


def describe_fault(session: Session, row: SweepFault) -> str:
    """Name a row and the task that failed for it: ``match K7Q2 (clock): KeyError: 'gone/1'``."""
    what = f"{name_row(session, row)} ({row.task})" if row.number else row.task
    return f"{what}: {fault_line(row.trace)}"


def name_row(session: Session, row: SweepFault) -> str:
    """Name the match or the player of a row, of which nothing else may be readable; by number if they are gone."""
    if row.task in PLAYER_TASKS:
        address = session.scalar(select(Player.address).where(Player.id == row.number))
        return f"player {address or row.number}"
    return f"match {session.scalar(select(Match.code).where(Match.id == row.number)) or row.number}"
