"""Matches of Cheops between three people, with the position on the table that a test draws."""

from __future__ import annotations

import msgspec
from sqlalchemy import select

from adjudicator.engines.cheops.position import Position
from adjudicator.store.tables import Match
from tests.desk.club import ANNA, BOB, Club, address_of
from tests.engines.cheops.drawing import drawn, plain_deal

CARLA = "Carla <carla@carla.example>"
PEOPLE = (ANNA, BOB, CARLA)
BELOW_A_LAW = "A . . 1 2 3\nB . . 4 1"
"""Tiles that carry C3, on which families 2 and 3 fit."""


def begin_cheops(club: Club, position: Position | None = None) -> Match:
    """Let three people agree on a match by letters, and lay a position out for them. Its deal is the plain one."""
    guests = " ".join(map(address_of, PEOPLE[1:]))
    club.write(ANNA, club.desk.addresses.service, f"new cheops with {guests}")
    club.answer(club.last(ANNA), "yes")
    for guest in PEOPLE[1:]:
        club.answer(club.last(guest), "yes", sender=guest)
    return lay_out(club, position or drawn(seats=3))


def lay_out(club: Club, position: Position) -> Match:
    """Put a position on the table of the newest match."""
    with club.desk.store.writing() as session:
        match = session.scalars(select(Match).order_by(Match.id.desc())).first()
        assert match is not None
        match.deal = plain_deal(3)
        match.position = msgspec.json.encode(position)
        match.to_move = position.turn.seat
    return club.match()


def table_of(club: Club) -> Position:
    """Look at the position of the newest match."""
    return msgspec.json.decode(club.match().position or b"", type=Position)
