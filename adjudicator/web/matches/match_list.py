"""Lists of matches."""

from __future__ import annotations

from sqlalchemy.orm import Session

from adjudicator.services.matches.view import match_summary
from adjudicator.services.matches.view.match_summary import MatchSummary
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from adjudicator.web.matches import page_queries
from adjudicator.web.matches.match_view import MatchView
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import Visitor


def summarize_match(match: Match, who: Visitor) -> MatchSummary:
    """Summarize a match for a visitor."""
    return match_summary.summarize_match(MatchView(app_context.context(), who, match, who.seat_at(match)).scene)


def own_matches(session: Session, who: Visitor) -> list[MatchSummary]:
    """List a player's matches: those that wait for them first, finished ones last."""
    if who.player is None:
        return []
    own = [summarize_match(match, who) for match in page_queries.matches_of_player(session, who.player.id)]
    order = (MatchState.RUNNING, MatchState.INVITING, MatchState.FINISHED)
    return sorted(own, key=lambda one: (not one.mine, order.index(one.state)))
