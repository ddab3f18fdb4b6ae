"""Quiet hours: letters that nobody asked for wait, others do not, and no clock changes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from adjudicator.mail.incoming.delivery_status import Undelivered
from adjudicator.match.timekeeping.quiet_hours import QuietHours
from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.services.outbox.quiet_holds import WAITS, Held, find_hold
from adjudicator.store.tables import Player
from adjudicator.texts.letters.letter_kinds import LETTERS
from testkit.automatic_mail import player_of
from testkit.club import Club, other, prose_of, text_of, to_move
from tests.services.time.test_reminders import tell

AT_ONCE = {
    "asked_for_match", "away", "confirm", "confirm_address", "confirm_identity", "confirm_join", "confirm_new",
    "digest_receipt", "fault", "fault_dropped", "hint", "host_answer", "host_bounce", "host_confirm", "host_fault",
    "host_letter", "host_sweep_fault", "identity_changed", "identity_restored", "overdue", "probe", "receipt",
    "refusal", "service_receipt", "sign_in", "unsubscribed",
}  # fmt: skip
"""The kinds of letters that never wait: they were asked for, are about who somebody is, or end their time."""
NIGHT = datetime(2026, 12, 1, 23, tzinfo=UTC)
MORNING = datetime(2026, 12, 2, 7, tzinfo=UTC)
PATIENT = timedelta(minutes=1)
"""After which a sweep looks for letters whose job is lost."""
QUIET = QuietHours(22, 7)


def sweep(club: Club, **span: float) -> None:
    club.pass_time(**span)
    run_sweep(club.context, club.now)
    club.work()


def at(club: Club, moment: datetime) -> None:
    club.pass_time(seconds=(moment - club.now).total_seconds())
    sweep(club)


def begin(club: Club, *options: str) -> tuple[str, str]:
    """Begin a match in which who waits has quiet hours; name who is to move and who waits."""
    club.begin(*options)
    mover = to_move(club)
    tell(club, other(mover), "quiet 22-7")
    at(club, NIGHT)
    return mover, other(mover)


def test_every_kind_of_letter_is_known_to_wait_or_not() -> None:
    assert LETTERS.keys() == WAITS | AT_ONCE
    assert not WAITS & AT_ONCE


def test_a_turn_of_the_night_is_told_in_the_morning(club: Club) -> None:
    mover, waits = begin(club, "days=7")
    before = len(club.letters(waits))
    club.answer(club.last(mover, "Egyptos"), "M14")
    due = club.match().due_at
    at(club, MORNING - timedelta(minutes=1))
    assert len(club.letters(waits)) == before
    at(club, MORNING + PATIENT)
    assert len(club.letters(waits)) == before + 1
    letter = club.last(waits)
    assert "It is your turn, until" in prose_of(letter)
    assert "6 days and 16 hours" in prose_of(letter), "what is left when it leaves, not when it was written"
    assert club.match().due_at == due == NIGHT + timedelta(days=7), "no clock has changed"
    club.pass_time(hours=1)
    sweep(club)
    assert club.match().due_at == due


def test_the_wait_is_no_delay_of_ours_but_what_comes_behind_it_is(club: Club) -> None:
    mover, waits = begin(club, "days=7")
    club.answer(club.last(mover, "Egyptos"), "M14")
    due = club.match().due_at
    assert due is not None
    club.transport.fault = Undelivered("the relay is down", permanent=False)
    at(club, MORNING + timedelta(minutes=10))
    assert club.match().due_at == due
    at(club, MORNING + timedelta(hours=1))
    club.transport.fault = None
    at(club, MORNING + timedelta(hours=2))
    sweep(club)
    assert club.letters(waits, "Your turn")
    assert club.match().due_at == due + timedelta(hours=2)


def test_a_turn_that_ends_within_two_days_of_the_morning_is_told_at_once(club: Club) -> None:
    mover, waits = begin(club, "days=2")
    before = len(club.letters(waits))
    club.answer(club.last(mover, "Egyptos"), "M14")
    assert len(club.letters(waits)) == before + 1


def test_receipts_and_answers_come_at_once(club: Club) -> None:
    _, waits = begin(club, "days=7")
    before = len(club.letters(waits))
    club.answer(club.last(waits, "Egyptos"), "board", sender=waits)
    club.write(waits, club.context.addresses.service, "list")
    club.write(waits, club.context.addresses.service, "zone Paris")
    assert len(club.letters(waits)) == before + 3


def test_a_match_that_one_joins_in_the_night_begins_at_once_for_who_joins(club: Club) -> None:
    _, waits = begin(club, "days=7")
    club.write("Eve <eve@eve.example>", club.context.addresses.service, "new egyptos with open days=7")
    club.answer(club.last("eve@eve.example"), "yes")
    code = club.match().code
    club.write(waits, club.context.addresses.service, f"join {code}")
    club.answer(club.last(waits), "yes", sender=waits)
    assert club.match().state == "running"
    assert code in str(club.last(waits)["Subject"])


def test_press_and_turns_of_a_night_come_together_and_nothing_outdated(club: Club) -> None:
    mover, waits = begin(club, "days=7")
    before = len(club.letters(waits))
    club.answer(club.last(mover, "Egyptos"), "press Good night!\npress Sleep well!")
    assert len(club.letters(waits)) == before
    at(club, MORNING + PATIENT)
    assert len(club.letters(waits)) == before + 1
    assert "Good night!" in text_of(club.last(waits))


@pytest.mark.parametrize("minutes", [60, 5])
def test_a_letter_that_is_late_and_comes_into_the_night_waits_and_counts_as_our_delay(club: Club, minutes: int) -> None:
    club.begin("days=7")
    mover = to_move(club)
    waits = other(mover)
    tell(club, waits, "quiet 22-7")
    at(club, NIGHT - timedelta(hours=1, minutes=minutes))
    club.transport.fault = Undelivered("the relay is down", permanent=False)
    club.answer(club.last(mover, "Egyptos"), "M14")
    due = club.match().due_at
    assert due is not None
    at(club, NIGHT)
    club.transport.fault = None
    at(club, NIGHT + timedelta(hours=1))
    assert not club.letters(waits, "Your turn")
    at(club, MORNING + PATIENT)
    sweep(club)
    assert club.letters(waits, "Your turn")
    # A minute and more behind the hour, rounded up to the full hour of a deadline.
    assert club.match().due_at == due + timedelta(hours=10 + minutes // 60), "it would have been there before the night"


@pytest.mark.parametrize(("days", "line"), [(2, ""), (2, "digest 21:50"), (7, ""), (7, "digest 21:50")])
def test_a_letter_that_is_late_and_comes_into_the_night_goes_if_little_time_would_be_left(
    club: Club, days: int, line: str
) -> None:
    """Its clock stands, so there is no deadline: that which it would have counts."""
    club.begin(f"days={days}")
    mover = to_move(club)
    waits = other(mover)
    club.answer(club.last(waits), f"quiet 22-7\n{line}", sender=waits)
    at(club, NIGHT - timedelta(hours=1, minutes=20))
    club.transport.fault = Undelivered("the relay is down", permanent=False)
    club.answer(club.last(mover, "Egyptos"), "M14")
    due, before = club.match().due_at, len(club.letters(waits))
    at(club, NIGHT - timedelta(hours=1, minutes=10))
    at(club, NIGHT - timedelta(minutes=40))
    assert club.match().letter_held
    club.transport.fault = None
    sweep(club, minutes=20)
    sweep(club)
    assert due is not None
    if days == 2:
        assert len(club.letters(waits)) == before + 1
        assert club.match().due_at == due + timedelta(hours=1), "an hour was ours"
    else:
        assert len(club.letters(waits)) == before


def test_a_turn_whose_digest_does_not_come_goes_in_the_morning_and_no_wait_is_our_delay(club: Club) -> None:
    club.begin("days=7")
    mover = to_move(club)
    waits = other(mover)
    club.answer(club.last(waits), "quiet 22-7\ndigest 22:00\nturns in the digest", sender=waits)
    before = len(club.letters(waits))
    at(club, NIGHT - timedelta(hours=5))
    club.answer(club.last(mover, "Egyptos"), "M14")
    due = club.match().due_at
    with club.context.store.writing() as session:
        session.execute(update(Player).values(digest_at=None))
    for hours in (5.5, 4, 3):
        sweep(club, hours=hours)
    assert len(club.letters(waits)) == before
    at(club, MORNING + PATIENT)
    assert len(club.letters(waits, "Your turn")) == 1
    sweep(club, hours=1)
    assert club.match().due_at == due


def test_quiet_hours_are_taken_back(club: Club) -> None:
    mover, waits = begin(club, "days=7")
    assert player_of(club, waits).quiet_hours == QUIET
    tell(club, waits, "quiet none")
    assert player_of(club, waits).quiet_hours is None
    club.answer(club.last(mover, "Egyptos"), "M14")
    assert club.letters(waits, "Your turn")


@pytest.mark.parametrize(
    ("letter", "waits"),
    [
        (Held("your_turn", QUIET, "UTC"), True),
        (Held("your_turn", None, "UTC"), False),
        (Held("your_turn", QUIET, "Pacific/Kiritimati"), False),
        (Held("your_turn", QUIET, "UTC", is_answer=True), False),
        (Held("your_turn", QUIET, "UTC", due=MORNING + timedelta(hours=48)), True),
        (Held("your_turn", QUIET, "UTC", due=MORNING + timedelta(hours=47)), False),
        (Held("press", QUIET, "UTC", due=MORNING + timedelta(hours=1)), True),
        (Held("reminder", QUIET, "UTC", due=MORNING + timedelta(hours=1)), True),
        (Held("reminder", QUIET, "UTC", due=MORNING - timedelta(hours=1)), False),
        (Held("invitation", QUIET, "UTC", true_until=MORNING), False),
        (Held("invitation", QUIET, "UTC", true_until=MORNING + timedelta(seconds=1)), True),
        (Held("overdue", QUIET, "UTC"), False),
        (Held("receipt", QUIET, "UTC"), False),
        (Held("sign_in", QUIET, "UTC"), False),
    ],
    ids=str,
)
def test_what_waits(letter: Held, waits: bool) -> None:
    assert find_hold(letter, NIGHT) == ((NIGHT - timedelta(hours=1), MORNING) if waits else None)
    assert find_hold(letter, MORNING) is None


@pytest.mark.parametrize(
    ("line", "right"),
    [("quiet", "quiet 22-7"), ("quiet 22", "quiet 22-7"), ("quiet 8-21", "quiet 21-8"), ("quiet late", "quiet none")],
)
def test_what_are_no_quiet_hours_is_refused_with_what_would_be_right(club: Club, line: str, right: str) -> None:
    club.begin()
    mover = to_move(club)
    number = club.answer(club.last(mover), line)
    assert club.inbox(number).verdict == "refused: bad_quiet"
    assert right in text_of(club.last(mover))
    assert player_of(club, mover).quiet_hours is None


def test_the_receipt_says_what_waits(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    club.answer(club.last(mover), "quiet 22-7")
    assert "From 22:00 to 7:00 letters wait" in prose_of(club.last(mover))
