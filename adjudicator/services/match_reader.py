"""Reads several matches: a faulty one takes no other with it.

A match is faulty if its game is not installed any more, or if a row of it cannot be decoded. Whoever goes over several
matches reads each by a `MatchReader`. Faulty ones are left out, and named to the reader (`say`). `note` stores their
faults like those of the sweep: the host and the doctor get to know them, and the sweep tries again whether a match can
be read (`view.whole_match`).
"""

from __future__ import annotations

import traceback
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Protocol, TypeVar

import structlog
from sqlalchemy import Select, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.sweep_faults import put_off
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.operation_tables import SweepFault
from adjudicator.store.session import LockRequired
from adjudicator.store.states import SweepTask
from adjudicator.store.tables import Match
from adjudicator.texts.language.language import Language
from adjudicator.texts.letters.faulty_match import say_faulty

T = TypeVar("T")
_NO_FAULT_OF_A_MATCH = (DBAPIError, LockRequired, RefusedError)

log = structlog.get_logger()


class NamedMatch(Protocol):
    """A match, or a line of a list about it."""

    @property
    def id(self) -> int: ...
    @property
    def code(self) -> str: ...


M = TypeVar("M", bound=NamedMatch)


@dataclass(frozen=True, slots=True)
class FaultyMatch:
    """A match that could not be read."""

    code: str
    trace: str


@dataclass(frozen=True, slots=True)
class MatchReader:
    """Reads matches one by one, and collects those that are faulty."""

    faulty: dict[int, FaultyMatch] = field(default_factory=dict)
    """By their rows."""

    def fetch(self, session: Session, query: Select[Match]) -> list[Match]:
        """Load the matches of a query; if a row cannot be decoded, each by itself."""
        try:
            return list(session.scalars(query).unique())
        except _NO_FAULT_OF_A_MATCH:
            raise
        except Exception:  # noqa: BLE001  # any decoder may have raised it; to load one at a time finds out where
            numbers = session.scalars(query.with_only_columns(Match.id, maintain_column_froms=True)).all()
        return self.fetch_numbered(session, numbers)

    def fetch_numbered(self, session: Session, numbers: Sequence[int]) -> list[Match]:
        """Load some matches by their rows, in that order."""

        def load(some: Sequence[int]) -> dict[int, Match]:
            return {match.id: match for match in session.scalars(select(Match).where(Match.id.in_(some)))}

        found = self.load(session, numbers, load)
        return [found[number] for number in dict.fromkeys(numbers) if number in found]

    def load(
        self, session: Session, numbers: Sequence[int], load: Callable[[Sequence[int]], Mapping[int, T]]
    ) -> Mapping[int, T]:
        """Load something of some matches by their rows; if a row cannot be decoded, one match at a time."""
        try:
            return load(numbers) if numbers else {}
        except _NO_FAULT_OF_A_MATCH:
            raise
        except Exception:  # noqa: BLE001  # as above
            rows = session.execute(select(Match.id, Match.code).where(Match.id.in_(numbers))).all()
        codes = {row.id: row.code for row in rows}
        alone = (self._try(number, codes[number], partial(load, [number])) for number in numbers)
        return dict(ChainMap(*(dict(part) for found in alone for part in found)))

    def read_each(self, matches: Iterable[M], read: Callable[[M], T]) -> list[T]:
        """Read something of each match; what a faulty one has is left out."""
        return [found for match in matches for found in self.read(match, partial(read, match))]

    def read(self, match: NamedMatch, read: Callable[[], T]) -> tuple[T, ...]:
        """Read something of a match: one value, or none if the match is faulty, now or before."""
        return self._try(match.id, match.code, read)

    def act(self, work: UnitOfWork, match: NamedMatch, act: Callable[[], None]) -> bool:
        """Do something in a match: if it is faulty, nothing of it is done. Was it done?"""

        def carry_out() -> None:
            with refusals_roll_back(work):
                act()

        return bool(self.read(match, carry_out))

    def _try(self, number: int, code: str, read: Callable[[], T]) -> tuple[T, ...]:
        if number in self.faulty:
            return ()
        try:
            return (read(),)
        except _NO_FAULT_OF_A_MATCH:
            raise
        except Exception as fault:
            log.exception("a match cannot be read", match=code)
            self.faulty[number] = FaultyMatch(code, "".join(traceback.format_exception(fault)))
            return ()

    def say(self, language: Language) -> tuple[str, ...]:
        """Name each faulty match to a player."""
        return tuple(say_faulty(one.code, language) for one in self.faulty.values())

    def has_news(self, session: Session) -> bool:
        """Is there a fault that is not stored yet? Whoever only reads asks this before they take the write lock."""
        return bool(self._find_unstored(session))

    def note(self, work: UnitOfWork) -> None:
        """Store the faults, so that the host gets to know them; the sweep looks after those that are known."""
        self.note_in(work.session, work.now)

    def note_in(self, session: Session, now: datetime) -> None:
        """Store the faults in a transaction of a program that has no more than a database."""
        for number in self._find_unstored(session):
            put_off(session, now, SweepTask.LISTED, number, self.faulty[number].trace)

    def _find_unstored(self, session: Session) -> list[int]:
        if not self.faulty:
            return []
        stored = SweepFault.task == SweepTask.LISTED, SweepFault.number.in_(self.faulty)
        known = set(session.scalars(select(SweepFault.number).where(*stored)))
        return [number for number in self.faulty if number not in known]
