"""Makes matches faulty: their game is gone, or a row of theirs cannot be decoded."""

from __future__ import annotations

from sqlalchemy import text

from testkit.club import Club

FAULTS = {
    "game": "UPDATE matches SET rules = 'gone/1' WHERE code = :code",
    "position": "UPDATE matches SET position = :nonsense WHERE code = :code",
    "clock": "UPDATE matches SET clock = '7', \"end\" = '7' WHERE code = :code",
    "seat": "UPDATE seats SET account = '7' WHERE match_id = (SELECT id FROM matches WHERE code = :code)",
}
"""What is wrong with a match, and the statement that makes it so."""


def spoil_match(club: Club, code: str, fault: str) -> None:
    """Make a match faulty."""
    statement = text(FAULTS[fault])
    given = {"code": code, "nonsense": b"{"}
    with club.context.store.writing() as session:
        session.execute(statement, {name: value for name, value in given.items() if f":{name}" in FAULTS[fault]})


def cannot_be_shown(code: str) -> str:
    """Return the sentence about a faulty match."""
    return f"{code}: this match cannot be shown at the moment. The host knows."
