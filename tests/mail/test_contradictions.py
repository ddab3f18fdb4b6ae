"""Commands of one letter that exclude each other are found; those that can stand together are not."""

from __future__ import annotations

from datetime import date

import pytest

from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.lines.contradictions import find_contradictions
from adjudicator.mail.commands.table.command import GivenCommand

TODAY = date(2026, 12, 1)


def read(*lines: str) -> list[GivenCommand]:
    given = [read_line(line, "match") for line in lines]
    assert all(given), lines
    return [one for one in given if one is not None]


@pytest.mark.parametrize(
    "lines",
    [
        ("absence 14 December", "absence 20 December"),
        ("absence 20 Dec to 3 Jan", "absence 20 Dec to 10 Jan"),
        ("absence 20 Dec to 3 Jan", "absence cancel 20 Dec"),
        ("absence cancel 22 Dec", "Abwesenheit 20.12. bis 3.1."),
        ("absence 10 days", "absence over"),
        ("language de", "langue fr"),
        ("layout narrow", "layout wide"),
        ("zone Paris", "zone UTC+5"),
        ("absences auto", "absences by hand"),
        ("away letters ask", "away letters count"),
        ("off weekends", "off fri sat"),
        ("off weekends nights 23-7", "off none"),
        ("off nights 22-6", "frei nachts 23-7"),
        ("stop", "start"),
        ("claim", "grant 3"),
        ("pause until 10 January", "resume"),
        ("agree", "refuse"),
        ("agree 2", "refuse 2"),
        ("withdraw 1", "agree 1"),
        ("digest 8:00", "digest off"),
        ("digest 8:00", "digest 18:00"),
        ("digest mon", "digest daily"),
        ("confirm orders on", "confirm orders off"),
        ("confirm orders always on", "confirm orders always off"),
        ("delay 30m", "delay off"),
        ("name Anna", "name Berta"),
        ("memo watch row 9", "memo none"),
        ("public name none", "public name Sphinx"),
    ],
)
def test_two_that_exclude_each_other(lines: tuple[str, str]) -> None:
    given = read(*lines)
    assert find_contradictions(given, TODAY) == [given]
    assert find_contradictions([*read("board"), *given, *read("status")], TODAY) == [given]


@pytest.mark.parametrize(
    "lines",
    [
        ("absence 20 Dec to 3 Jan", "absence 10 Feb to 12 Feb"),
        ("absence 20 Dec to 3 Jan", "absence 2 Jan to 5 Jan"),
        ("absence over", "absence 20 Dec to 3 Jan"),
        ("absence cancel 10 Dec", "absence 20 Dec to 3 Jan"),
        ("absence over", "absence cancel 20 Dec"),
        ("digest 8:00", "digest with boards"),
        ("digest", "digest off"),
        ("confirm orders on", "confirm orders always off"),
        ("delay 30m", "delay"),
        ("memo", "memo none"),
        ("absences", "absences auto"),
        ("language de", "language de"),
        ("off weekends", "off nights 23-7"),
        ("off weekends", "off sat sun"),
        ("grant 3", "grant 4"),
        ("agree 1", "refuse 2"),
        ("press Hello", "press Good luck"),
        ("help", "help time"),
        ("absence soon", "absence 20 Dec to 3 Jan"),
    ],
)
def test_what_can_stand_together(lines: tuple[str, ...]) -> None:
    assert find_contradictions(read(*lines), TODAY) == []


def test_more_than_two_are_one_group_and_others_another() -> None:
    zones, layouts = read("zone Paris", "zone Rome", "zone Oslo"), read("layout narrow", "layout wide")
    assert find_contradictions([*zones, *layouts], TODAY) == [zones, layouts]


def test_groups_that_a_later_pair_joins_are_one() -> None:
    lines = ("off weekends", "off nights 22-6", "off fri sat", "off weekends nights 23-7")
    assert find_contradictions(read(*lines), TODAY) == [read(*lines)]


def test_groups_stand_in_the_order_of_the_letter() -> None:
    lines = ("stop", "claim", "start", "grant 3")
    assert find_contradictions(read(*lines), TODAY) == [read("stop", "start"), read("claim", "grant 3")]
