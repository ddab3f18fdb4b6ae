"""Walks over stops and free times: when is a budget used up, and how much was used?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import merge

from adjudicator.match.timekeeping.free_times import Calendar, list_free_times
from adjudicator.match.timekeeping.instants import FOREVER, Instant, Seconds, Span


def walk_budget(
    start: Instant, budget: Seconds, stops: Sequence[Span] = (), calendar: Calendar | None = None
) -> Instant:
    """Return the first instant at which `budget` is used up. `stops` are in order; `FOREVER` if it never is."""
    if budget <= 0:
        return start
    at, left = start, budget
    for begin, end in join_spans(stops, calendar, start):
        if begin > at:
            if begin - at >= left:
                break
            left -= begin - at
        at = max(at, end)
        if at >= FOREVER:
            return FOREVER
    return at + left


def count_used(start: Instant, now: Instant, stops: Sequence[Span] = (), calendar: Calendar | None = None) -> Seconds:
    """Count the seconds between two instants that no stop and no free time covers. `stops` are in order."""
    if now <= start:
        return 0
    used = now - start
    for begin, end in join_spans(stops, calendar, start):
        if begin >= now:
            break
        used -= max(0, min(end, now) - max(begin, start))
    return used


def move_out(instant: Instant, stops: Sequence[Span] = (), calendar: Calendar | None = None) -> Instant:
    """Return the first instant from `instant` on that lies within no stop and no free time.

    The beginning of a stop does not lie within it: a day that ends when the weekend begins is over then.
    """
    for begin, end in join_spans(stops, calendar, instant - 1):
        if begin >= instant:
            break
        if end > instant:
            return end
    return instant


def join_spans(stops: Sequence[Span], calendar: Calendar | None, begin: Instant) -> Iterable[Span]:
    """Join stops, in order of their beginning, and free times into spans that neither overlap nor touch."""
    free = () if calendar is None else list_free_times(calendar, begin)
    return _join(stops, free) if stops else free


def _join(stops: Sequence[Span], free: Iterable[Span]) -> Iterator[Span]:
    spans = merge(stops, free)
    begun, ended = next(spans)
    for begin, end in spans:
        if begin > ended:
            yield begun, ended
            begun, ended = begin, end
        elif end > ended:
            ended = end
        if ended >= FOREVER:
            break
    yield begun, ended
