"""Stops: spans in which the clock of a turn does not run. Two at once count once."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from adjudicator.match.timekeeping.instants import FOREVER, Instant, Span


class StopKind(StrEnum):
    """The kinds of stops. An instant that several cover is named after the first."""

    HOST_PAUSE = "host_pause"
    PAUSE = "pause"
    BOUNCE = "bounce"
    OUTAGE = "outage"
    MAIL = "mail"
    WRITTEN_OFF = "written_off"
    ABSENCE = "absence"


STOPS_EVERYTHING: Final = frozenset({StopKind.HOST_PAUSE, StopKind.PAUSE, StopKind.OUTAGE})
"""Stops that also hold grace, the wait for a claim, and the other spans that are counted in elapsed days."""


class Stop(msgspec.Struct, frozen=True, array_like=True):
    """A span in which the clock does not run; `end` is None while nobody knows it."""

    kind: StopKind
    start: Instant
    end: Instant | None = None

    @property
    def span(self) -> Span:
        """The span; without a known end it lasts for ever."""
        return self.start, FOREVER if self.end is None else self.end

    def covers(self, instant: Instant) -> bool:
        """Tell whether the stop has begun and not ended at an instant."""
        begin, end = self.span
        return begin <= instant < end


def in_order(stops: Iterable[Stop]) -> tuple[Stop, ...]:
    """Sort stops by their beginning."""
    return tuple(sorted(stops, key=lambda stop: (stop.start, stop.kind)))


def list_spans(stops: Iterable[Stop], kinds: Collection[StopKind]) -> list[Span]:
    """List the spans of some kinds of stops, in order."""
    return sorted(stop.span for stop in stops if stop.kind in kinds)


def end_stops(stops: Iterable[Stop], kind: StopKind, now: Instant) -> tuple[Stop, ...]:
    """End all stops of a kind at `now`; those that would begin later are dropped."""
    return tuple(
        replace(stop, end=min(stop.span[1], now)) if stop.kind is kind else stop
        for stop in stops
        if stop.kind is not kind or stop.start < now
    )


def cut_out(stops: Iterable[Stop], kind: StopKind, taken: Span) -> tuple[Stop, ...]:
    """Take a span out of the stops of a kind."""
    left: list[Stop] = []
    for stop in stops:
        if stop.kind is kind:
            left.extend(Stop(kind, begin, end) for begin, end in subtract_span(stop.span, taken))
        else:
            left.append(stop)
    return tuple(left)


def subtract_span(span: Span, taken: Span) -> list[Span]:
    """Return the rest of a span: nothing, one span, or two."""
    parts = ((span[0], min(span[1], taken[0])), (max(span[0], taken[1]), span[1]))
    return [part for part in parts if part[0] < part[1]]
