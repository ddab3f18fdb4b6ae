"""What a running match keeps is written as JSON and read back."""

import msgspec
import pytest

from adjudicator.codec import codec_for
from adjudicator.match.timekeeping.absence_ledger import (
    Absence,
    AbsenceLedger,
    count_days,
    settle_ended,
    take_automatic_day,
)
from adjudicator.match.timekeeping.free_times import FreeTime, make_calendar
from adjudicator.match.timekeeping.instants import DAY, HOUR, parse_instant
from adjudicator.match.timekeeping.pauses import Pauses, agree_pause, pause_by_host
from adjudicator.match.timekeeping.player_clock import PlayerClock
from adjudicator.match.timekeeping.seat_account import FinishedTurn, SeatAccount, open_account
from adjudicator.match.timekeeping.seat_clock import Sitter, start_turn
from adjudicator.match.timekeeping.terms import make_terms, parse_time
from adjudicator.match.timekeeping.turn_clock import (
    add_automatic_day,
    find_deadline,
    find_reminder,
    grant_time,
    raise_flag,
)

NOW = parse_instant("2027-01-04T09:20:00Z")
CALENDAR = make_calendar("Europe/Berlin", (5, 6), (23, 7))
LEDGER = AbsenceLedger(((2026, 3),), (Absence(NOW + DAY, NOW + 2 * DAY, "UTC"),), (Absence(NOW, NOW + DAY, "UTC"),))
TERMS = make_terms(parse_time("30d+1d max=45d"), 3, off=list(FreeTime))
PAUSES = pause_by_host(agree_pause(Pauses(), NOW + DAY, NOW)[0], NOW + 2 * DAY, NOW)[0]
ACCOUNT = SeatAccount(30 * DAY, 1, 2, 3, (FinishedTurn(4, 5),))
TURN = start_turn(TERMS, ACCOUNT, Sitter(CALENDAR, LEDGER, 30, bounced=True), PAUSES, NOW)
FLAGGED = raise_flag(add_automatic_day(grant_time(TURN, HOUR, NOW), (NOW, NOW + DAY), taken_here=True))


@pytest.mark.parametrize(
    "kept",
    [TERMS, PAUSES, ACCOUNT, TURN, FLAGGED, PlayerClock(CALENDAR, NOW, NOW), LEDGER],
    ids=lambda kept: type(kept).__name__,
)
def test_facts_survive_the_database(kept: object) -> None:
    written = msgspec.json.encode(kept)
    assert codec_for(type(kept)).read(written) == kept
    assert len(written) < 1500


def test_a_turn_read_back_has_the_same_deadline() -> None:
    read = codec_for(type(TURN)).read(msgspec.json.encode(TURN))
    assert find_deadline(read) == find_deadline(TURN) is not None


def test_a_settled_ledger_has_the_same_days_and_only_what_is_not_over() -> None:
    later = NOW + 30 * HOUR
    settled = settle_ended(LEDGER, later)
    assert count_days(settled) == count_days(LEDGER)
    assert (settled.automatic, settled.announced) == ((), LEDGER.announced)


def test_an_automatic_day_needs_an_unreserved_day() -> None:
    assert take_automatic_day(LEDGER, NOW, "UTC", 2) is None
    taken = take_automatic_day(LEDGER, NOW, "UTC", 3)
    assert taken is not None
    assert count_days(taken)[2027] == 3


@pytest.mark.parametrize(
    ("time", "off", "reminder"),
    [
        ("10d", [], "2027-01-12T09:20:00Z"),
        ("10d", [FreeTime.WEEKENDS], "2027-01-14T09:20:00Z"),
        ("none", [], None),
    ],
)
def test_a_reminder_is_due_when_four_fifths_of_the_budget_are_used(
    time: str, off: list[FreeTime], reminder: str | None
) -> None:
    terms = make_terms(parse_time(time), 2, off=off)
    turn = start_turn(terms, open_account(terms.time), Sitter(CALENDAR, AbsenceLedger(), 30), Pauses(), NOW)
    assert find_reminder(turn) == (None if reminder is None else parse_instant(reminder))
    if reminder is not None:
        assert find_reminder(raise_flag(turn)) is None
