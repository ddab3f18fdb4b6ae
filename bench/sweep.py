"""The sweep over very many running matches whose players have free times."""

from __future__ import annotations

import logging
import time
from datetime import UTC, datetime, timedelta

import structlog
from sqlalchemy import select

from adjudicator.mail.address import AddressBook
from adjudicator.services.context import Context
from adjudicator.services.jobs import periodic_sweep
from adjudicator.store.schema import upgrade_schema
from adjudicator.store.session import Store
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from bench.bulk_load import load_dataset
from bench.dataset import Size
from bench.depth import Silence
from bench.queries import database
from bench.table import median, show

RUNNING = 100_000
ARCHIVED = 20_000
MOST = 1.0
"""Seconds of a core."""
TIMES = 5
FALLING = 4
"""Deadlines and reminders of 100,000 matches that come in ten seconds, when turns last a week."""


def main(running: int) -> bool:
    """Print the CPU time of a sweep; return whether it is below `MOST`."""
    return max(_measure(running)) < MOST


def show_sweep() -> None:
    """Print the CPU time of a sweep."""
    _measure(RUNNING)


def _measure(running: int) -> tuple[float, float]:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with database(postgres=False) as url:
        upgrade_schema(url)
        book = AddressBook(domain="club.example", secret=b"a secret for the bench and nothing else")
        context = Context(Store(url), book, Silence(), "https://club.example", b"a secret for links")
        now = datetime.now(UTC)
        load_dataset(context, Size(running, ARCHIVED, waiting=0), now)
        idle = median([_sweep(context, now + timedelta(seconds=10 * number)) for number in range(TIMES)])
        busy = median(
            [_sweep_with_falls(context, now + timedelta(seconds=60 + 10 * number)) for number in range(TIMES)]
        )
        context.store.close()
    rows = [
        ("nothing is due", 1000 * idle, idle / MOST),
        (f"{FALLING} deadlines pass", 1000 * busy, busy / MOST),
    ]
    show(f"A sweep over {running:,} running matches with free times", ("", "CPU ms", "of the budget"), rows)
    return idle, busy


def _sweep(context: Context, now: datetime) -> float:
    start = time.process_time()
    periodic_sweep.run_sweep(context, now)
    return time.process_time() - start


def _sweep_with_falls(context: Context, now: datetime) -> float:
    """Let the deadlines of some matches pass in this sweep."""
    with context.store.writing() as session:
        running = select(Match.id).where(
            Match.state == MatchState.RUNNING, Match.next_at > now, Match.overdue_at.is_(None)
        )
        for match in session.scalars(select(Match).where(Match.id.in_(running.limit(FALLING)))).all():
            match.next_at = now
    return _sweep(context, now)
