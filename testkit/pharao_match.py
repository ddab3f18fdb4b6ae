"""Matches of Das Gold des Pharao between two to four people, with a position that the test draws."""

from __future__ import annotations

import msgspec

from adjudicator.engines.pharao.position.position import Position
from adjudicator.store.tables import Match
from testkit.agreed_match import PEOPLE, agree, lay_out
from testkit.club import Club
from testkit.engines.pharao import dealt

DEAL = dealt(first=0)


def begin_pharao(club: Club, position: Position) -> Match:
    """Let as many people as a position has seats agree on a match by letters, and lay it out for them."""
    seats = len(position.players)
    agree(club, "pharao", PEOPLE[:seats])
    return lay_out(club, position, DEAL)


def table_of(club: Club) -> Position:
    """Look at the position of the newest match."""
    return msgspec.json.decode(club.match().position or b"", type=Position)
