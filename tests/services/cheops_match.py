"""Matches of Cheops between three people, with a position that the test draws."""

from __future__ import annotations

import msgspec

from adjudicator.engines.cheops.position.position import Position
from adjudicator.store.tables import Match
from testkit import agreed_match
from testkit.club import Club
from testkit.engines.cheops import drawn, plain_deal

PEOPLE = agreed_match.PEOPLE[:3]
BELOW_A_LAW = "A . . 1 2 3\nB . . 4 1"
"""Tiles that carry C3, on which families 2 and 3 fit."""


def begin_cheops(club: Club, position: Position | None = None) -> Match:
    """Let three people agree on a match by letters, and lay a position out for them. Its deal is the plain one."""
    agreed_match.agree(club, "cheops", PEOPLE)
    return lay_out(club, position or drawn(seats=3))


def lay_out(club: Club, position: Position) -> Match:
    """Put a position on the table of the newest match."""
    return agreed_match.lay_out(club, position, plain_deal(3))


def table_of(club: Club) -> Position:
    """Look at the position of the newest match."""
    return msgspec.json.decode(club.match().position or b"", type=Position)
