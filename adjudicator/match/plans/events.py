"""Events of a match that plans ask about: who played which steps, and the secrets that came to light."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adjudicator.engines.contract import Revealed, Seat
from adjudicator.match.plans.plan import Game, Steps
from adjudicator.match.rulings.table import Played


@dataclass(frozen=True, slots=True)
class Event:
    """A step that was played. `n` is its number in the record; steps that were undone are no events."""

    n: int
    seat: Seat
    turn: int
    step: str
    chosen: bool = True
    """Whether it was more than the only legal step."""
    great: bool = False
    """Whether it brought a great secret to light."""


def make_events(game: Game, played: Iterable[Played], after: int) -> tuple[Event, ...]:
    """Make events of steps that were just played; `after` is the number of the last entry before them."""
    return tuple(
        Event(
            n=n,
            seat=entry.seat,
            turn=entry.turn,
            step=entry.step,
            chosen=not entry.forced,
            great=game.planner.weigh(entry.revealed, entry.notes) is Revealed.GREAT,
        )
        for n, entry in enumerate(played, after + 1)
    )


def turns_of_others(events: Sequence[Event], seat: Seat) -> tuple[tuple[Seat, Steps], ...]:
    """List the turns of the others since the last one in which a seat decided something, whoever played them."""
    own = max((at for at, event in enumerate(events) if event.seat == seat and event.chosen), default=-1)
    turns: dict[tuple[int, Seat], list[str]] = {}
    for event in events[own + 1 :]:
        if event.seat != seat:
            turns.setdefault((event.turn, event.seat), []).append(event.step)
    return tuple((other, tuple(steps)) for (_, other), steps in turns.items())
