"""Programs of the service with a bug planted in them: `python -m tests.chaos.planted_bugs CLOCK PROGRAM ARGUMENTS`.

``PLANTED`` names them, with blanks between. Each is a mistake that somebody could make in earnest; where it needs
bad luck in time to be seen, the program dawdles in the wrong place, so that a short run has all that it needs.
"""

from __future__ import annotations

import os
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from datetime import datetime
from types import ModuleType
from typing import Any

from sqlalchemy import Connection, Engine, event, select, update
from sqlalchemy.orm import Session

from adjudicator.infra.transport import transport_for
from adjudicator.services.inbound import intake
from adjudicator.services.jobs import judging, letter_sender, periodic_sweep
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.matches.deadlines import clock_falls
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.states import InboxState, OutboxState
from adjudicator.store.tables import Inbox, Match, Outbox
from testkit.shifted_clock import main

PLANTED = "PLANTED"
DAWDLE = 0.15


def judge_without_the_lock() -> None:
    """Reads a letter and its match without locking them."""

    def unlocked(
        _connection: Connection, _cursor: object, statement: str, parameters: object, _context: object, _many: bool
    ) -> tuple[str, object]:
        if "FOR UPDATE" not in statement or "SKIP LOCKED" in statement:
            return statement, parameters
        return statement.partition(" FOR UPDATE")[0], parameters

    def dawdle(
        _connection: Connection, _cursor: object, statement: str, _parameters: object, _context: object, _many: bool
    ) -> None:
        if "FROM matches" in statement:
            time.sleep(DAWDLE)

    event.listen(Engine, "before_cursor_execute", unlocked, retval=True)
    event.listen(Engine, "after_cursor_execute", dawdle)


def mark_done_before_the_commit() -> None:
    """Marks a letter as done in a transaction of its own, and rules on it afterwards."""

    def lock(session: Session, number: int) -> Inbox | None:
        waiting = (Inbox.id == number, Inbox.state == InboxState.WAITING)
        with Session(session.get_bind()) as other, other.begin():
            found = other.scalars(select(Inbox.id).where(*waiting).with_for_update()).first()
            other.execute(update(Inbox).where(*waiting).values(state=InboxState.DONE, verdict="seen"))
        row = None if found is None else session.get(Inbox, number)
        time.sleep(6 * DAWDLE)  # so that whoever is killed in a transaction is killed in this one
        return row

    plant(judging, "_lock", lock)


def send_before_the_commit() -> None:
    """Sends letters out of the transaction that may yet fail to make them true."""
    from worker import tasks
    from worker.app import settings

    waiting = select(Outbox.__table__).where(Outbox.state == OutboxState.WAITING)
    transport = transport_for(settings.smtp_out)

    def send(connection: Connection) -> None:
        if not connection.get_execution_options().get("lasting", True):
            return  # the sender's own
        for letter in connection.execute(waiting).all():
            letter_sender._deliver(tasks.context(), transport, letter)
            time.sleep(2 * DAWDLE)

    event.listen(Engine, "commit", send)


def ignore_duplicates() -> None:
    """Takes every copy of a letter for a letter of its own."""
    plant(intake, "fingerprint", lambda _raw, _recipient="": uuid.uuid4().hex)


def trust_an_eta() -> None:
    """Leaves a deadline to the broker, as a task for that moment, and looks for none in the database."""
    from worker import tasks
    from worker.app import app

    begin_clock = match_clock.begin_clock

    @app.task(name="clock.deadline")
    def deadline(number: int) -> None:
        with unit_of_work(tasks.context(), datetime.now().astimezone()) as work:
            clock_falls.settle_match(work, work.session.get_one(Match, number))

    def beginning(work: UnitOfWork, match: Match, at: datetime) -> None:
        begin_clock(work, match, at)
        if match.due_at is not None:
            deadline.apply_async((match.id,), eta=match.due_at, queue="clock")

    plant(match_clock, "begin_clock", beginning)
    plant(clock_falls, "matches_to_settle", lambda _context, _now: [])


def answer_before_the_commit() -> None:
    """Says 250 to a letter that is going to be kept in a moment."""
    accept = intake.accept_letter

    def keep_later(*facts: Any) -> int:
        threading.Timer(2 * DAWDLE, accept, facts).start()
        return 0

    plant(intake, "accept_letter", keep_later)


def leave_it_to_the_broker() -> None:
    """Judges a letter when its job runs, and never looks for one whose job was lost."""
    plant(periodic_sweep, "forgotten_rows", lambda _desk, _now: [])


def plant(place: ModuleType, name: str, bug: Callable[..., object]) -> None:
    """Puts a bug in the place of a function."""
    assert hasattr(place, name)
    setattr(place, name, bug)


BUGS: Mapping[str, Callable[[], None]] = {
    bug.__name__: bug
    for bug in (
        judge_without_the_lock,
        mark_done_before_the_commit,
        send_before_the_commit,
        ignore_duplicates,
        trust_an_eta,
        answer_before_the_commit,
        leave_it_to_the_broker,
    )
}

if __name__ == "__main__":
    for name in os.environ[PLANTED].split():
        BUGS[name]()
    main()
