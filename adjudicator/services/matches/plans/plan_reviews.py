"""Reviews of a player's plans, turn by turn: which lines were played, and which were not.

Only they see it, on their page of the match, until they publish it after the end. It is sealed like a plan, and the
text names match and player. A row is one turn, as the ruling that asks a plan writes it; or the plan itself, as it was
when the match ended (`rows.match_ending`): its lines were not asked any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec
from sqlalchemy import CursorResult, Select, or_, select, update
from sqlalchemy.orm import Session

from adjudicator.codec import Codec
from adjudicator.match.plans.firing import PLAYING, Firing, Status
from adjudicator.match.plans.plan import NO_PLAN, Plan
from adjudicator.match.plans.plan_codec import dump_plan, load_plan
from adjudicator.services.matches.plans.sealed_plans import parse_plan
from adjudicator.services.matches.rows.sealed_text import open_sealed, seal_text
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match, PlanReview, Seat


@dataclass(frozen=True, slots=True)
class Review:
    """Result of a plan in one turn. `status` is None if it was dropped because moves were taken back."""

    player_id: int
    seat: int
    turn: int | None
    """None for lines that were not asked any more when the match ended."""
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
    """Keep the result of the plan that a seat had in a turn; without a firing, it was dropped."""
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
    """List the reviews that a visitor may read: those of their own plans, and those that are published."""
    query = select(PlanReview).where(
        PlanReview.match_id == match.id, or_(PlanReview.player_id == player_id, PlanReview.published)
    )
    rows = sorted(session.scalars(query), key=lambda row: row.id)  # few; PostgreSQL would walk the key of the table
    return [review for row in rows if (review := _read(secret, row))]


def find_unasked(session: Session, secret: bytes, match: Match, player_id: int) -> Review | None:
    """Find the plan that a player had when the match ended."""
    row = session.scalars(_rows_of(match, player_id).order_by(PlanReview.id.desc()).limit(1)).first()
    review = _read(secret, row) if row is not None else None
    return review if review is not None and review.turn is None else None


def find_planners(session: Session, secret: bytes, match: Match) -> frozenset[int]:
    """Find the players who have something to publish in a match."""
    rows = session.scalars(select(PlanReview).where(PlanReview.match_id == match.id, ~PlanReview.published))
    found: set[int] = set()
    for row in rows:
        if row.player_id not in found and _read(secret, row) is not None:
            found.add(row.player_id)
    return frozenset(found)


def publish_plans(work: UnitOfWork, match: Match, player_id: int) -> int:
    """Let everybody read the result of a player's plans in a match; return how many turns that are."""
    own = PlanReview.match_id == match.id, PlanReview.player_id == player_id
    done = work.session.execute(update(PlanReview).where(*own).values(published=True))
    return done.rowcount if isinstance(done, CursorResult) else 0


def _rows_of(match: Match, player_id: int) -> Select[PlanReview]:
    return select(PlanReview).where(PlanReview.match_id == match.id, PlanReview.player_id == player_id)


def _read(secret: bytes, row: PlanReview) -> Review | None:
    text = open_sealed(secret, row.sealed)
    if text is None:
        return None
    if (unasked := parse_plan(text)) is not None:
        its_own = (unasked.match, unasked.player) == (row.match_id, row.player_id)
        if not its_own or not unasked.plan:
            return None
        return Review(unasked.player, unasked.seat, None, None, missed=unasked.plan, published=row.published)
    stored = _STORED.read(text)
    if (stored.match, stored.player) != (row.match_id, row.player_id):
        return None
    fired, missed = (load_plan(bytes(one)) for one in (stored.fired, stored.missed))
    return Review(stored.player, stored.seat, stored.turn, stored.status, fired, missed, row.published)
