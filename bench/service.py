"""Measures the whole service: letters a second, latency, floors, memory and CPU time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from sqlalchemy import func, select
from sqlalchemy.orm import undefer

from adjudicator.bootstrap import build_context
from adjudicator.services.context import Context
from adjudicator.services.outbox.message import build_message
from adjudicator.store.tables import Inbox, Outbox
from adjudicator.texts.letters import turn_kinds
from bench import floors
from bench.club import CONNECTIONS, meeting
from bench.installation import Installation, faults, installation
from bench.letter_match import Board, begin
from bench.memory import show_weights, weigh
from bench.pace import Pace, show_paces
from bench.scripted_match import ENDLESS, script
from bench.smtp_sink import Sink, sink
from bench.table import show
from testkit.postgres import PostgresMissing, PrivatePostgres

MATCHES = 40
STEPS = 60
"""Of each match; the letters below are spread over all of them."""
WARM_UP = 80
IDLE = 60
FLAT_OUT = 600
PACED_SECONDS = 15.0


def main(database: str, workers: int = 1) -> None:
    """Measure with ``sqlite`` or ``postgres`` and print the tables."""
    print(f"\n=== The whole service, {database}, {workers} x worker ===")
    try:
        with _database(database) as url, sink() as end, installation(end.port, url, workers) as here:
            _measure(here, end)
    except PostgresMissing as fault:
        print(f"left out: {fault}")


def _measure(here: Installation, end: Sink) -> None:
    context = build_context(here.settings)
    boards = [begin(context, number, script(number, STEPS), dict(ENDLESS)) for number in range(MATCHES)]
    before = weigh(here.pid)
    paces = asyncio.run(_play(boards, end, here))
    weights, letters = weigh(here.pid), sum(len(pace.answers) for pace in paces)
    show_paces(paces[1:])
    _account_for(context, here, letters)
    _show_floors(context, here, max(pace.rate for pace in paces))
    show_weights(weights, before, letters)
    context.store.close()


async def _play(boards: Sequence[Board], end: Sink, here: Installation) -> list[Pace]:
    async with meeting(boards, end, here.settings.smtp_in) as club:
        warm = Pace("warming up", await club.flat_out(WARM_UP))
        idle = Pace("one at a time", await club.idle(IDLE))
        most = Pace("full load", await club.flat_out(FLAT_OUT))
        half = Pace("half load", await club.paced(int(PACED_SECONDS * most.rate / 2), most.rate / 2))
        return [warm, idle, half, most]


def _account_for(context: Context, here: Installation, written: int) -> None:
    """Print what became of the letters: a fast service that loses some would be none."""
    with context.store.reading() as session:
        verdicts = session.execute(select(Inbox.verdict, func.count()).group_by(Inbox.verdict)).all()
        receipts = session.scalar(
            select(func.count(Outbox.inbox_id.distinct())).where(Outbox.kind == turn_kinds.RECEIPT.name)
        )
    told = ", ".join(f"{count} {verdict}" for verdict, count in verdicts)
    print(f"\n{written} letters written; judged: {told}; {receipts} of them with a receipt")
    for line in faults(here)[:10]:
        print(f"complaint: {line}")


def _show_floors(context: Context, here: Installation, rate: float) -> None:
    incoming, outgoing = _a_letter_each_way(context)
    url, size = here.settings.database_url, len(outgoing)
    parts = (
        ("letters accepted by aiosmtpd", 1, floors.accepted_a_second(incoming, CONNECTIONS)),
        ("empty Celery tasks", 1, floors.tasks_a_second(here.settings)),
        ("commits with fsync", 2, floors.commits_a_second(url, size, lasting=True)),
        ("commits without fsync", 3, floors.commits_a_second(url, size, lasting=False)),
        ("sends by smtplib", 2, floors.sends_a_second(outgoing)),
    )
    least = sum(needed / speed for _, needed, speed in parts)
    rows = [(name, speed, needed, speed / needed, speed / needed / rate) for name, needed, speed in parts]
    rows.append(("all of these in sequence", 1 / least, 1, 1 / least, 1 / least / rate))
    head = ("floor", "a second", "a letter needs", "letters/s", "times ours")
    show(f"Floors, what each part reaches alone, compared with our {rate:.1f} letters a second", head, rows)


def _a_letter_each_way(context: Context) -> tuple[bytes, bytes]:
    with context.store.reading() as session:
        incoming = session.scalars(select(Inbox.raw).order_by(Inbox.id)).first()
        texts = (undefer(Outbox.text), undefer(Outbox.html))
        outgoing = session.scalars(
            select(Outbox).where(Outbox.kind == turn_kinds.YOUR_TURN.name).options(*texts)
        ).first()
        if incoming is None or outgoing is None:
            raise RuntimeError("no letter was judged")
        return incoming, build_message(context, outgoing)


@contextmanager
def _database(kind: str) -> Iterator[str]:
    """Provide a database and its address; an empty one means the service's own SQLite."""
    if kind == "sqlite":
        yield ""
        return
    with replace(PrivatePostgres.find(), durable=True).running() as server:
        yield server.url("postgres")
