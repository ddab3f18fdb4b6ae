"""The match that a newcomer finds when the service starts for the first time: one against the house player."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from adjudicator.services.context import Desk
from adjudicator.services.matches.lobby import HOUSE, open_match, wish_for
from adjudicator.services.players.players import seat_player
from adjudicator.store.tables import Match

GAME = "egyptos"


def visitor(desk: Desk) -> str:
    """Name the address of whoever tries the service out on his own machine."""
    return f"you@{desk.addresses.domain}"


def open_once(desk: Desk, now: datetime) -> str:
    """Open the demonstration match in a database without matches; return the code of the first match there is."""
    with desk.store.writing() as session:
        code = session.scalars(select(Match.code).order_by(Match.id)).first()
        if code is not None:
            return code
        player = seat_player(session, visitor(desk), "You", "en", now)
        match, bells = open_match(desk, session, player, wish_for(GAME, [HOUSE], {}), "demonstration", now)
        code = match.code
    desk.ring(bells)
    return code
