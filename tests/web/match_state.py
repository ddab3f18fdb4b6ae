"""Reads a match from the database."""

from __future__ import annotations

from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.store.tables import Match
from testkit.club import Club


def now(club: Club, match: Match) -> Match:
    with club.context.store.reading() as session:
        found = find_match(session, match.code)
        assert found is not None
        return found


def steps(club: Club, match: Match) -> list[str]:
    with club.context.store.reading() as session:
        found = find_match(session, match.code)
        assert found is not None
        return [row.step for row in found.entries]
