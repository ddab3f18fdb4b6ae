"""Reviews of plans, on the page of a match: for their player, and for all once they are published."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.orm import Session

from adjudicator.match.plans.plan import Game
from adjudicator.services.matches.plans.plan_reviews import list_reviews
from adjudicator.services.matches.rows.record_rows import VERSION_1
from adjudicator.services.matches.view.plan_view import write_reviews
from adjudicator.store.states import MatchState
from adjudicator.texts.facts.letter_facts import ReviewedPlans
from adjudicator.web.matches.match_view import MatchView


@dataclass(frozen=True, slots=True)
class PlanReviews:
    """Reviews of plans, by seat; with the form that publishes the visitor's own."""

    plans: tuple[ReviewedPlans, ...]
    may_publish: bool


def find_reviews(session: Session, view: MatchView) -> PlanReviews | None:
    """Return the reviews of plans that a visitor may read; None without any."""
    game = Game.of(view.engine)
    if game is None or view.match.position is None or view.match.record_version == VERSION_1:
        return None
    player_id = view.visitor.player.id if view.visitor.player else None
    reviews = list_reviews(session, view.context.secret, view.match, player_id)
    own = any(one.player_id == player_id and not one.published for one in reviews)
    over = view.match.state is MatchState.FINISHED
    return PlanReviews(write_reviews(view.scene, game, reviews), may_publish=own and over) if reviews else None
