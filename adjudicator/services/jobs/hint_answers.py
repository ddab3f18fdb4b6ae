"""Answers hints: the house player thinks without a lock, and its step is kept if the position is still the same."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from adjudicator.engines.contract import Level
from adjudicator.services.context import Context
from adjudicator.services.jobs.house_questions import make_question
from adjudicator.services.matches.letters.turn_letters import notify_hint
from adjudicator.services.matches.rows.hint_rows import may_ask_hint
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.thinking import Question
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.tables import Hint, Match


def answer_hints(context: Context, number: int, now: datetime) -> None:
    """Answer the hint that was asked for in a match; forget one whose position has passed."""
    with context.store.reading() as session:
        waiting = session.scalars(select(Hint).where(Hint.match_id == number, Hint.step == "")).all()
        match = session.get(Match, number)
        if match is None or not waiting:
            return
        question = _question(context, match) if any(hint.chain == match.chain for hint in waiting) else None
        seen = match.chain
    steps = context.think(question) if question else ()
    with unit_of_work(context, now) as work:
        match = work.session.scalars(select(Match).where(Match.id == number).with_for_update(of=Match)).one()
        for hint in work.session.scalars(select(Hint).where(Hint.match_id == number, Hint.step == "")):
            if hint.chain != match.chain:
                work.session.delete(hint)
            elif steps and hint.chain == seen:
                _keep(work, match, hint, steps[0])


def _question(context: Context, match: Match) -> Question | None:
    """Ask for one step of the seat to move, if it may have hints."""
    if match.to_move is None or not may_ask_hint(match, match.seats[match.to_move]):
        return None
    return make_question(context, load_match(match), Level.STRONG, purpose=b"hint", steps=1)


def _keep(work: UnitOfWork, match: Match, hint: Hint, step: str) -> None:
    hint.step = step
    seat = match.seats[match.to_move or 0]
    if hint.by_mail and seat.player_id == hint.player_id:
        notify_hint(work, load_match(match), seat, step)
