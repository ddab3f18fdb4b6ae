"""Commands of one letter that exclude each other: nobody can tell which one is meant, so none is carried out.

Several absences, grants and free times of different kinds may stand in one letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain, combinations

from adjudicator.mail.commands.arguments.absence_order import (
    AbsenceCancelled,
    AbsenceEnded,
    AbsenceOrder,
    AbsencePlanned,
    read_absence,
)
from adjudicator.mail.commands.arguments.digest_order import read_digest_order
from adjudicator.mail.commands.arguments.free_times_order import read_free_times
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.words.reply_words import ALWAYS
from adjudicator.mail.errors import AbsenceFault, DigestFault, FreeTimesFault
from adjudicator.mail.text.text_fold import fold_line

SETTINGS = frozenset(
    {
        *("language", "layout", "zone", "o_means", "absences", "away_letters"),
        *("remind", "quiet", "calendar", "turns", "letters", "name", "public_name", "memo"),
    }
)
"""Commands with an argument of which only one can hold."""
OPPOSITES = (
    frozenset({"stop", "start"}),
    frozenset({"stop", "letters"}),
    frozenset({"start", "letters"}),
    frozenset({"claim", "grant"}),
    frozenset({"pause", "resume"}),
    frozenset({"offer draw", "resign"}),
    frozenset({"offer draw", "claim"}),
    frozenset({"offer draw", "refuse"}),
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
    if len(names) > 1:
        return False
    if names == {"absence"}:
        return _exclude_absences(one.argument, other.argument, today)
    exclude = _EXCLUDE.get(one.command.name)
    return exclude is not None and exclude(one.argument, other.argument)


def _exclude_settings(one: str, other: str) -> bool:
    return one.casefold() != other.casefold() and bool(one and other)


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


def _exclude_digests(one: str, other: str) -> bool:
    """Two digests that name the same thing differently, or one that is off beside another one."""
    try:
        first, second = (read_digest_order(text) for text in (one, other))
    except DigestFault:
        return False  # answered for itself
    if first.off or second.off:
        return first != second
    both = ((first.minute, second.minute), (first.days, second.days), (first.boards, second.boards))
    return any(None not in pair and pair[0] != pair[1] for pair in both)


def _exclude_switches(one: str, other: str) -> bool:
    """Two different values for the same matches: this one, or all."""
    (always, value), (also_always, rival) = (_split_always(text) for text in (one, other))
    return always is also_always and value != rival and "" not in (value, rival)


def _split_always(text: str) -> tuple[bool, str]:
    words = fold_line(text).split()
    value = " ".join(word for word in words if word not in ALWAYS)
    return len(value.split()) < len(words), value


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


_EXCLUDE: Mapping[str, Callable[[str, str], bool]] = {
    **dict.fromkeys(SETTINGS, _exclude_settings),
    "off": _exclude_free_times,
    "digest": _exclude_digests,
    "confirm orders": _exclude_switches,
    "delay": _exclude_switches,
}
"""Do two arguments of the same command exclude each other?"""
