"""Scoring: points, and whom a tie favours."""

from __future__ import annotations

from adjudicator.engines.contract import Outcome
from adjudicator.engines.pharao.position import Player, Position


def outcome(position: Position) -> Outcome | None:
    """Tell how the match ended: more points first, then who has both figures, then who had the points earlier."""
    if not position.ending:
        return None
    return Outcome(places(position), position.ending, tuple(player.points for player in position.players))


def places(position: Position) -> tuple[int, ...]:
    """Give every seat the place that it would have if the match ended now."""
    ranks = [
        (-player.points, not player.complete, reached(player, first=position.variant.tie_time == "first_ever"))
        for player in position.players
    ]
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


def reached(player: Player, *, first: bool) -> int:
    """Tell at which moment a player came to his points: at their last change, or when he first had just so many."""
    if first:
        totals = ((0, 0), *player.changes)
        return next(moment for moment, points in totals if points == player.points)
    return player.changes[-1][0] if player.changes else 0
