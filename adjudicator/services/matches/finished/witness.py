"""Looks up the beginning of a digest, as the last line of a letter has it: where does it stand in which match?

So every mailbox is a witness of the archive. A private match answers to those alone who may see it, as if there were
none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from adjudicator.mail.commands.arguments.chain_line import ChainLine
from adjudicator.services.matches.rows.known_matches import may_see
from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.services.matches.rows.record_rows import header_digest
from adjudicator.store.tables import EntryRow, Match, Player

MOST_FOUND = 3
"""Entries that are named. Eight digits of two among a hundred million may be the same."""
_BEHIND_DIGITS = "g"
"""Sorts behind all digits of a digest."""


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry whose digest begins as was asked; entry 0 is the beginning. `turn` is the one that ran after it."""

    match: Match
    n: int
    at: datetime | None
    turn: int

    @property
    def last(self) -> int:
        """The number of the match's last entry."""
        return max(self.match.entry_count, self.n)


@dataclass(frozen=True, slots=True)
class Testimony:
    """The archive's findings on a line. `named` is the match whose code the line has, if the reader may see it."""

    standings: tuple[Standing, ...]
    named: Match | None = None

    def fits(self, line: ChainLine) -> bool:
        """Tell whether an entry with the digest also has the turn that the line names."""
        return any(line.turn in (None, standing.turn) for standing in self.standings)


def find_testimony(session: Session, line: ChainLine, player: Player | None) -> Testimony:
    """Look up a line for a reader, a player or anybody."""
    if not line.code:
        found = (one for one in _anywhere(session, line.digest) if may_see(session, one.match, player))
        return Testimony(tuple(found)[:MOST_FOUND])
    match = find_match(session, line.code)
    if match is None or not match.chain or not may_see(session, match, player):
        return Testimony(())
    return Testimony(tuple(_within(session, match, line.digest))[:MOST_FOUND], match)


def _anywhere(session: Session, digest: str) -> Iterator[Standing]:
    firsts = select(Match).where(_begins(Match.first_digest, digest)).order_by(Match.id)
    for match in session.scalars(firsts.limit(2 * MOST_FOUND)).unique():
        yield Standing(match, 0, match.started_at, _turn_after(session, match, 0))
    rows = select(EntryRow).where(_begins(EntryRow.digest, digest)).order_by(EntryRow.match_id, EntryRow.n)
    for row in session.scalars(rows.limit(2 * MOST_FOUND)):
        yield Standing(row.match, row.n, row.at, _turn_after(session, row.match, row.n))


def _within(session: Session, match: Match, digest: str) -> Iterator[Standing]:
    if header_digest(match).startswith(digest):
        yield Standing(match, 0, match.started_at, _turn_after(session, match, 0))
    rows = select(EntryRow).where(EntryRow.match_id == match.id, _begins(EntryRow.digest, digest)).order_by(EntryRow.n)
    for row in session.scalars(rows):
        yield Standing(match, row.n, row.at, _turn_after(session, match, row.n))
    if match.header is None and match.end is not None and match.end.digest.startswith(digest):
        yield Standing(match, match.entry_count + 1, match.end.at, match.turn)


def _begins(column: InstrumentedAttribute[str] | InstrumentedAttribute[str | None], digest: str) -> ColumnElement[bool]:
    # A range, because an index serves LIKE only under some collations.
    return (column >= digest) & (column < digest + _BEHIND_DIGITS)


def _turn_after(session: Session, match: Match, n: int) -> int:
    following = session.scalars(select(EntryRow.turn).where(EntryRow.match_id == match.id, EntryRow.n == n + 1)).first()
    return match.turn if following is None else following
