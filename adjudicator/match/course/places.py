"""The result of a match: a place for each seat, and for each person a rank and the weight of the match for them.

A seat is left if nobody has sat down since its player left for good; else it stayed. Seats that stayed come first, in
the order of the game's own places. Seats that were left stand behind them, those that were left later before the
others: nobody wins by another's absence, and nobody loses a place by the house that sits on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adjudicator.engines.contract import Outcome, Seat
from adjudicator.match.course.course import Course, Sitting
from adjudicator.match.record.record import Cause, Counts, EndValues, Person

Standing = tuple[int, int]
"""Where somebody stands, for comparison: smaller is better."""


@dataclass(frozen=True, slots=True)
class Ending:
    """An end that is not recorded yet. `seat`: whose deed it was; `awarded`: the places that a host gave."""

    cause: Cause
    seat: Seat | None = None
    outcome: Outcome | None = None
    awarded: tuple[int, ...] = ()
    agreed: tuple[Seat, ...] = ()
    because: str | None = None


def end_values(course: Course, ending: Ending, turns: Mapping[int, int]) -> EndValues:
    """Compute the values of the next entry, the end.

    `turns`: the turn that was running at each entry in which somebody left, and at the end itself.
    """
    left = {seat: turns[entry] for seat, entry in _left(course, ending).items()}
    places = _places(course, ending, left)
    return EndValues(
        cause=ending.cause,
        reason=ending.outcome.reason if ending.cause == "rules" and ending.outcome else ending.cause,
        seat=ending.seat,
        places=places,
        scores=ending.outcome.scores if ending.cause == "rules" and ending.outcome else (),
        people=_people(course, ending, places, turns),
        agreed=ending.agreed,
        because=ending.because,
    )


def place_seats(left: Sequence[int | None], merits: Sequence[int]) -> tuple[int, ...]:
    """Place seats: `left` has the turn in which a seat was left (None: it stayed), `merits` the game's places."""
    standings = [(0, merit) if turn is None else (1, -turn) for turn, merit in zip(left, merits, strict=True)]
    return _places_of(standings)


def _places_of(standings: Sequence[Standing]) -> tuple[int, ...]:
    return tuple(1 + sum(other < standing for other in standings) for standing in standings)


def _deserter(ending: Ending) -> Seat | None:
    """Name the seat whose player leaves by this end: the last one who resigned or was late."""
    return ending.seat if ending.cause in ("resigned", "time") else None


def _left(course: Course, ending: Ending) -> dict[Seat, int]:
    """Map the seats that are left to the entries in which they were; the last player leaves by the end itself."""
    left = {number: seating.left for number, seating in enumerate(course.seatings()) if seating.left is not None}
    deserter = _deserter(ending)
    return left if deserter is None else {**left, deserter: course.n + 1}


def _places(course: Course, ending: Ending, left: Mapping[Seat, int]) -> tuple[int, ...]:
    match ending.cause:
        case "annulled":
            return ()
        case "awarded":
            return ending.awarded
        case "rules" if ending.outcome:
            merits: Sequence[int] = ending.outcome.places
        case _:
            merits = (1,) * course.seats
    return place_seats([left.get(seat) for seat in range(course.seats)], merits)


@dataclass(frozen=True, slots=True)
class _Row:
    """One person of the result before they are ranked."""

    sitting: Sitting
    left: int | None
    counts: Counts
    standing: Standing

    @property
    def rival(self) -> bool:
        """Tell whether others are ranked behind this one: who counts in full or to gain, and a house that stayed."""
        return self.counts in ("full", "gain") or (self.sitting.holder.kind == "house" and self.left is None)

    @property
    def ranked(self) -> bool:
        """Tell whether this one has a rank."""
        return self.rival or self.counts == "loss"


def _people(course: Course, ending: Ending, places: Sequence[int], turns: Mapping[int, int]) -> tuple[Person, ...]:
    rows = [
        _row(course, ending, sitting, places, turns)
        for sitting in sorted(course.sittings, key=lambda sitting: (sitting.sat_down, sitting.seat))
    ]
    rivals = [row.standing for row in rows if row.rival]
    return tuple(
        Person(
            seat=row.sitting.seat,
            id=row.sitting.holder.id,
            sat_down=row.sitting.sat_down,
            left=row.left,
            counts=row.counts,
            rank=1 + sum(other < row.standing for other in rivals) if row.ranked and places else None,
        )
        for row in rows
    )


def _row(course: Course, ending: Ending, sitting: Sitting, places: Sequence[int], turns: Mapping[int, int]) -> _Row:
    left = sitting.left
    if left is None and sitting.seat == _deserter(ending):
        left = course.n + 1
    place = places[sitting.seat] if places else 0
    empty = sitting.left is not None and course.seatings()[sitting.seat].left == sitting.left
    # Who left stands behind all others, even if a stand-in won with their seat; but an award is for an empty seat too.
    if left is None or sitting.why == "handed" or (ending.cause == "awarded" and empty):
        return _Row(sitting, left, how_it_counts(sitting, left), (0, place))
    return _Row(sitting, left, how_it_counts(sitting, left), (1, -turns[left]))


def how_it_counts(sitting: Sitting, left: int | None) -> Counts:
    """Tell how a seat's result counts for one of its players: in full, only to their good or harm, or not at all.

    `left`: the entry in which they left, if they did, be it by the end itself.
    """
    if sitting.holder.kind == "house" or sitting.why == "excused":
        return "no"
    if sitting.sat_down == 0:
        return "loss" if sitting.why == "handed" else "full"
    return "gain" if left is None else "no"
