"""Finds the row that a signed link or address names.

A number alone does not say which row is meant: after a restore, numbers that the lost rows had are given out again, and
SQLite gives out the number of a deleted newest row again. So links and addresses also carry a stamp, which follows from
the moment of the row's creation. Letters from before there were stamps name rows that were created before, and no
others.
"""

from __future__ import annotations

from datetime import datetime
from typing import Protocol, TypeVar

from sqlalchemy.orm import Session

from adjudicator.mail.address import stamp_row
from adjudicator.store.operation_tables import STAMPED_SINCE, last_job_run


class Stamped(Protocol):
    """A row with the moment of its creation."""

    @property
    def created_at(self) -> datetime: ...


S = TypeVar("S", bound=Stamped)


def only_if_named(session: Session, row: S | None, stamp: str) -> S | None:
    """Return the row that was found by the number of a link or address, if it is the one that was signed."""
    return row if row is not None and _is_named(session, row.created_at, stamp) else None


def _is_named(session: Session, created_at: datetime, stamp: str) -> bool:
    if stamp:
        return stamp == stamp_row(created_at)
    since = last_job_run(session, STAMPED_SINCE)
    return since is not None and created_at < since
