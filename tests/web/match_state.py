"""Reads a match from the database, and sees that pages only read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

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


@contextmanager
def writing_refused(club: Club) -> Iterator[None]:
    """Let every transaction that may write fail. On SQLite it would wait for all other writers."""
    with patch.object(type(club.context.store), "writing", side_effect=AssertionError("it wants to write")):
        yield
