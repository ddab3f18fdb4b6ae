"""The entry to which a seat goes back unless it names another."""

from __future__ import annotations

from adjudicator.engines.contract import Seat
from adjudicator.match.course.course import Course


def default_undo(course: Course, seat: Seat) -> int | None:
    """Find the entry to go back to: before the first step of the seat's last turn in which it had a choice."""
    mine = [step for step in map(course.step, course.line()) if step.by == seat]
    chosen = [step.values.turn for step in mine if not step.values.forced]
    if not chosen:
        return None
    return next(step.n for step in mine if step.values.turn == chosen[-1]) - 1
