"""Replays the matches of an installation by the engines that are installed, and compares with the stored ones.

A finished match is marked with the code that replayed it, so that a run which was interrupted goes on, and a later one
replays only what other code has replayed. Running matches are always replayed. When nothing of some rules is left to do
and no fault was found, a row of `Sweep` says so: then `outstanding_rules` does not name them until their code changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

import msgspec
from sqlalchemy import ColumnElement, and_, false, func, or_, select, true, update
from sqlalchemy.orm import Session, undefer

from adjudicator.engines.registry import engine_for, engines
from adjudicator.match.course.verify import verify_stored
from adjudicator.match.record.difference import Difference
from adjudicator.match.record.record import AnyRecord, Record, standing_end
from adjudicator.services.archive.code_digest import digest_code
from adjudicator.services.matches.positions.past_positions import frame_at
from adjudicator.services.matches.rows.match_rows import names_by_seat
from adjudicator.services.matches.rows.record_rows import full_record, header_digest
from adjudicator.store.operation_tables import last_job_run, record_job_run
from adjudicator.store.session import Store
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match

AT_A_TIME = 40
"""Matches for each transaction: an interruption repeats no more."""


@dataclass(frozen=True, slots=True)
class ReplayedMatch:
    """A match that was replayed, and where it differs from the stored one."""

    code: str
    names: tuple[str, ...]
    """The names of its seats."""
    faults: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Replays:
    """The matches of some rules that are still to be replayed by the code of `digests`."""

    store: Store
    digests: Mapping[str, str]
    """The digest of the code by rules key; empty for rules whose engine is not installed."""
    again: bool = False
    """Whether finished matches are replayed that this code has replayed before."""
    _faulty: set[str] = field(default_factory=set)
    """The rules of matches with faults."""

    def count(self) -> int:
        """Count the matches that are to be replayed."""
        with self.store.reading() as session:
            return session.scalar(select(func.count()).where(self._open())) or 0

    def run(self, now: datetime) -> Iterator[ReplayedMatch]:
        """Replay the matches, those that run first, then the newest; each has been marked when the next one comes."""
        for state in (MatchState.RUNNING, MatchState.FINISHED):
            below = None
            while numbers := self._list(state, below):
                below = numbers[-1]
                for at in range(0, len(numbers), AT_A_TIME):
                    yield from self._replay(numbers[at : at + AT_A_TIME])
        with self.store.writing() as session:
            for rules, digest in self.digests.items():
                if digest and rules not in self._faulty:
                    record_job_run(session, _job(rules, digest), now)

    def _open(self) -> ColumnElement[bool]:
        finished = Match.state == MatchState.FINISHED
        others = [
            and_(Match.rules == rules, true() if self.again or not digest else Match.replayed_by != digest)
            for rules, digest in self.digests.items()
        ]
        running = and_(Match.state == MatchState.RUNNING, Match.rules.in_(self.digests))
        return or_(running, and_(finished, or_(false(), *others)))

    def _list(self, state: MatchState, below: int | None) -> list[int]:
        query = select(Match.id).where(self._open(), Match.state == state).order_by(Match.id.desc())
        if below is not None:
            query = query.where(Match.id < below)
        with self.store.reading() as session:
            return list(session.scalars(query.limit(AT_A_TIME * 25)))

    def _replay(self, numbers: Collection[int]) -> Iterator[ReplayedMatch]:
        right, told = [], []
        with self.store.reading() as session:
            for match in _load(session, numbers):
                faults = tuple(compare_match(match))
                told.append(ReplayedMatch(match.code, names_by_seat(match), faults))
                if faults:
                    self._faulty.add(match.rules)
                elif match.state is MatchState.FINISHED:
                    right.append((match.id, match.chain, self.digests[match.rules]))
        if right:
            with self.store.writing() as session:
                for number, chain, digest in right:
                    # Not if a ruling of the host has changed it meanwhile.
                    unchanged = (Match.id == number, Match.chain == chain, Match.state == MatchState.FINISHED)
                    session.execute(update(Match).where(*unchanged).values(replayed_by=digest))
        yield from told


def outstanding_rules(store: Store) -> dict[str, str]:
    """Map the rules whose matches this version's code has not replayed completely to the digest of that code.

    Rules without an installed engine have no digest. Rules that nobody has played yet count as well: once they are
    replayed, in no time, all their matches will have been played by this code.
    """
    with store.reading() as session:
        return {
            rules: digest
            for rules, digest in all_rules(session).items()
            if not digest or last_job_run(session, _job(rules, digest)) is None
        }


def all_rules(session: Session) -> dict[str, str]:
    """Map all rules that are installed or were played to the digest of their code; empty without an engine."""
    used = engines().keys() | set(_played_rules(session))
    return {rules: digest_code(engines()[rules]) if rules in engines() else "" for rules in sorted(used)}


def _played_rules(session: Session) -> Iterator[str]:
    """List the rules of all matches: one look into the index for each, where DISTINCT would read all of it."""
    found: str | None = ""
    while (found := session.scalar(select(func.min(Match.rules)).where(Match.rules > found))) is not None:
        yield found


def compare_match(match: Match) -> Iterator[Difference]:
    """Replay a match by its engine and list where its rows contradict it, or one another."""
    try:
        engine_for(match.rules)
    except KeyError:
        yield Difference("header", f"no engine for {match.rules} is installed")
        return
    try:
        record = full_record(match)
        # If the record itself is wrong, rows that follow from it are no faults of their own.
        faults = verify_stored(record) or [*_compare_rows(match), *_compare_with_record(match, record)]
    except Exception as fault:  # noqa: BLE001 - whatever it is, the other matches are still to be replayed
        yield Difference("record", f"it cannot be replayed: {type(fault).__name__}: {fault}")
        return
    yield from faults


def _compare_rows(match: Match) -> Iterator[Difference]:
    """Compare the cached values of a match's row with its entries."""
    engine, entries = engine_for(match.rules), match.entries
    if match.entry_count != len(entries):
        yield Difference("row", f"it counts {match.entry_count} entries, and has {len(entries)}")
        return
    last = entries[-1].digest if entries else header_digest(match)
    if match.record_version == 1 and match.end is not None:
        last = match.end.digest
    if match.chain != last:
        yield Difference("row", "its digest is not that of the last entry")
    frame = frame_at(match, len(entries))
    if frame is None or msgspec.json.encode(frame.position) != match.position:
        yield Difference("row", "its position is not the one that the entries lead to")
    elif match.state is MatchState.RUNNING and engine.to_move(frame.position) != match.to_move:
        yield Difference("row", f"seat {engine.to_move(frame.position)} is to move, not {match.to_move}")


def _compare_with_record(match: Match, record: AnyRecord) -> Iterator[Difference]:
    """Compare the row with the record where one could be changed without the other: version 1 is made of the row."""
    if not isinstance(record, Record):
        return
    header, end = record.header, standing_end(record.entries)
    for name in ("rules", "options"):
        if getattr(header, name) != getattr(match, name):
            yield Difference("row", f"its {name} are not those of the header")
    if match.first_digest != header_digest(match):
        yield Difference("row", "its first digest is not that of the header")
    if (end is None) != (match.state is MatchState.RUNNING):
        yield Difference("row", f"the match is {match.state}, and its record has {'no' if end is None else 'an'} end")
    if end is None or match.end is None:
        return
    for name, value in (
        ("kind", end.values.cause),
        ("reason", end.values.reason),
        ("places", end.values.places),
        ("scores", end.values.scores),
        ("seat", end.values.seat),
    ):
        stored = getattr(match.end, name)
        if stored != value:
            yield Difference("row", f"{name} of its result is {stored!r}, and {value!r} in the record")


def _load(session: Session, numbers: Collection[int]) -> Iterator[Match]:
    query = select(Match).where(Match.id.in_(numbers)).options(undefer(Match.header)).order_by(Match.id.desc())
    for match in session.scalars(query):
        yield match
        session.expunge(match)


def _job(rules: str, digest: str) -> str:
    """Name the row that says when all matches of some rules had been replayed by some code."""
    return f"replayed {sha256(f'{rules} {digest}'.encode()).hexdigest()[:16]}"
