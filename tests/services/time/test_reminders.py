"""Reminders as players set them: by letter, for one match and for all, and when they come."""

from __future__ import annotations

from datetime import timedelta

import pytest

from adjudicator.mail.incoming.delivery_status import Undelivered
from adjudicator.match.timekeeping.instants import DAY, HOUR
from adjudicator.match.timekeeping.reminders import NO_REMINDERS, ReminderPlan
from adjudicator.services.jobs.periodic_sweep import run_sweep
from testkit.automatic_mail import player_of
from testkit.club import ANNA, BOB, Club, address_of, other, prose_of, text_of, to_move
from tests.services.digest_club import begin_three, turns

WORD = "Reminder"


def verdict(club: Club, line: str) -> str:
    return club.inbox(club.answer(club.last(to_move(club), "K"), line)).verdict or ""


def tell(club: Club, person: str, line: str) -> None:
    """Let a player set something for all their matches."""
    club.write(person, club.context.addresses.service, line)
    club.answer(club.last(person), "yes", sender=person)


def sweep(club: Club, **span: float) -> None:
    club.pass_time(**span)
    run_sweep(club.context, club.now)
    club.work()


def reminders(club: Club, person: str) -> int:
    return len(club.letters(person, WORD))


def test_reminders_come_as_they_are_set_for_a_match(club: Club) -> None:
    club.begin("days=5")
    mover = to_move(club)
    club.answer(club.last(mover), "remind 2d 4h")
    assert "this long before its deadline: 2 days and 4 hours." in prose_of(club.last(mover))
    sweep(club, days=2, hours=23, minutes=30)
    assert reminders(club, mover) == 0
    sweep(club, hours=1)
    assert reminders(club, mover) == 1
    assert "There is no other reminder" not in prose_of(club.last(mover))
    sweep(club, days=1)
    assert reminders(club, mover) == 1
    sweep(club, hours=20)
    assert reminders(club, mover) == 2
    assert "There is no other reminder" in prose_of(club.last(mover))
    assert player_of(club, mover).reminders is None


def test_a_letter_to_the_service_sets_them_for_all_matches(club: Club) -> None:
    club.begin("days=5")
    mover = to_move(club)
    club.answer(club.last(mover), "remind 2d")
    tell(club, mover, "remind 1d 12h")
    assert player_of(club, mover).reminders == ReminderPlan((DAY, 12 * HOUR))
    sweep(club, days=3, hours=1)
    assert reminders(club, mover) == 0, "the match's own are gone"
    sweep(club, days=1)
    assert reminders(club, mover) == 1


def test_status_says_when_letters_come(club: Club) -> None:
    club.begin("days=5")
    mover = to_move(club)
    tell(club, mover, "remind 1d")
    tell(club, mover, "quiet 22-7")
    club.answer(club.last(mover, "Egyptos"), "status")
    assert "reminded of each turn this long before its deadline: 1 day." in prose_of(club.last(mover))
    assert "From 22:00 to 7:00 letters wait" in prose_of(club.last(mover))
    club.answer(club.last(mover, "Egyptos"), "remind none\nstatus")
    assert "You get no reminders in the match" in prose_of(club.last(mover))


def test_none_means_none_but_for_the_letter_that_the_time_is_over(club: Club) -> None:
    club.begin("days=2", "absence=0")
    mover = to_move(club)
    tell(club, mover, "erinnere nie")
    assert player_of(club, mover).reminders == NO_REMINDERS
    sweep(club, days=1, hours=23)
    assert reminders(club, mover) == 0
    sweep(club, hours=3)
    assert "has passed" in prose_of(club.last(mover))


def test_a_change_counts_at_once_and_reminds_of_nothing_that_has_passed(club: Club) -> None:
    club.begin("days=5")
    mover = to_move(club)
    sweep(club, days=3)
    club.answer(club.last(mover), "remind 4d 1d")
    sweep(club, hours=1)
    assert reminders(club, mover) == 0, "four days before has passed"
    sweep(club, hours=24)
    assert reminders(club, mover) == 1


def test_the_letter_says_what_follows(club: Club) -> None:
    club.begin("days=5", "absence=0", "grace=24h")
    mover = to_move(club)
    sweep(club, days=4, hours=1)
    said = prose_of(club.last(mover))
    assert "It is your turn, until" in said
    assert "When your time is over, a move still counts for 1 day. Then the other player can claim the match." in said
    assert "remind 1d 6h" in text_of(club.last(mover))


def test_the_letter_says_that_a_day_of_absence_is_taken(club: Club) -> None:
    club.begin("days=5")
    sweep(club, days=4, hours=1)
    assert "one of your days of absence is taken" in prose_of(club.last(to_move(club)))


def test_reminders_that_come_within_an_hour_are_one_letter(club: Club) -> None:
    for _ in range(3):
        club.begin("days=5")
        if to_move(club) == BOB:
            club.answer(club.last(BOB), "M14")
        club.pass_time(minutes=20)
    tell(club, ANNA, "remind 2d")
    sweep(club, days=2, hours=23)  # the first is due, and the others are within the hour
    (letter,) = club.letters(ANNA, WORD)
    assert text_of(letter).count(", Egyptos, until") == 3 - 1, "the first is what the letter is about"
    assert "wait for you as well" in prose_of(letter)
    assert "turns, the first until" in str(letter["Subject"])
    sweep(club, hours=1)
    assert reminders(club, ANNA) == 1, "each turn is told once"


def test_one_answer_to_a_reminder_of_several_turns_plays_in_all_of_them(club: Club) -> None:
    mover, codes = begin_three(club)
    club.answer(club.last(mover), "digest off", sender=mover)
    sweep(club, days=4, hours=17)
    letter, before = club.last(mover, WORD), turns(club)
    text = text_of(letter).replace("\r", "")
    examples = [line.strip().partition("  ")[0] for line in text.partition("for example\n")[2].splitlines()[:3]]
    assert [line.split()[0] for line in examples] == codes
    assert text.partition("\n")[0] == f"{codes[0]} Egyptos"
    club.answer(letter, "M14", sender=mover)
    assert turns(club) == before
    assert f'as in "{codes[0]} M14"' in prose_of(club.last(mover))
    count = len(club.letters(mover))
    club.answer(letter, "\n".join(examples), sender=mover)
    assert turns(club) == [turn + 1 for turn in before]
    assert len(club.letters(mover)) == count + 1, "one receipt"


def test_one_that_was_sent_is_not_sent_again_unless_the_deadline_moves_by_more_than_a_day(club: Club) -> None:
    club.begin("days=5")
    mover = to_move(club)
    club.answer(club.last(mover), "remind 1d")
    sweep(club, days=4, hours=1)
    assert reminders(club, mover) == 1
    club.answer(club.last(other(mover)), "grant 1", sender=other(mover))
    sweep(club, days=1)
    assert reminders(club, mover) == 1
    club.answer(club.last(other(mover)), "grant 1", sender=other(mover))
    sweep(club, days=1)
    assert reminders(club, mover) == 2


def test_one_that_cannot_leave_before_the_time_is_over_does_not_leave(club: Club) -> None:
    club.begin("days=2", "absence=0")
    mover = to_move(club)
    club.transport.fault = Undelivered("the relay is down", permanent=False)
    sweep(club, days=1, hours=16)
    club.transport.fault = None
    sweep(club, hours=9)
    assert reminders(club, mover) == 0
    assert "has passed" in prose_of(club.last(mover))


def test_one_that_waits_while_the_deadline_moves_away_does_not_leave(club: Club) -> None:
    club.begin("days=5")
    mover = to_move(club)
    club.transport.fault = Undelivered("the relay is down", permanent=False)
    sweep(club, days=4, hours=1)
    club.answer(club.last(other(mover)), "grant 3", sender=other(mover))
    club.transport.fault = None
    sweep(club, hours=1)
    assert reminders(club, mover) == 0
    sweep(club, days=3)
    assert reminders(club, mover) == 1


def test_a_move_in_time_needs_no_reminder_and_the_next_turn_has_its_own(club: Club) -> None:
    club.begin("days=5")
    mover = to_move(club)
    for person in (ANNA, BOB):
        tell(club, person, "remind 1d")
    club.pass_time(days=3)
    club.answer(club.last(mover, "Egyptos"), "M14")
    sweep(club, days=1, hours=1)
    assert reminders(club, mover) == reminders(club, other(mover)) == 0
    sweep(club, days=3)
    assert reminders(club, other(mover)) == 1


def test_a_turn_has_its_reminder_although_the_last_one_was_reminded_of_hours_ago(club: Club) -> None:
    """A reminder counts for a deadline that moves by less than a day, but never for the turn behind it."""
    club.begin("days=1")
    mover = to_move(club)
    for person in (ANNA, BOB):
        tell(club, person, "remind 4h")
    sweep(club, hours=21)
    assert reminders(club, mover) == 1
    club.answer(club.last(mover, "Egyptos"), "M14")
    sweep(club, hours=21)
    assert reminders(club, other(mover)) == 1


def test_one_for_a_quiet_time_comes_an_hour_before_it(club: Club) -> None:
    club.begin("days=5")
    mover = to_move(club)
    due = club.match().due_at
    assert due is not None
    hour = due.hour
    tell(club, mover, "remind 4h")
    tell(club, mover, f"quiet {hour - 7}-{hour + 1}")
    assert club.match().remind_at == due - timedelta(hours=8)
    sweep(club, seconds=(due - timedelta(hours=8) - club.now).total_seconds())
    assert reminders(club, mover) == 1
    sweep(club, hours=4)
    sweep(club, hours=3)
    assert reminders(club, mover) == 1


def test_a_sweep_that_comes_in_a_quiet_time_sends_no_reminder(club: Club) -> None:
    club.begin("days=5")
    mover = to_move(club)
    due = club.match().due_at
    assert due is not None
    hour = due.hour
    tell(club, mover, "remind 10h")
    tell(club, mover, f"quiet {hour - 8}-{hour - 2}")
    sweep(club, seconds=(due - timedelta(hours=7) - club.now).total_seconds())
    assert reminders(club, mover) == 0
    sweep(club, hours=5)
    assert reminders(club, mover) == 1


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("remind", "remind 3d 1d 4h"),
        ("remind 40d", "remind 30d"),
        ("remind 1d 1d", "remind 1d"),
        ("remind 0h", "remind 1h"),
        ("remind 1d 2d 3d 4d 5d", "remind 5d 4d 3d 2d"),
        ("remind 3", "remind 3d"),
        ("remind soonish", "remind usual"),
    ],
)
def test_what_are_no_reminders_is_refused_with_what_would_be_right(club: Club, line: str, right: str) -> None:
    club.begin()
    mover = to_move(club)
    number = club.answer(club.last(mover), line)
    assert club.inbox(number).verdict == "refused: bad_reminders"
    assert right in text_of(club.last(mover))
    assert club.match().seats[club.match().to_move or 0].reminders is None
    club.write(mover, club.context.addresses.service, line)
    assert right in text_of(club.last(mover))
    assert address_of(mover) in str(club.last(mover)["To"])
