"""The free times of a player, as the command `off` has them in five languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.commands.arguments.free_times_order import (
    NOTHING_OFF,
    FreeTimesOrder,
    format_free_times,
    is_free_times_order,
    read_free_times,
)
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.errors import FreeTimesFault

NIGHTS = st.tuples(st.integers(0, 23), st.integers(1, 9)).map(lambda night: (night[0], (night[0] + night[1]) % 24))
ORDERS = st.builds(
    FreeTimesOrder,
    st.none() | st.just(()) | st.sets(st.integers(0, 6), min_size=2, max_size=2).map(lambda days: tuple(sorted(days))),
    st.none() | st.just(()) | NIGHTS,
    st.sampled_from((None, "", "fr", "de-by", "new york")),
).filter(lambda order: order != FreeTimesOrder())
WORDS = [
    "weekends",
    "fri",
    "Sa",
    "nights",
    "23-7",
    "von 23 bis 7",
    "holidays",
    "FR",
    "none",
    "and",
    "e",
    "24-33",
    "le",
    "on",
    ",",
]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("weekends", FreeTimesOrder(days=(5, 6))),
        ("Wochenenden", FreeTimesOrder(days=(5, 6))),
        ("les week-ends", FreeTimesOrder(days=(5, 6))),
        ("fine settimana", FreeTimesOrder(days=(5, 6))),
        ("weekeinden", FreeTimesOrder(days=(5, 6))),
        ("fri sat", FreeTimesOrder(days=(4, 5))),
        ("Freitags und samstags", FreeTimesOrder(days=(4, 5))),
        ("vendredi, samedi", FreeTimesOrder(days=(4, 5))),
        ("venerdì e sabato", FreeTimesOrder(days=(4, 5))),
        ("vrijdag en zaterdag", FreeTimesOrder(days=(4, 5))),
        ("nights 23-7", FreeTimesOrder(night=(23, 7))),
        ("nights from 11 pm to 7 am", FreeTimesOrder(night=(23, 7))),
        ("Nächte von 23 bis 7 Uhr", FreeTimesOrder(night=(23, 7))),
        ("nuits de 23h à 7h", FreeTimesOrder(night=(23, 7))),
        ("notti dalle 23 alle 7", FreeTimesOrder(night=(23, 7))),
        ("nachten van 23 tot 7 uur", FreeTimesOrder(night=(23, 7))),
        ("nights 0-8", FreeTimesOrder(night=(0, 8))),
        ("holidays FR", FreeTimesOrder(holidays="fr")),
        ("Feiertage DE-BY", FreeTimesOrder(holidays="de-by")),
        ("jours fériés Suisse", FreeTimesOrder(holidays="suisse")),
        ("weekends, nights 23-7 and holidays FR", FreeTimesOrder((5, 6), (23, 7), "fr")),
        ("holidays New York nights 22-6", FreeTimesOrder(night=(22, 6), holidays="new york")),
        ("nights none", FreeTimesOrder(night=())),
        ("weekends none holidays none", FreeTimesOrder(days=(), holidays="")),
        *((none, NOTHING_OFF) for none in ("none", "keine", "aucun", "nessuno", "geen")),
    ],
)
def test_free_times_are_read_in_five_languages(text: str, order: FreeTimesOrder) -> None:
    assert read_free_times(text) == order
    assert read_line(f"off {text}", "match") is not None


@pytest.mark.parametrize(
    ("text", "reason", "right"),
    [
        ("", "nothing", ()),
        ("foo", "unreadable", ("weekends", "fri sat", "nights 23-7", "holidays FR", "none")),
        ("mon tue wed", "two_days", ("mon tue", "weekends")),
        ("sun", "two_days", ("fri sat", "weekends")),
        ("nights 20-12", "night_too_long", ("nights 12-20", "nights 20-5")),
        ("nights 7-23", "night_too_long", ("nights 23-7", "nights 7-16")),
        ("nights", "night_unreadable", ("nights 23-7",)),
        ("nights 7-7", "night_unreadable", ("nights 23-7",)),
        ("nights 25-7", "night_unreadable", ("nights 23-7",)),
        ("holidays", "no_region", ("holidays FR", "holidays DE-BY")),
        ("weekends fri", "twice", ()),
    ],
)
def test_what_is_no_free_time_is_a_fault_with_its_reason(text: str, reason: str, right: tuple[str, ...]) -> None:
    with pytest.raises(FreeTimesFault) as fault:
        read_free_times(text)
    assert (fault.value.reason, fault.value.given, fault.value.right) == (reason, text, right)
    for order in right:
        read_free_times(order)


@pytest.mark.parametrize(
    "line",
    ["off we go then", "free as a bird", "frei nach Schnauze", "vrij veel regen vandaag", "off C4", "off 3", "off N"],
)
def test_chatter_is_no_free_time(line: str) -> None:
    assert read_line(line, "match") is None


@given(ORDERS)
def test_an_order_is_read_as_it_was_written(order: FreeTimesOrder) -> None:
    assert read_free_times(format_free_times(order)) == order


@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)))
def test_a_text_is_an_order_or_a_fault(text: str) -> None:
    is_free_times_order(text)
    try:
        order = read_free_times(text)
    except FreeTimesFault:
        return
    assert len(order.days or ()) in {0, 2}
    if order.night:
        assert 1 <= (order.night[1] - order.night[0]) % 24 <= 9
