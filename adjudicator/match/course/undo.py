"""Taking steps back: how far, whether it is allowed, and whom it needs; and the list in a ruling that goes back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from adjudicator.engines.contract import Seat
from adjudicator.match.course.course import Course
from adjudicator.match.record.record import Entry, RulingEntry, SeatEntry, StepEntry, Terms, UndoEntry


class UndoFault(StrEnum):
    """Why an undo is refused."""

    OVER = "over"
    NEVER = "never"
    NO_PERSON = "no_person"
    NO_BEGINNING = "no_beginning"
    NOTHING = "nothing"
    NOT_YOURS = "not_yours"
    REVEALED = "revealed"
    SEAT = "seat"


@dataclass(frozen=True, slots=True)
class UndoRefused:
    """A refused undo; `entry` is the step or the change of a seat that stands in its way, if one does."""

    fault: UndoFault
    entry: int | None = None


def own_steps(course: Course, seat: Seat) -> tuple[StepEntry, ...]:
    """List the steps of a seat that stand and that nobody has answered: no other seat has moved and nobody has ruled
    since. If the seat is to move, they are its running turn.
    """
    others = (entry.n for entry in course.entries if entry.by != seat and _changes_board(entry))
    since = max(others, default=0)
    return tuple(step for step in map(course.step, course.line()) if step.n > since)


def is_own(course: Course, seat: Seat, to: int) -> bool:
    """Tell whether the steps behind entry `to` are all a seat's own that nobody has answered."""
    own = {step.n for step in own_steps(course, seat)}
    return {step.n for step in course.steps_between(to) or ()} <= own


def find_own_undo(course: Course, terms: Terms, seat: Seat) -> int | UndoRefused:
    """Find the entry to which a seat may go back within its running turn, and asks nobody.

    That is before the first step that it chose since the last secret came to light, or since the turn began.
    """
    if refused := _refuse_all(course, terms, seat):
        return refused
    refused = UndoRefused(UndoFault.NOTHING)
    for to in (step.n - 1 for step in own_steps(course, seat) if not step.values.forced):
        barrier = check_undo(course, terms, seat, to)
        if barrier is None:
            return to
        refused = barrier
    return refused


def find_last_turn(course: Course, seat: Seat) -> int | None:
    """Find the entry before the first step of a seat's last turn in which it had a choice; None if it had none.

    A seat goes back to it unless it names another entry.
    """
    mine = [step for step in map(course.step, course.line()) if step.by == seat]
    chosen = [step.values.turn for step in mine if not step.values.forced]
    if not chosen:
        return None
    return next(step.n for step in mine if step.values.turn == chosen[-1]) - 1


def count_turns(steps: Sequence[StepEntry], running: Seat | None) -> Counter[Seat]:
    """Count the turns of each seat among the last steps that stand, without the `running` one.

    A turn of which the server played every step, because nothing else was legal, had no clock and does not count.
    """
    turns = [(seat, list(played)) for seat, played in groupby(steps, lambda step: step.by)]
    if turns and turns[-1][0] == running:
        turns.pop()
    chosen = (seat for seat, played in turns if any(step.values.how != "forced" for step in played))
    return Counter(seat for seat in chosen if isinstance(seat, int))


def check_undo(course: Course, terms: Terms, seat: Seat, to: int) -> UndoRefused | None:
    """Tell why a seat may not take back the steps behind entry `to`, or None if it may, with consent."""
    if refused := _refuse_all(course, terms, seat):
        return refused
    steps = course.steps_between(to) if 0 <= to <= course.n else None
    if not steps:
        return UndoRefused(UndoFault.NO_BEGINNING if steps is None else UndoFault.NOTHING)
    return _barrier(course, seat, steps, to)


def _refuse_all(course: Course, terms: Terms, seat: Seat) -> UndoRefused | None:
    """Refuse whatever a seat may want to take back."""
    if course.end():
        return UndoRefused(UndoFault.OVER)
    if terms.undo == "never":
        return UndoRefused(UndoFault.NEVER)
    return None if seat in course.persons() else UndoRefused(UndoFault.NO_PERSON)


def _changes_board(entry: Entry) -> bool:
    match entry:
        case StepEntry() | UndoEntry():
            return True
        case RulingEntry():
            return entry.values.to is not None
    return False


def _barrier(course: Course, seat: Seat, steps: Sequence[StepEntry], to: int) -> UndoRefused | None:
    for step in steps:
        if step.values.revealed:
            return UndoRefused(UndoFault.REVEALED, step.n)
    # Nobody takes back another person's move, so who sat down since stands in the way.
    for entry in course.entries[to:]:
        if isinstance(entry, SeatEntry):
            return UndoRefused(UndoFault.SEAT, entry.n)
    if not any(step.by == seat and step.values.how != "forced" for step in steps):
        return UndoRefused(UndoFault.NOT_YOURS)
    return None


def undo_consent(course: Course, terms: Terms, seat: Seat, to: int) -> tuple[Seat, ...]:
    """List the seats that must agree to an undo: all other persons.

    In a match with free undo nobody is asked about steps that are the asker's own, or forced. In any match nobody is
    asked about steps of the running turn (`is_own`), which the board decides: see `entry_rules` and `verify`.
    """
    steps = course.steps_between(to) or ()
    own = all(step.by == seat or step.values.forced for step in steps)
    return () if terms.undo == "free" and own else course.others(seat)


def known_after(course: Course, to: int) -> tuple[int, ...]:
    """List the steps that would not stand after a ruling that goes back to entry `to`, but showed something.

    What they showed stays known, also that of steps which an earlier ruling took away.
    """
    standing = set(course.line(to))
    return tuple(
        entry.n
        for entry in course.entries
        if isinstance(entry, StepEntry) and entry.n not in standing and entry.values.revealed
    )


def known_now(course: Course, n: int | None = None) -> tuple[int, ...]:
    """List the steps that do not stand after entry `n`, or the last one, and showed what has not been shown again.

    What is hidden comes to light in an order: each step behind the ruling that shows something shows what the first of
    them had shown, or takes its place.
    """
    rulings = [one for one in course.entries[:n] if isinstance(one, RulingEntry) and one.values.to is not None]
    if not rulings:
        return ()
    ruling = rulings[-1]
    again = [step for step in course.line(n) if step > ruling.n and course.step(step).values.revealed]
    return ruling.values.known[len(again) :]
