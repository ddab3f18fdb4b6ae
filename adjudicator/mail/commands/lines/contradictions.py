"""Commands of one letter that exclude each other: nobody can tell which one is meant, so none is carried out.

Several absences, grants and free times of different kinds may stand in one letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import chain, combinations

from adjudicator.mail.commands.arguments.absence_order import (
    AbsenceCancelled,
    AbsenceEnded,
    AbsenceOrder,
    AbsencePlanned,
    read_absence,
)
from adjudicator.mail.commands.arguments.free_times_order import read_free_times
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.errors import AbsenceFault, FreeTimesFault

SETTINGS = frozenset(
    {
        *("language", "layout", "zone", "o_means", "absences", "away_letters"),
        *("remind", "quiet", "calendar", "turns", "letters"),
    }
)
"""Commands with an argument of which only one can hold."""
OPPOSITES = (
    frozenset({"stop", "start"}),
    frozenset({"stop", "letters"}),
    frozenset({"start", "letters"}),
    frozenset({"claim", "grant"}),
    frozenset({"pause", "resume"}),
)
ANSWERS = frozenset({"agree", "refuse", "withdraw"})
"""Answers to a proposal; those with different numbers are about different ones."""


def find_contradictions(commands: Sequence[GivenCommand], today: date) -> list[list[GivenCommand]]:
    """Group the commands that exclude each other, each in one group; `today` is the date in the writer's zone."""
    groups: list[list[GivenCommand]] = []
    for one, other in combinations(commands, 2):
        if _exclude(one, other, today):
            joined = [group for group in groups if one in group or other in group]
            together = [one, other, *chain.from_iterable(joined)]
            groups = [group for group in groups if group not in joined]
            groups.append([given for given in commands if given in together])
    return sorted(groups, key=lambda group: commands.index(group[0]))


def _exclude(one: GivenCommand, other: GivenCommand, today: date) -> bool:
    names = {one.command.name, other.command.name}
    if names in OPPOSITES:
        return True
    if names <= ANSWERS:
        return len(names) > 1 and one.argument == other.argument
    if names == {"absence"}:
        return _exclude_absences(one.argument, other.argument, today)
    if names == {"off"}:
        return _exclude_free_times(one.argument, other.argument)
    settled = {one.argument.casefold(), other.argument.casefold()}
    return len(names) == 1 and names <= SETTINGS and len(settled) > 1 and "" not in settled


def _exclude_absences(one: str, other: str, today: date) -> bool:
    """Two absences with the same beginning and different ends, or one that is entered and taken back."""
    try:
        first, second = (read_absence(text, today) for text in (one, other))
    except AbsenceFault:
        return False  # answered for itself
    planned = [order for order in (first, second) if isinstance(order, AbsencePlanned)]
    if len(planned) > 1:
        return _begins(planned[0], today) == _begins(planned[1], today) and planned[0].last != planned[1].last
    return bool(planned) and any(_takes_back(order, planned[0], today) for order in (first, second))


def _takes_back(order: AbsenceOrder, planned: AbsencePlanned, today: date) -> bool:
    if isinstance(order, AbsenceEnded):
        return _begins(planned, today) <= today
    return isinstance(order, AbsenceCancelled) and _begins(planned, today) <= order.day <= planned.last


def _begins(planned: AbsencePlanned, today: date) -> date:
    return planned.first or today


def _exclude_free_times(one: str, other: str) -> bool:
    """Two orders that set the same kind of free time to different values."""
    try:
        kinds = list(zip(_kinds(one), _kinds(other), strict=True))
    except FreeTimesFault:
        return False
    return any(first is not None and second is not None and first != second for first, second in kinds)


def _kinds(text: str) -> Iterator[object]:
    order = read_free_times(text)
    yield from (order.days, order.night, order.holidays)
