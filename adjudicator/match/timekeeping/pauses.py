"""Pauses of a match: agreed by its players, or ordered by the host."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from adjudicator.match.timekeeping.clock_errors import ClockRefusal, Why
from adjudicator.match.timekeeping.instants import DAY, FOREVER, HOUR, Instant, Seconds
from adjudicator.match.timekeeping.stops import Stop, StopKind, end_stops, list_spans
from adjudicator.match.timekeeping.walk import join_spans

LONGEST_PAUSE: Final[Seconds] = 60 * DAY
AGREED_PAUSES: Final = 3
"""How many a match may have; one that a player ended early does not count."""
NOTICE: Final[Seconds] = 48 * HOUR


class Pauses(msgspec.Struct, frozen=True, omit_defaults=True):
    """The pauses of a match that have not ended, and how many were agreed."""

    stops: tuple[Stop, ...] = ()
    agreed: int = 0
    resumed: bool = False
    """Somebody asked to go on: the agreed pause that runs ends after notice."""
    ended: tuple[Stop, ...] = ()
    """Earlier pauses: a seat that waits for somebody counts its days without them."""


def agree_pause(pauses: Pauses, until: Instant, now: Instant, allowed: int = AGREED_PAUSES) -> tuple[Pauses, Stop]:
    """Begin a pause to which the players agreed; a match allows so many. Raises `ClockRefusal`."""
    if until <= now:
        raise ClockRefusal(Why.PAST)
    if until - now > LONGEST_PAUSE:
        raise ClockRefusal(Why.TOO_LONG)
    if pauses.agreed >= allowed:
        raise ClockRefusal(Why.PAUSED_ENOUGH)
    stop = Stop(StopKind.PAUSE, now, until)
    return _with_stops(pauses, (*_running(pauses, now), stop), now, agreed=pauses.agreed + 1, resumed=False), stop


def resume_after_notice(pauses: Pauses, now: Instant) -> tuple[Pauses, Instant]:
    """End the agreed pause 48 hours from now, or at its day if that is sooner; return when. Raises `ClockRefusal`."""
    running = [stop for stop in pauses.stops if stop.kind is StopKind.PAUSE and stop.covers(now)]
    if not running:
        raise ClockRefusal(Why.NO_PAUSE)
    end = min(now + NOTICE, max(stop.span[1] for stop in running))
    agreed = pauses.agreed - (0 if pauses.resumed else 1)
    stops = end_stops(_running(pauses, now), StopKind.PAUSE, end)
    return _with_stops(pauses, stops, now, agreed=agreed, resumed=True), end


def pause_by_host(pauses: Pauses, until: Instant | None, now: Instant) -> tuple[Pauses, Stop]:
    """Begin a pause of the host, in place of one that runs. Raises `ClockRefusal`."""
    if until is not None and until <= now:
        raise ClockRefusal(Why.PAST)
    stop = Stop(StopKind.HOST_PAUSE, now, until)
    others = (other for other in _running(pauses, now) if other.kind is not StopKind.HOST_PAUSE)
    return _with_stops(pauses, (*others, stop), now), stop


def resume_by_host(pauses: Pauses, now: Instant) -> Pauses:
    """End the host's pause at once. Raises `ClockRefusal`."""
    running = _running(pauses, now)
    others = tuple(stop for stop in running if stop.kind is not StopKind.HOST_PAUSE)
    if len(others) == len(running):
        raise ClockRefusal(Why.NO_PAUSE)
    return _with_stops(pauses, others, now)


def find_pause_end(pauses: Pauses, now: Instant) -> Instant | None:
    """Return when the next pause ends by itself; None if none does."""
    ends = [
        end
        for kind in (StopKind.PAUSE, StopKind.HOST_PAUSE)
        if (spans := list_spans(pauses.stops, {kind}))
        for _, end in join_spans(spans, None, now)
        if now < end < FOREVER
    ]
    return min(ends, default=None)


def is_paused(pauses: Pauses, now: Instant) -> bool:
    """Tell whether any pause runs."""
    return any(stop.covers(now) for stop in pauses.stops)


def settle_pauses(pauses: Pauses, now: Instant) -> tuple[Pauses, tuple[Stop, ...]]:
    """Put the pauses that are over by now among the earlier ones, and return them: each is told once."""
    over = tuple(stop for stop in pauses.stops if stop.span[1] <= now)
    return (_with_stops(pauses, _running(pauses, now), now), over) if over else (pauses, ())


def _with_stops(pauses: Pauses, stops: tuple[Stop, ...], now: Instant, **changes: int) -> Pauses:
    """Set the pauses that run; those that have ended, or end now, are kept beside them."""
    gone = tuple(stop for stop in pauses.stops if stop not in stops and stop.start < now)
    ended = tuple(replace(stop, end=min(stop.span[1], now)) for stop in gone)
    return replace(pauses, stops=stops, ended=(*pauses.ended, *ended), **changes)


def _running(pauses: Pauses, now: Instant) -> tuple[Stop, ...]:
    return tuple(stop for stop in pauses.stops if stop.span[1] > now)
