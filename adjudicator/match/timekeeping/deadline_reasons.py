"""Reasons of a deadline: every hour that it leaves out, named once."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from adjudicator.match.timekeeping.free_times import list_days_off, list_free_times
from adjudicator.match.timekeeping.instants import Instant, Seconds, Span
from adjudicator.match.timekeeping.stops import StopKind, list_spans, subtract_span
from adjudicator.match.timekeeping.turn_clock import (
    Turn,
    close_stops,
    count_lift_to_come,
    find_deadline,
    find_zone_span,
)
from adjudicator.match.timekeeping.walk import join_spans


class ReasonKind(StrEnum):
    """Why a deadline is later than the budget alone, in the order in which instants are named."""

    HOST_PAUSE = "host_pause"
    PAUSE = "pause"
    BOUNCE = "bounce"
    OUTAGE = "outage"
    MAIL = "mail"
    WRITTEN_OFF = "written_off"
    ABSENCE = "absence"
    HOLIDAY = "holiday"
    WEEKEND = "weekend"
    NIGHT = "night"
    GRANT = "grant"
    ROUNDING = "rounding"
    ZONE = "zone"


class Reason(msgspec.Struct, frozen=True):
    """Time that a deadline leaves out, or that was given; `span` is None for a reason that is no span."""

    kind: ReasonKind
    seconds: Seconds
    span: Span | None = None


def explain_deadline(turn: Turn) -> list[Reason]:
    """Explain the deadline of a turn; nothing without one."""
    deadline = find_deadline(turn)
    if deadline is None or turn.budget is None:
        return []
    unnamed = [(turn.since, deadline)]
    reasons: list[Reason] = []
    for kind, spans in _spans_by_kind(turn, deadline):
        # The credit for a zone is elapsed time: no free time stops it.
        if kind is ReasonKind.HOLIDAY and (credited := find_zone_span(turn)) is not None:
            unnamed = [part for other in unnamed for part in subtract_span(other, credited)]
        for span in spans:
            named = [part for other in unnamed for part in _overlap(other, span)]
            reasons += [Reason(kind, end - begin, (begin, end)) for begin, end in named]
            unnamed = [part for other in unnamed for part in subtract_span(other, span)]
    budget = turn.budget + turn.lifted + count_lift_to_come(turn)
    rounding = (
        deadline - turn.since - budget - turn.granted - turn.zone_credit - sum(reason.seconds for reason in reasons)
    )
    given = ((ReasonKind.GRANT, turn.granted), (ReasonKind.ROUNDING, rounding), (ReasonKind.ZONE, turn.zone_credit))
    return [*reasons, *(Reason(kind, seconds) for kind, seconds in given if seconds)]


def _spans_by_kind(turn: Turn, deadline: Instant) -> list[tuple[ReasonKind, list[Span]]]:
    closed = close_stops(turn)
    found: list[tuple[ReasonKind, list[Span]]] = []
    for kind in StopKind:
        spans = list_spans(closed, {kind})
        if kind is StopKind.ABSENCE:
            spans = sorted((*spans, *turn.automatic))
        found.append((ReasonKind(kind.value), list(join_spans(spans, None, turn.since)) if spans else []))
    kinds = (ReasonKind.HOLIDAY, ReasonKind.WEEKEND, ReasonKind.NIGHT)
    for reason, calendar in zip(kinds, list_days_off(turn.calendar), strict=True):
        free = []
        for span in list_free_times(calendar, turn.since):
            if span[0] >= deadline:
                break
            free.append(span)
        found.append((reason, free))
    return found


def _overlap(one: Span, other: Span) -> list[Span]:
    begin, end = max(one[0], other[0]), min(one[1], other[1])
    return [(begin, end)] if begin < end else []
