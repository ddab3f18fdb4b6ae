"""The tables of running the service: periodic jobs and their faults, fetched letters, sending rates, outages."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, BindParameter, ColumnElement, Index, String, Text, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import InstrumentedAttribute, Mapped, Session, mapped_column

from adjudicator.store.columns import enum_column
from adjudicator.store.orm_base import Base
from adjudicator.store.states import FetchState, SweepTask


class Fetched(Base):
    """A letter in an IMAP mailbox that was looked at. Its UID is unique only together with UIDVALIDITY (RFC 3501)."""

    __tablename__ = "fetched"
    __table_args__ = (Index(None, "state", "mailbox", "validity", "uid"),)

    mailbox: Mapped[str] = mapped_column(String(400), primary_key=True)
    validity: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    uid: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    state: Mapped[FetchState] = mapped_column(enum_column(FetchState))
    tries: Mapped[int] = mapped_column(default=0)
    why: Mapped[str] = mapped_column(String(200), default="")
    at: Mapped[datetime]


class Pace(Base):
    """Throttle: letters sent to a domain since a moment."""

    __tablename__ = "paces"

    domain: Mapped[str] = mapped_column(String(255), primary_key=True)
    since: Mapped[datetime]
    sent: Mapped[int]


class Sweep(Base):
    """When a periodic job last ran, by its name."""

    __tablename__ = "sweeps"

    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    last_at: Mapped[datetime]


class Progress(Base):
    """How far a periodic job has gone through the rows of a table."""

    __tablename__ = "progress"

    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    row: Mapped[int]
    """The number of the last row that it has looked at."""


RECEIVED = "inbox letters"
"""The look through the received letters for those that are kept no longer."""


def look_again(session: Session, number: int) -> None:
    """Let the look through the received letters come back to one that it had to leave."""
    at = session.get(Progress, RECEIVED)
    if at is not None:
        at.row = min(at.row, number - 1)


class Outage(Base):
    """A time in which the service could take no orders: the gap between two sweeps."""

    __tablename__ = "outages"

    id: Mapped[int] = mapped_column(primary_key=True)
    since: Mapped[datetime]
    until: Mapped[datetime] = mapped_column(index=True)
    settled_at: Mapped[datetime | None] = mapped_column(index=True)
    """When every deadline had been moved; empty until then."""


class SweepFault(Base):
    """A row on which the sweep failed: it is tried again later, and all others are looked after meanwhile."""

    __tablename__ = "sweep_faults"

    task: Mapped[SweepTask] = mapped_column(enum_column(SweepTask), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """The number of the match or the player; 0 if the task is for all rows together."""
    since: Mapped[datetime]
    tries: Mapped[int]
    retry_at: Mapped[datetime]
    trace: Mapped[str] = mapped_column(Text)
    told_at: Mapped[datetime | None] = mapped_column(index=True)
    """When the host was told of it, or of another fault of its kind."""


def is_put_off(
    task: SweepTask,
    number: InstrumentedAttribute[int] | InstrumentedAttribute[int | None],
    now: datetime | BindParameter[datetime],
) -> ColumnElement[bool]:
    """Tell of a row, by the column of its number, whether the sweep failed on it and does not try again yet."""
    found = SweepFault.task == task, SweepFault.number == number, SweepFault.retry_at > now
    # Hardly ever is there one. COUNT, not EXISTS: PostgreSQL may plan that as a join over all rows of the other table.
    return select(func.count()).select_from(SweepFault).where(*found).scalar_subquery() > 0


def failing_since(session: Session, task: SweepTask, number: int) -> datetime | None:
    """Tell since when the sweep has failed on a row."""
    return session.scalar(select(SweepFault.since).where(SweepFault.task == task, SweepFault.number == number))


def record_job_run(session: Session, name: str, now: datetime) -> datetime | None:
    """Record that a periodic job runs now, and return when it ran before.

    Two programs that run it for the first time at once write one row: the second one waits for the first.
    """
    row = session.scalars(select(Sweep).where(Sweep.name == name).with_for_update()).one_or_none()
    if row is None:
        try:
            with session.begin_nested():
                session.add(Sweep(name=name, last_at=now))
        except IntegrityError:
            row = session.scalars(select(Sweep).where(Sweep.name == name).with_for_update()).one()
        else:
            return None
    before, row.last_at = row.last_at, now
    return before


EXPORTED = "export"
"""The beginning of the newest complete export to `ADJUDICATOR_EXPORT_DIR`."""
EXPORT_FAILED = "failed export"
NAMES_TAKEN_BACK = "names taken back"
"""The last time that somebody whose name stood in public records was erased, or chose another name for them."""
STAMPED_SINCE = "stamps of rows"
"""The moment of the upgrade since which links and addresses name rows with a stamp; a new database has none."""


def last_job_run(session: Session, name: str) -> datetime | None:
    """Tell when a periodic job last ran."""
    return session.scalar(select(Sweep.last_at).where(Sweep.name == name))
