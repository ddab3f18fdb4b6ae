"""What became of a player's plans, turn by turn: what was played, and which lines were not.

Only they see it, on their page of the match, until they publish it after the end. It is sealed like a plan, and the
text names match and player. A row is one turn, as the ruling that asks a plan writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec
from sqlalchemy import CursorResult, or_, select, update
from sqlalchemy.orm import Session

from adjudicator.codec import Codec
from adjudicator.match.plans.firing import PLAYING, Firing, Status
from adjudicator.match.plans.plan import NO_PLAN, Plan
from adjudicator.match.plans.plan_codec import dump_plan, load_plan
from adjudicator.services.matches.rows.sealed_text import open_sealed, seal_text
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match, PlanReview, Seat


@dataclass(frozen=True, slots=True)
class Review:
    """What became of a plan in one turn. `status` is None if it was dropped because moves were taken back."""

    player_id: int
    seat: int
    turn: int
    status: Status | None
    fired: Plan = NO_PLAN
    """The line that was played."""
    missed: Plan = NO_PLAN
    """The lines that were not."""
    published: bool = False


class _Stored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    match: int
    player: int
    seat: int
    turn: int
    status: Status | None
    fired: msgspec.Raw
    missed: msgspec.Raw


_STORED: Codec[_Stored] = Codec(_Stored)


def keep_review(work: UnitOfWork, seat: Seat, turn: int, plan: Plan, firing: Firing | None) -> None:
    """Keep what became of the plan that a seat had in a turn; without a firing, it was dropped."""
    node = firing.node if firing and firing.status in PLAYING else None
    fired = Plan((replace(node, below=()),)) if node else NO_PLAN
    missed = Plan(tuple(one for one in plan.nodes if one.when != node.when)) if node else plan
    if seat.player_id is None:
        return
    stored = _Stored(
        match=seat.match_id,
        player=seat.player_id,
        seat=seat.number,
        turn=turn,
        status=firing.status if firing else None,
        fired=msgspec.Raw(dump_plan(fired)),
        missed=msgspec.Raw(dump_plan(missed)),
    )
    sealed = seal_text(work.context.secret, stored)
    work.session.add(PlanReview(match_id=seat.match_id, player_id=seat.player_id, sealed=sealed))


def list_reviews(session: Session, secret: bytes, match: Match, player_id: int | None) -> Sequence[Review]:
    """List what a visitor may read: what became of their own plans, and of those that are published."""
    query = select(PlanReview).where(
        PlanReview.match_id == match.id, or_(PlanReview.player_id == player_id, PlanReview.published)
    )
    rows = sorted(session.scalars(query), key=lambda row: row.id)  # few; PostgreSQL would walk the key of the table
    return [review for row in rows if (review := _read(secret, row))]


def find_planners(session: Session, match: Match) -> frozenset[int]:
    """Find the players whose plans were asked in a match and are not published."""
    query = select(PlanReview.player_id).where(PlanReview.match_id == match.id, ~PlanReview.published).distinct()
    return frozenset(session.scalars(query))


def publish_plans(work: UnitOfWork, match: Match, player_id: int) -> int:
    """Let everybody read what became of a player's plans in a match; return how many turns that are."""
    own = PlanReview.match_id == match.id, PlanReview.player_id == player_id
    done = work.session.execute(update(PlanReview).where(*own).values(published=True))
    return done.rowcount if isinstance(done, CursorResult) else 0


def _read(secret: bytes, row: PlanReview) -> Review | None:
    text = open_sealed(secret, row.sealed)
    if text is None:
        return None
    stored = _STORED.read(text)
    if (stored.match, stored.player) != (row.match_id, row.player_id):
        return None
    fired, missed = (load_plan(bytes(one)) for one in (stored.fired, stored.missed))
    return Review(stored.player, stored.seat, stored.turn, stored.status, fired, missed, row.published)
