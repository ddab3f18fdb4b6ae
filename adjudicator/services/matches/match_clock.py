"""Lets the clocks of running turns know what a player has just set about their time."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from adjudicator.services.matches import clock_control
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match, Player


def refresh_clocks(work: UnitOfWork, player: Player) -> None:
    """Stop or start the clocks of the turns that wait for a player.

    A match that another transaction has locked is left to the next sweep: two letters of one player, each with the lock
    of its own match, would wait for each other.
    """
    work.session.flush()
    query = select(Match).where(Match.awaited_id == player.id).order_by(Match.id)
    for match in work.session.scalars(query.with_for_update(of=Match, skip_locked=True)).all():
        clock_control.settle_for_writer(work, match)


def pause_clock(work: UnitOfWork, match: Match, until: datetime) -> None:
    """Let no time of a match run until a moment."""


def resume_clock(work: UnitOfWork, match: Match, at: datetime) -> None:
    """Let the time of a match run again from a moment on."""
