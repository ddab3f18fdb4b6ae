"""What the service remembers of its rounds: sweeps, what was fetched from a mailbox, the pace of the post."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from adjudicator.store.columns import word
from adjudicator.store.states import FetchState
from adjudicator.store.table import Table


class Fetched(Table):
    """A letter of a mailbox at a provider that was looked at; its number counts only with the mailbox's validity."""

    __tablename__ = "fetched"
    __table_args__ = (Index(None, "state", "mailbox", "validity", "uid"),)

    mailbox: Mapped[str] = mapped_column(String(400), primary_key=True)
    validity: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    uid: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    state: Mapped[FetchState] = mapped_column(word(FetchState))
    tries: Mapped[int] = mapped_column(default=0)
    why: Mapped[str] = mapped_column(String(200), default="")
    at: Mapped[datetime]


class Pace(Table):
    """How many letters went to a domain since a moment, so that none gets more at a time than it bears."""

    __tablename__ = "paces"

    domain: Mapped[str] = mapped_column(String(255), primary_key=True)
    since: Mapped[datetime]
    sent: Mapped[int]


class Sweep(Table):
    """When a sweep last came through, for the doctor."""

    __tablename__ = "sweeps"

    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    last_at: Mapped[datetime]
