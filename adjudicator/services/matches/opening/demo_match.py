"""The demonstration match against the house player that exists after the first start."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from adjudicator.services.context import Context
from adjudicator.services.matches.opening.lobby import HOUSE, build_setup, open_match
from adjudicator.services.players.players import get_or_create_player
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Match
from adjudicator.texts.language.language import N_, Language

GAME = "egyptos"
PLAYER = N_("Guest")
"""The name of the player who opens the mailbox page."""


def demo_address(context: Context) -> str:
    """Return the address of the demonstration's player."""
    return f"you@{context.addresses.domain}"


def open_demo_match(context: Context, now: datetime, language: Language) -> str:
    """Open the demonstration match in a database without matches; return the code of the oldest match."""
    with unit_of_work(context, now) as work:
        code = work.session.scalars(select(Match.code).order_by(Match.id)).first()
        if code is not None:
            return code
        player = get_or_create_player(work, demo_address(context), language.gettext(PLAYER), language.language)
        match = open_match(work, player, build_setup(GAME, [HOUSE], {}))
        return match.code
