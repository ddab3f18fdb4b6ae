"""A whole installation on loopback: its programs as a host runs them, and a relay that can be looked into."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Self

import msgspec
from sqlalchemy import or_, select, update

from adjudicator.bootstrap import build_context
from adjudicator.config.env_reader import Endpoint
from adjudicator.config.settings import Settings
from adjudicator.infra.celery_queue import celery_for
from adjudicator.infra.private_broker import broker_url
from adjudicator.run.procfile import find_procfile, read_procfile
from adjudicator.services.matches.rows import match_rows
from adjudicator.store.states import EntryKind, InboxState, OutboxState
from adjudicator.store.tables import EntryRow, Inbox, Match, Outbox, Player, Seat
from testkit.database import make_tables
from testkit.process import ManagedProcess
from testkit.waiting import await_until
from tests.end_to_end.broker import Broker
from tests.end_to_end.person import Person
from tests.end_to_end.smtp_sink import Sink

PROGRAMS = Path(sys.executable).parent
A_WHILE = timedelta(minutes=10)
"""Longer than the sweep leaves a row to its job, and than a worker may take for a letter that it sends."""


class Installation:
    """The service, each of its programs at hand, with everything in one folder."""

    def __init__(self, folder: Path, environ: dict[str, str], broker: Broker) -> None:
        self.folder = folder
        self.environ = environ
        self.settings = Settings.read(environ)
        self.broker = broker
        relay = self.settings.smtp_out
        self.sink = Sink(Endpoint(relay.host, relay.port))
        self.workers: list[ManagedProcess] = []
        self.worker = self.another_worker("worker")
        self.clock = ManagedProcess("beat", [sys.executable, "-m", "worker.beat"], environ, folder)
        self.listener = ManagedProcess("listen", [str(PROGRAMS / "adjudicator"), "listen"], environ, folder)
        make_tables(self.settings.database_url)
        self.context = build_context(self.settings)
        self.celery = celery_for(broker_url(self.settings))
        self._people = 0

    @contextmanager
    def running(self) -> Iterator[Self]:
        """Run it for the time of a `with` block; the broker goes last."""
        with ExitStack() as ending:
            ending.callback(self.sink.end)
            ending.callback(self.context.store.close)
            ending.callback(self.broker.end)
            ending.callback(self._hang_up)
            self.sink.open()
            ending.callback(self._end)
            self.mend()
            yield self

    def mend(self) -> None:
        """Start whatever does not run, and end whatever was started besides."""
        if not self.broker.runs:
            self.broker.start()
        while len(self.workers) > 1:
            self.workers.pop().end()
        if not self.worker.runs:
            self.broker.write_off()
        started = [program for program in (self.worker, self.clock, self.listener) if not program.runs]
        for program in started:
            program.start()
        for program in started:
            program.await_words({"worker": "ready", "listen": "listening", "beat": ""}[program.name])

    def kill_worker(self) -> None:
        """Let the worker die with all that it has in hand."""
        self.worker.kill()
        self.broker.write_off()

    def send_worker_away(self) -> None:
        """Let nobody judge any more, with nothing in hand."""
        with self.quiet():
            self.kill_worker()

    def another_worker(self, name: str, *more: str) -> ManagedProcess:
        """Set up a worker as the Procfile has it, with a name of its own."""
        celery, *words = shlex.split(read_procfile(find_procfile().read_text())["worker"])
        words += ["--hostname", f"{name}@club", "--loglevel", "INFO", *more]
        worker = ManagedProcess(name, [str(PROGRAMS / celery), *words], self.environ, self.folder)
        self.workers.append(worker)
        return worker

    def person(self, name: str) -> Person:
        """Make the acquaintance of somebody new."""
        self._people += 1
        address = f"{name.lower()}{self._people}@players.example"
        return Person(name, address, self.settings.smtp_in, self.sink)

    @property
    def address(self) -> str:
        """The address of the service itself."""
        return self.context.addresses.service

    # What the database says

    def inbox(self, person: Person) -> list[Inbox]:
        """List the letters that somebody brought."""
        with self.context.store.reading() as session:
            return list(session.scalars(select(Inbox).where(Inbox.envelope_from == person.address).order_by(Inbox.id)))

    def outbox(self, person: Person, kind: str) -> list[Outbox]:
        """List the letters of one kind to somebody."""
        wanted = (Outbox.to_address == person.address, Outbox.kind == kind)
        with self.context.store.reading() as session:
            return list(session.scalars(select(Outbox).where(*wanted).order_by(Outbox.id)))

    def match_of(self, person: Person) -> Match:
        """Find the newest match at which somebody sits."""
        held = select(Match).join(Seat).join(Player, Seat.player_id == Player.id)
        query = held.where(Player.address == person.address).order_by(Match.id.desc())
        with self.context.store.reading() as session:
            match = session.scalars(query).first()
            assert match is not None
            assert match.seats
            return match

    def steps(self, match: Match) -> list[str]:
        """List what was played in a match."""
        with self.context.store.reading() as session:
            return list(
                session.scalars(
                    select(EntryRow.step)
                    .where(EntryRow.match_id == match.id, EntryRow.kind == EntryKind.STEP)
                    .order_by(EntryRow.n)
                )
            )

    def await_judged(self, person: Person, letters: int) -> None:
        """Wait until so many letters of somebody are judged."""

        def judged() -> bool:
            return sum(row.state is InboxState.DONE for row in self.inbox(person)) >= letters

        await_until(judged, f"{letters} letters of {person.name} are judged")

    @contextmanager
    def match_locked(self, match: Match) -> Iterator[None]:
        """Hold the lock that judging a letter of a match needs: its row's, or SQLite's only one."""
        with self.context.store.writing() as session:
            assert match_rows.lock_match(session, match.code) is not None
            yield

    def let_time_pass(self) -> None:
        """Make every row that waits look as if it had waited for a while."""
        with self.context.store.writing() as session:
            for row in session.scalars(select(Inbox).where(Inbox.state == InboxState.WAITING)):
                row.received_at -= A_WHILE
            still_goes_out = update(Outbox).where(Outbox.next_try_at.is_not(None))
            session.execute(still_goes_out.values(next_try_at=datetime.now(UTC) - A_WHILE))

    def let_deadline_pass(self, match: Match) -> None:
        """Let the time of the turn that runs be over."""
        with self.context.store.writing() as session:
            kept = session.get_one(Match, match.id)
            assert kept.clock is not None
            assert kept.due_at is not None
            now = datetime.now(UTC)
            ago = int((kept.due_at - now).total_seconds()) + 3600
            for seat in kept.seats:
                if seat.player is not None:
                    seat.player.absences_auto = False
            kept.clock = msgspec.structs.replace(kept.clock, since=kept.clock.since - ago)
            kept.due_at, kept.next_at, kept.remind_at = now - timedelta(hours=1), now - timedelta(seconds=1), None

    # What the broker says

    def sweep(self) -> None:
        """Ask for a sweep that finds everything which waits, as the clock does from time to time."""
        self.let_time_pass()
        self.enqueue("clock.sweep")

    def enqueue(self, task: str, *rows: int) -> None:
        """Enqueue a job, perhaps once more."""
        with self.celery.connection_for_write() as line:  # a new one: the broker may have been away
            self.celery.send_task(task, args=rows, queue=task.partition(".")[0], connection=line)

    def at_work(self, task: str) -> list[list[int]]:
        """List what workers were given with a task that they are inside just now."""
        asked = [f"{worker.name}@club" for worker in self.workers if worker.runs]
        with self.celery.connection_for_write() as line:
            answers = self.celery.control.inspect(asked, timeout=0.5, connection=line).active() or {}
        return [list(one["args"]) for tasks in answers.values() for one in tasks if one["name"] == task]

    def await_quiet(self) -> None:
        """Wait until no job is queued or running, and what could go out is out."""

        def quiet() -> bool:
            return self.broker.is_quiet(sum(worker.runs for worker in self.workers)) and not self._sends()

        await_until(quiet, "all is quiet")

    def _sends(self) -> bool:
        query = select(Outbox.id).where(Outbox.next_try_at.is_not(None))
        waits = Outbox.state == OutboxState.SENDING, Outbox.next_try_at <= datetime.now(UTC)
        with self.context.store.reading() as session:
            return session.scalars(query.where(or_(*waits)).limit(1)).first() is not None

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Let everything be done first, and the clock be silent for a while."""
        with self.clock.held_up():
            self.await_quiet()
            yield

    def _end(self) -> None:
        for program in (self.listener, self.clock, *self.workers):
            program.end()

    def _hang_up(self) -> None:
        self.celery.close()
