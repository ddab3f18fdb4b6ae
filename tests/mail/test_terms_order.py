"""The options of a match's time in the command `new`, in five languages."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.commands.arguments.new_match import read_new_match
from adjudicator.mail.commands.arguments.terms_order import TermsOrder, TimeOrder, format_terms
from adjudicator.mail.errors import NewMatchFault, TermsFault

D, H = timedelta(days=1), timedelta(hours=1)
DURATIONS = st.integers(0, 9000).map(lambda hours: hours * H)
TIMES = st.one_of(
    st.builds(TimeOrder, st.none() | DURATIONS),
    st.builds(TimeOrder, DURATIONS, DURATIONS),
    st.builds(TimeOrder, DURATIONS, st.none(), st.integers(1, 999)),
)
ORDERS = st.builds(
    TermsOrder,
    TIMES | st.none(),
    DURATIONS | st.none(),
    st.none(),
    DURATIONS | st.none(),
    st.sampled_from((None, "claim", "house", "skip", "lose")),
    DURATIONS | st.none(),
    st.none() | st.sets(st.sampled_from(("weekends", "nights", "holidays"))).map(frozenset),
    st.sampled_from((None, True, False)),
    st.sampled_from((None, "house", "wait")),
)


def terms(text: str) -> TermsOrder:
    return read_new_match(f"egyptos with house {text}").terms


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("time=30d+1d max=45d", TermsOrder(TimeOrder(30 * D, D), 45 * D)),
        ("time = 30d + 36h", TermsOrder(TimeOrder(30 * D, 36 * H))),
        ("Zeit=30 Tage + 1 Tag höchstens=45 Tage", TermsOrder(TimeOrder(30 * D, D), 45 * D)),
        ("temps=30j+1j", TermsOrder(TimeOrder(30 * D, D))),
        ("tempo=30g+1g", TermsOrder(TimeOrder(30 * D, D))),
        ("tijd=30 dagen+36 uur", TermsOrder(TimeOrder(30 * D, 36 * H))),
        ("time=50d/10", TermsOrder(TimeOrder(50 * D, turns=10))),
        ("time=36h", TermsOrder(TimeOrder(36 * H))),
        ("time=7", TermsOrder(TimeOrder(7 * D))),
        ("time=2w", TermsOrder(TimeOrder(14 * D))),
        ("time=none", TermsOrder(TimeOrder(None))),
        ("Zeit=keine", TermsOrder(TimeOrder(None))),
        ("pace=slow", TermsOrder(pace="slow")),
        ("Gangart=langsam", TermsOrder(pace="slow")),
        ("tempo=langzaam", TermsOrder(pace="slow")),
        ("rythme=vif", TermsOrder(pace="brisk")),
        ("ritmo=circolo", TermsOrder(pace="club")),
        ("grace=24h late=house wait=14d", TermsOrder(grace=D, late="house", wait=14 * D)),
        ("Nachfrist=keine Verspätung=verlieren", TermsOrder(grace=0 * D, late="lose")),
        ("off=weekends,nights, holidays", TermsOrder(off=frozenset({"weekends", "nights", "holidays"}))),
        ("frei=Wochenenden+Nächte", TermsOrder(off=frozenset({"weekends", "nights"}))),
        ("libre=aucun absence=0", TermsOrder(off=frozenset(), absence=False)),
        ("Urlaub=ja", TermsOrder(absence=True)),
        ("verwaist=wartet", TermsOrder(vacant="wait")),
        ("undo=free", TermsOrder(undo="free")),
        ("zurücknehmen=nie", TermsOrder(undo="never")),
        ("reprise=jamais", TermsOrder(undo="never")),
        ("annullamento=chiedere", TermsOrder(undo="ask")),
        ("terugnemen=vrij", TermsOrder(undo="free")),
        ("vacante=casa", TermsOrder(vacant="house")),
    ],
)
def test_terms_are_read_in_five_languages(text: str, order: TermsOrder) -> None:
    assert terms(text) == order


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("time=5x", "time"), ("time=30d+x", "time"), ("time=50d/0", "time"), ("time=50d/x", "time"),
        ("max=lots", "max"), ("pace=fast", "pace"), ("time=7d pace=slow", "pace"), ("grace=-1", "grace"),
        ("late=never", "late"), ("wait=none", "wait"), ("off=mornings", "off"), ("absence=20", "absence"),
        ("vacant=never", "vacant"),
        ("undo=always", "undo"),
    ],
)  # fmt: skip
def test_unreadable_terms_are_a_fault_that_shows_right_ones(text: str, reason: str) -> None:
    with pytest.raises(TermsFault) as fault:
        terms(text)
    assert (fault.value.reason, fault.value.given) == (reason, text.rpartition(" ")[2])
    for right in fault.value.right:
        terms(right)


def test_days_and_a_time_contradict_each_other() -> None:
    with pytest.raises(NewMatchFault) as fault:
        terms("days=3 time=5d")
    assert fault.value.reason == "two_times"


@given(ORDERS)
def test_terms_are_read_as_they_were_written(order: TermsOrder) -> None:
    assert terms(format_terms(order)) == order


@given(
    st.sampled_from(("time", "max", "pace", "grace", "late", "wait", "off", "absence", "days")),
    st.text(alphabet="0123456789dhx+/,-= nowekdsigtl", max_size=12),
)
def test_a_text_is_terms_or_a_fault(key: str, value: str) -> None:
    with suppress(NewMatchFault, TermsFault):
        terms(f"{key}={value}")
