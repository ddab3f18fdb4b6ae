"""The arguments of `remind` and `quiet` in five languages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.commands.arguments.quiet_order import format_quiet, read_quiet
from adjudicator.mail.commands.arguments.reminders_order import (
    NO_REMINDERS,
    RemindersOrder,
    format_reminders,
    read_reminders,
)
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.errors import QuietFault, RemindersFault

USUAL = RemindersOrder(usual=True)
TIMES = st.lists(st.integers(1, 720), min_size=1, max_size=4, unique=True).map(
    lambda hours: tuple(timedelta(hours=one) for one in sorted(hours, reverse=True))
)
HOURS = st.tuples(st.integers(0, 23), st.integers(1, 12)).map(lambda span: (span[0], (span[0] + span[1]) % 24))


def before(*hours: int) -> RemindersOrder:
    return RemindersOrder(tuple(timedelta(hours=one) for one in hours))


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("remind 3d 1d 4h", before(72, 24, 4)),
        ("remind me 4h, 1 day and 3 days before", before(72, 24, 4)),
        ("erinnere mich 2 Tage und 6 Std. vorher", before(48, 6)),
        ("erinnere 1 Woche", before(168)),
        ("rappelle-moi 3 jours, 12 heures avant", before(72, 12)),
        ("ricordami 2 giorni e 3 ore prima", before(48, 3)),
        ("herinner me 2 dagen en 5 uur vooraf", before(48, 5)),
        ("remind usual", USUAL),
        ("erinnere wie üblich", USUAL),
        ("rappelle comme d'habitude", USUAL),
        ("ricorda solito", USUAL),
        ("herinner gewoon", USUAL),
        ("remind none", NO_REMINDERS),
        ("erinnere nie", NO_REMINDERS),
        ("rappeler jamais", NO_REMINDERS),
        ("ricorda mai", NO_REMINDERS),
        ("herinner nooit", NO_REMINDERS),
    ],
)
def test_reminders_are_read_as_people_write_them(line: str, order: RemindersOrder) -> None:
    given_line = read_line(line, "match")
    assert given_line is not None
    assert read_reminders(given_line.argument) == order


@pytest.mark.parametrize(
    ("text", "reason", "right"),
    [
        ("", "nothing", "3d 1d 4h"),
        ("40d", "too_early", "30d"),
        ("40d 1d", "too_early", "30d 1d"),
        ("0h", "too_late", "1h"),
        ("1d 1d", "twice", "1d"),
        ("1d 24h 2h", "twice", "1d 2h"),
        ("5d 4d 3d 2d 1d", "too_many", "5d 4d 3d 2d"),
        ("3", "no_unit", "3d"),
        ("3x", "unreadable", "3d 1d 4h"),
        ("soon", "unreadable", "3d 1d 4h"),
        ("9" * 200, "unreadable", "3d 1d 4h"),
    ],
)
def test_what_are_no_reminders_is_refused_with_what_would_be_right(text: str, reason: str, right: str) -> None:
    with pytest.raises(RemindersFault) as found:
        read_reminders(text)
    assert (found.value.reason, found.value.right[0]) == (reason, right)
    assert read_reminders(right) != NO_REMINDERS


@given(TIMES.map(RemindersOrder) | st.sampled_from((USUAL, NO_REMINDERS)))
def test_reminders_are_written_as_they_are_read(order: RemindersOrder) -> None:
    assert read_reminders(format_reminders(order)) == order


@pytest.mark.parametrize(
    ("line", "hours"),
    [
        ("quiet 22-7", (22, 7)),
        ("quiet hours 10 pm to 7 am", (22, 7)),
        ("Ruhe von 22 bis 7 Uhr", (22, 7)),
        ("Ruhezeit 22:00-7:00", (22, 7)),
        ("silence de 22h à 7h", (22, 7)),
        ("silenzio dalle 22 alle 7", (22, 7)),
        ("stilte van 22 tot 7 uur", (22, 7)),
        ("rust 0-8", (0, 8)),
        ("quiet 8-20", (8, 20)),
        ("quiet none", None),
        ("Ruhe aus", None),
        ("silence aucun", None),
        ("silenzio nessuno", None),
        ("stilte geen", None),
    ],
)
def test_quiet_hours_are_read_as_people_write_them(line: str, hours: tuple[int, int] | None) -> None:
    given_line = read_line(line, "service")
    assert given_line is not None
    assert read_quiet(given_line.argument) == hours


@pytest.mark.parametrize(
    ("text", "reason", "right"),
    [
        ("", "nothing", "22-7"),
        ("22", "unreadable", "22-7"),
        ("22-22", "unreadable", "22-7"),
        ("22-25", "unreadable", "22-7"),
        ("22:30-7", "unreadable", "22-7"),
        ("22-7 8-9", "unreadable", "22-7"),
        ("8-21", "too_long", "21-8"),
        ("22-11", "too_long", "11-22"),
        ("late", "unreadable", "22-7"),
    ],
)
def test_what_are_no_quiet_hours_is_refused_with_what_would_be_right(text: str, reason: str, right: str) -> None:
    with pytest.raises(QuietFault) as found:
        read_quiet(text)
    assert (found.value.reason, found.value.right[0]) == (reason, right)
    assert read_quiet(right)


@given(HOURS | st.none())
def test_quiet_hours_are_written_as_they_are_read(hours: tuple[int, int] | None) -> None:
    assert read_quiet(format_quiet(hours)) == hours


@pytest.mark.parametrize("line", ["remind me to buy some milk", "quiet please, we are all trying to think here"])
def test_chatter_is_no_command(line: str) -> None:
    assert read_line(line, "match") is None
