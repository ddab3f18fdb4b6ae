"""The days of an absence, as people write them in five languages."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.commands.arguments.absence_order import (
    AbsenceCancelled,
    AbsenceEnded,
    AbsenceOrder,
    AbsencePlanned,
    format_absence,
    is_absence_order,
    read_absence,
)
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.errors import AbsenceFault
from testkit.cases import check_cases
from testkit.cpu_cost import assert_costs_little, prose

TODAY = date(2026, 11, 27)
LAST = AbsencePlanned(None, date(2027, 3, 14))
CHRISTMAS = AbsencePlanned(date(2026, 12, 20), date(2027, 1, 3))
DAYS = st.dates(TODAY, TODAY + timedelta(days=366))
ORDERS = st.one_of(
    st.just(AbsenceEnded()),
    st.builds(AbsenceCancelled, DAYS),
    st.builds(AbsencePlanned, st.none(), DAYS),
    st.tuples(DAYS, DAYS).map(lambda days: AbsencePlanned(None if min(days) == TODAY else min(days), max(days))),
)
WORDS = ["20 Dec", "20.12.", "to", "bis", "au", "al", "tot", "from", "ab", "dal", "2 weeks", "10", "-", "cancel",
         "31 Feb", "over", "jusqu'au", "2026-12-20", "Friday", "29.2.", "0", "/", "for", "le", "99999",
         "back", "wieder", "torno", "two", "due"]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "20 Dec to 3 Jan", "from 20 December until 3 January 2027", "20.12. bis 3.1.",
        "vom 20. Dezember bis zum 3. Januar",
        "vom 20.12. bis einschließlich 3.1.", "20 Dec to 3 Jan inclusive", "20 december t/m 3 januari",
        "dal 20 dicembre al 3 gennaio", "du 20 décembre au 3 janvier", "du 20/12 au 3/1", "20/12-3/1",
        "van 20 december tot en met 3 januari", "2026-12-20 - 2027-01-03", "20 Dec \u2013 3 Jan",
        "from 20 Dec for 15 days",
        "15 Tage ab 20.12.", "dal 20 dicembre per 15 giorni", "20 december, 15 dagen",
    ],
)  # fmt: skip
def test_an_absence_with_a_beginning_is_read(text: str) -> None:
    assert read_absence(text, TODAY) == CHRISTMAS
    assert read_line(f"absence {text}", "match") is not None


@pytest.mark.parametrize(
    "text",
    [
        "2027-03-14", "14 March", "until 14th of March 2027", "March 14, 2027", "14.3.", "14.3.27", "3/14/2027", "14/3",
        "bis zum 14. März", "14. Maerz 2027",
        "fino al 14 marzo", "tot en met 14 maart", "jusqu\u2019au 14 mars",
        "108 days",
    ],
)  # fmt: skip
def test_a_last_day_alone_begins_now(text: str) -> None:
    assert read_absence(text, TODAY) == LAST


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("10 days", None, date(2026, 12, 6)),
        ("1", None, TODAY),
        ("2 Wochen", None, date(2026, 12, 10)),
        ("27 November", None, TODAY),
        ("26 November", None, date(2027, 11, 26)),
        ("20-27 December", date(2026, 12, 20), date(2026, 12, 27)),
        ("dal 20 al 27 dicembre", date(2026, 12, 20), date(2026, 12, 27)),
        ("20 Dec to 2", date(2026, 12, 20), date(2027, 1, 2)),
        ("on 20 Dec", date(2026, 12, 20), date(2026, 12, 20)),
        ("le 20 décembre", date(2026, 12, 20), date(2026, 12, 20)),
        ("from tomorrow to Friday", date(2026, 11, 28), date(2026, 12, 4)),
        ("today to 3 Dec", None, date(2026, 12, 3)),
        ("back on 20 Dec", None, date(2026, 12, 19)),
        ("from 1 Dec, back on 20 Dec", date(2026, 12, 1), date(2026, 12, 19)),
        ("vom 1. Dezember, zurück am 20. Dezember", date(2026, 12, 1), date(2026, 12, 19)),
        ("Montag wieder da", None, date(2026, 11, 29)),
        ("two weeks", None, date(2026, 12, 10)),
        ("deux semaines à partir du 1er décembre", date(2026, 12, 1), date(2026, 12, 14)),
        ("12/24 to 1/2", date(2026, 12, 24), date(2027, 1, 2)),
        ("1/2 - 1/13", date(2027, 1, 2), date(2027, 1, 13)),
        ("24/12 to 1/2", date(2026, 12, 24), date(2027, 2, 1)),
        ("from Monday to Monday", date(2026, 11, 30), date(2026, 12, 7)),
        ("until 5 days", None, date(2026, 12, 1)),
        ("until Saturday 5", None, date(2026, 12, 5)),
    ],
)
def test_other_ways_to_name_the_days(text: str, first: date | None, last: date) -> None:
    assert read_absence(text, TODAY) == AbsencePlanned(first, last)


def test_a_single_day_of_the_week_is_that_day_alone_in_five_languages() -> None:
    with check_cases() as case:
        for on in ("on Monday", "am Montag", "le lundi", "il lunedì", "op maandag"):
            with case(on):
                assert read_absence(on, TODAY) == AbsencePlanned(date(2026, 11, 30), date(2026, 11, 30))


def test_until_a_number_is_until_the_day_of_the_month_in_five_languages() -> None:
    untils = ("until the 5th", "until 5", "through the 5th", "bis zum 5.", "bis 5.", "bis einschließlich 5.",
              "jusqu'au 5", "au 5", "fino al 5", "al 5", "tot de 5e", "tot en met 5")  # fmt: skip
    with check_cases() as case:
        for until in untils:
            with case(until):
                assert read_absence(until, TODAY) == AbsencePlanned(None, date(2026, 12, 5))


def test_the_first_of_a_month_is_read_as_each_language_writes_it() -> None:
    texts = {
        "en": ("until the first of January", "until 1st January"),
        "de": ("bis zum ersten Januar", "bis 1. Januar"),
        "fr": ("jusqu'au premier janvier", "jusqu'au 1er janvier"),
        "it": ("fino al primo gennaio", "fino al 1° gennaio", "fino al 1º gennaio"),
        "nl": ("tot de eerste januari", "tot 1e januari"),
    }
    with check_cases() as case:
        for text in (text for of_language in texts.values() for text in of_language):
            with case(text):
                assert read_absence(text, TODAY) == AbsencePlanned(None, date(2027, 1, 1))
        with case("a range"):
            expected = AbsencePlanned(date(2027, 1, 1), date(2027, 1, 10))
            assert read_absence("dal 1° al 10 gennaio", TODAY) == read_absence("dal primo al 10 gennaio", TODAY)
            assert read_absence("dal 1° al 10 gennaio", TODAY) == expected


@pytest.mark.parametrize("text", ["over", "vorbei", "finie", "finita", "voorbij", "back"])
def test_the_end_of_an_absence_is_read(text: str) -> None:
    assert read_absence(text, TODAY) == AbsenceEnded()


@pytest.mark.parametrize(
    "text", ["cancel 20 Dec", "20. Dezember löschen", "annule le 20 décembre", "annulla 20.12.", "schrap 20 december"]
)
def test_a_cancelled_absence_is_read(text: str) -> None:
    assert read_absence(text, TODAY) == AbsenceCancelled(date(2026, 12, 20))


@pytest.mark.parametrize(
    ("text", "reason", "right"),
    [
        ("", "unreadable", ()),
        ("soon", "unreadable", ()),
        ("31 February", "unreadable", ()),
        ("14 March or so", "unreadable", ("2027-03-14",)),
        ("away from 3 to 10 December and busy", "unreadable", ("2026-12-03 to 2026-12-10",)),
        ("from Friday 3 December to 10 December", "unreadable", ("2026-12-03 to 2026-12-10",)),
        ("0 days", "unreadable", ()),
        ("20 to 27", "unreadable", ()),
        ("2026-11-26", "past", ()),
        ("20 Nov to 5 Dec", "past", ("2026-12-05",)),
        ("2029-01-01", "too_far", ()),
        ("999 days", "too_far", ()),
        ("3 Jan to 20 Dec", "backwards", ("2026-12-20 to 2027-01-03",)),
        ("27-20 Dec", "backwards", ("2026-11-27 to 2026-12-20",)),
        ("vom 24. bis zum 2. Januar", "backwards", ("2026-12-24 to 2027-01-02",)),
        ("from 31 to 2 December", "backwards", ()),
        ("until the 32nd", "unreadable", ()),
        ("until Friday 5", "unreadable", ("2026-12-04",)),
        ("from 20 Dec, back on 20 Dec", "backwards", ()),
        ("back on 31 February", "unreadable", ()),
        ("from 20 Dec", "no_end", ()),
        ("cancel", "which", ()),
    ],
)
def test_what_is_no_absence_is_a_fault_with_its_reason(text: str, reason: str, right: tuple[str, ...]) -> None:
    with pytest.raises(AbsenceFault) as fault:
        read_absence(text, TODAY)
    assert (fault.value.reason, fault.value.given, fault.value.right) == (reason, text, right)
    for order in right:
        read_absence(order, TODAY)


def test_a_time_that_cannot_be_read_is_no_order_of_a_game_in_five_languages() -> None:
    times = {
        "en": ("in 3 weeks", "from 24 to 2", "until Christmas", "until the end of January"),
        "de": ("in 3 Wochen", "vom 24. bis 2.", "bis Dreikönig", "bis Ende Januar"),
        "fr": ("dans 3 semaines", "du 24 au 2", "jusqu'à Noël", "jusqu'à fin janvier"),
        "it": ("tra 3 settimane", "dal 24 al 2", "fino a Natale", "fino a fine gennaio"),
        "nl": ("over 3 weken", "van 24 tot 2", "tot Kerstmis", "tot eind januari"),
    }
    words = {"en": ("absence", "pause"), "de": ("Abwesenheit", "Pause"), "fr": ("absence", "pause"),
             "it": ("assenza", "pausa"), "nl": ("afwezigheid", "pauze")}  # fmt: skip
    with check_cases() as case:
        for language, said in times.items():
            for line in (f"{word} {time}" for word in words[language] for time in said):
                with case(line):
                    command = read_line(line, "match")
                    assert command is not None
                    assert command.command.name in ("absence", "pause")
                    with pytest.raises(AbsenceFault):
                        read_absence(command.argument, TODAY)


@pytest.mark.parametrize(
    "line", ["absent friends are the best of friends", "away with you, good sir", "absence makes me sad"]
)
def test_chatter_about_absence_is_no_command(line: str) -> None:
    assert read_line(line, "match") is None


@given(ORDERS)
def test_an_order_is_read_as_it_was_written(order: AbsenceOrder) -> None:
    assert read_absence(format_absence(order), TODAY) == order


@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)), DAYS)
def test_a_text_is_an_order_or_a_fault(text: str, today: date) -> None:
    try:
        order = read_absence(text, today)
    except AbsenceFault:
        return
    assert is_absence_order(text)
    if isinstance(order, AbsencePlanned):
        assert today <= (order.first or today) <= order.last


@pytest.mark.parametrize(
    "text", ["1" * 4000, "14 mar " * 600, "until " * 700, "1.1." * 1000, "20 dec to " * 11, "- " * 60]
)
def test_no_text_makes_the_search_for_an_absence_slow(text: str) -> None:
    assert_costs_little(lambda: look(text), lambda size: look(prose(size).decode()), len(text), 30)


def look(text: str) -> None:
    is_absence_order(text)
