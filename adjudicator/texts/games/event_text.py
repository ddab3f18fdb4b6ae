"""Writes a step of a list of events, and whether a plan or a habit has played it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from adjudicator.engines.contract import Seat
from adjudicator.texts.facts.letter_facts import Event
from adjudicator.texts.language.language import Language


def write_event(event: Event, seat: Seat | None, language: Language) -> str:
    """Write an event for the player at a seat, or for a spectator."""
    said, how = event.said or event.order, _tell_how(event, seat, language)
    if not how:
        return said
    return f"{said[:-1]} ({how})." if said.endswith(".") else f"{said} ({how})"


def mark_runs(events: Sequence[Event]) -> tuple[Event, ...]:
    """Let only the last of several steps of a turn tell that a plan or a habit has played them."""
    following = zip_longest(events, events[1:])
    return tuple(replace(one, by="") if _is_same(one, other) else one for one, other in following if one)


def _is_same(one: Event, other: Event | None) -> bool:
    return bool(one.by) and other is not None and (one.turn, one.seat, one.by) == (other.turn, other.seat, other.by)


def _tell_how(event: Event, seat: Seat | None, language: Language) -> str:
    own = seat is not None and event.seat == seat
    if event.by == "plan":
        return language.gettext("as planned") if own else language.gettext("planned")
    if event.by != "habit" or not own:
        return ""
    if event.ends:
        return language.gettext('your habit, which "%(line)s" ends') % {"line": event.ends}
    return language.gettext("your habit")
