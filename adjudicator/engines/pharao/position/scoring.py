"""Scoring: points, and whom a tie favours."""

from __future__ import annotations

from adjudicator.engines.contract import Outcome
from adjudicator.engines.pharao.position.position import Player, Position


def outcome_of(position: Position) -> Outcome | None:
    """Tell how the match ended; None while it goes on."""
    if not position.ending:
        return None
    return Outcome(rank_seats(position), position.ending.value, tuple(player.points for player in position.players))


def rank_seats(position: Position) -> tuple[int, ...]:
    """Give every seat the place that it would have if the match ended now; equal seats share one (Q6).

    More points come first, then both figures, then who had the points earlier (GOLD-TIE-1).
    """
    ranks = [
        (-player.points, not player.complete, moment_reached(player, first=position.variant.tie_time == "first_ever"))
        for player in position.players
    ]
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


def moment_reached(player: Player, *, first: bool) -> int:
    """Tell when a player came to their points: at the last change, or `first` when they had just as many (G36, Q19)."""
    if first:
        totals = ((0, 0), *player.changes)
        return next(moment for moment, points in totals if points == player.points)
    return player.changes[-1][0] if player.changes else 0
