"""Deadlines: shown, reminded of once, missed once, claimed or extended, whatever the clock does."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from adjudicator.services.jobs import periodic_sweep
from adjudicator.services.orders.commands import talk_commands
from adjudicator.store.states import MatchState
from testkit.club import ANNA, BOB, START, Club, prose_of, text_of, to_move


def sweep(club: Club) -> None:
    periodic_sweep.run_sweep(club.context, club.now)
    club.work()


def late_and_patient(club: Club) -> tuple[str, str]:
    seat = club.match().to_move
    assert seat is not None
    return ((ANNA, BOB), (BOB, ANNA))[seat]


def test_the_default_is_seven_days_and_deadlines_show_weekday_and_utc(club: Club) -> None:
    match = club.begin()
    assert match.due_at == START + timedelta(days=7)
    late, _ = late_and_patient(club)
    assert "Friday 4 December, 19:00 UTC" in prose_of(club.last(late))


def test_a_zone_chosen_by_letter_shows_in_the_next_letter(club: Club) -> None:
    club.begin()
    late, _ = late_and_patient(club)
    club.answer(club.last(late), "zone Europe/Paris\nboard")
    assert "20:00 your time (19:00 UTC)" in prose_of(club.last(late))


def test_a_match_without_limit_never_ends_by_time_but_asks_who_is_silent_for_two_months(club: Club) -> None:
    assert club.begin("days=none").due_at is None
    silent, patient = late_and_patient(club)
    club.pass_time(days=59)
    before = len(club.transport.letters)
    sweep(club)
    assert len(club.transport.letters) == before
    club.pass_time(days=2)
    for _ in range(2):
        sweep(club)
        club.pass_time(days=100)
    assert len(club.transport.letters) == before + 3, "one letter to the silent one, then one to each"
    assert "still want to play" in str(club.letters(silent)[-2]["Subject"])
    assert club.match().state is MatchState.RUNNING
    club.answer(club.last(patient), "claim")
    assert club.match().state is MatchState.FINISHED


def test_a_reminder_comes_once_at_four_fifths_of_the_time(club: Club) -> None:
    club.begin("days=5", "grace=0", "absence=0")
    late, patient = late_and_patient(club)
    before = len(club.letters(patient))
    club.pass_time(days=3, hours=23)
    sweep(club)
    assert not club.letters(late, "minder")
    club.pass_time(hours=1)
    sweep(club)
    sweep(club)
    assert len(club.letters(late, "minder")) == 1
    assert len(club.letters(patient)) == before


def test_a_move_in_time_needs_no_reminder(club: Club) -> None:
    club.begin("days=5", "grace=0", "absence=0")
    late, _ = late_and_patient(club)
    club.answer(club.last(late), "M14")
    club.pass_time(days=4, hours=1)
    sweep(club)
    assert not club.letters(late, "minder")


def test_a_missed_deadline_is_reported_to_both_once(club: Club) -> None:
    club.begin("days=2", "grace=0", "absence=0")
    club.pass_time(days=2, seconds=1)
    before = {person: len(club.letters(person)) for person in (ANNA, BOB)}
    sweep(club)
    sweep(club)
    assert {person: len(club.letters(person)) - before[person] for person in (ANNA, BOB)} == {ANNA: 1, BOB: 1}
    _, patient = late_and_patient(club)
    assert "claim" in text_of(club.last(patient))
    assert "grant" in text_of(club.last(patient))


@pytest.mark.parametrize("late", ["claim", "house", "lose"])
def test_without_grace_nobody_reads_that_a_late_turn_can_be_played_until_a_moment(club: Club, late: str) -> None:
    club.begin("days=2", "grace=0", "absence=0", f"late={late}")
    first, before = to_move(club), len(list(club.transport.letters))
    club.pass_time(days=2, minutes=1)
    sweep(club)
    told = [prose_of(letter) for letter in list(club.transport.letters)[before:]]
    assert not [one for one in told if re.search("play until [A-Z]|before that|After that|Then ", one)]
    said = {
        "claim": "You can still play, as long as nobody has claimed the match.",
        "house": "So the house player plays this turn for you.",
    }
    if late in said:  # else the match is over, and its last letter comes in place of this one
        assert said[late] in prose_of(club.last(first, "Your time for this turn"))


def test_the_late_one_may_still_play_while_nobody_claims(club: Club) -> None:
    club.begin("days=2", "grace=0", "absence=0")
    late, _ = late_and_patient(club)
    club.pass_time(days=3)
    sweep(club)
    number = club.answer(club.last(late), "M14")
    assert club.inbox(number).verdict == "played"
    assert club.match().due_at == club.now + timedelta(days=2)


def test_the_patient_one_may_claim(club: Club) -> None:
    club.begin("days=2", "grace=0", "absence=0")
    _, patient = late_and_patient(club)
    club.pass_time(days=2, seconds=1)
    sweep(club)
    club.answer(club.last(patient), "claim")
    match = club.match()
    assert match.state is MatchState.FINISHED
    assert match.end is not None
    assert match.end.kind == "time"
    assert match.end.places == ((2, 1) if late_seat(club, patient) == 0 else (1, 2))


def late_seat(club: Club, patient: str) -> int:
    assert club.match().end is not None
    return 1 if patient == ANNA else 0


@pytest.mark.parametrize("who", ["late", "patient"])
def test_nobody_may_claim_before_the_time_has_passed_nor_the_late_one_ever(club: Club, who: str) -> None:
    club.begin("days=2", "grace=0", "absence=0")
    late, patient = late_and_patient(club)
    club.pass_time(days=3 if who == "late" else 1)
    sweep(club)
    number = club.answer(club.last(late if who == "late" else patient), "claim")
    assert club.inbox(number).verdict == "refused: nothing_to_claim"
    assert club.match().state is MatchState.RUNNING


def test_days_that_are_granted_move_the_deadline_and_allow_a_second_reminder(club: Club) -> None:
    club.begin("days=2", "grace=0", "absence=0")
    late, patient = late_and_patient(club)
    club.pass_time(days=2, hours=1)
    sweep(club)
    club.answer(club.last(patient), "grant 3")
    assert club.match().due_at == club.now + timedelta(days=3)
    assert "3 days" in text_of(club.last(late))
    club.pass_time(days=4)
    sweep(club)
    assert "claim" in text_of(club.last(patient))


def test_the_letter_about_days_that_are_granted_tells_of_them_once(club: Club) -> None:
    club.begin()
    late, patient = late_and_patient(club)
    club.answer(club.last(patient), "grant 3")
    told = prose_of(club.last(late))
    assert (told.count("more time: 3 days"), told.count("3 days more")) == (1, 0)
    club.answer(club.last(late), "history")
    assert "gave you 3 days more" in prose_of(club.last(late))


def test_a_hundred_grants_give_no_more_than_one_could_and_write_one_letter(club: Club) -> None:
    club.begin("days=2", "grace=0", "absence=0")
    late, patient = late_and_patient(club)
    before, count = club.match().due_at, len(club.letters(late))
    assert before is not None
    for _ in range(3):
        club.answer(club.last(patient), "grant 60\n" * 100)
    assert club.match().due_at == before + timedelta(days=60)
    assert len(club.letters(late)) == count + 1
    assert "cannot give any more" in prose_of(club.last(patient))


@pytest.mark.parametrize("separate", [False, True])
def test_a_player_gives_at_most_sixty_days_a_turn_in_at_most_five_grants(club: Club, separate: bool) -> None:
    club.begin("days=2", "grace=0", "absence=0")
    late, patient = late_and_patient(club)
    before = club.match().due_at
    assert before is not None
    count = len(club.letters(late))
    for text in ["grant 2"] * 7 if separate else ["grant 2\n" * 7]:
        club.answer(club.last(patient), text)
    assert club.match().due_at == before + timedelta(days=10)
    assert len(club.letters(late)) == count + (5 if separate else 1)
    assert "10 days" in text_of(club.last(late)) or separate


def test_the_number_of_days_that_can_still_be_granted_is_offered(club: Club) -> None:
    club.begin("days=2", "grace=0", "absence=0")
    _, patient = late_and_patient(club)
    club.answer(club.last(patient), "grant 50")
    club.answer(club.last(patient), "grant 20")
    assert "grant 10" in text_of(club.last(patient))
    club.answer(club.last(patient), "grant 10")
    assert "You gave" in prose_of(club.last(patient))


@pytest.mark.parametrize("line", ["board", "status", "history", "record", "help", "? M14", "press Hello"])
def test_a_letter_of_a_hundred_commands_gets_ten_of_them_and_an_account_of_the_rest(club: Club, line: str) -> None:
    club.begin("days=2", "grace=0", "absence=0")
    late, patient = late_and_patient(club)
    club.answer(club.last(late), f"{line}\n" * 100)
    assert f"because one letter can only do so much: {'; '.join([line] * 90)}." in prose_of(club.last(late))
    once = len(text_of(club.last(late)))
    assert len(club.letters(patient, "writes")) <= 10
    assert once < 30_000


def test_press_has_a_limit_a_day(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk_commands, "PRESS_A_DAY", 3)
    club.begin("days=2", "grace=0", "absence=0")
    late, patient = late_and_patient(club)
    count = len(club.letters(patient))
    for _ in range(2):
        club.answer(club.last(late), "press one\npress two")
    assert len(club.letters(patient)) == count + 3
    assert "at most 3 times a day" in prose_of(club.last(late))
    club.pass_time(days=1)
    club.answer(club.last(late), "press Again")
    assert len(club.letters(patient)) == count + 4


@pytest.mark.parametrize("argument", ["0", "-1", "61", "x", ""])
def test_a_grant_of_nonsense_is_refused(club: Club, argument: str) -> None:
    club.begin("days=2", "grace=0", "absence=0")
    _, patient = late_and_patient(club)
    due = club.match().due_at
    club.answer(club.last(patient), f"grant {argument}")
    assert club.match().due_at == due
    assert "grant 3" in text_of(club.last(patient)) or "grant" in text_of(club.last(patient))


@pytest.mark.parametrize("argument", ["61", "400", "30000"])
def test_a_grant_of_too_much_is_answered_with_what_can_be_given(club: Club, argument: str) -> None:
    club.begin("days=2", "grace=0", "absence=0")
    _, patient = late_and_patient(club)
    number = club.answer(club.last(patient), f"grant {argument}")
    assert club.inbox(number).verdict == "refused: granted_enough"
    assert "grant 60" in text_of(club.last(patient))


def test_a_clock_that_goes_backwards_makes_nobody_late_and_no_turn_shorter(club: Club) -> None:
    club.begin("days=2", "grace=0", "absence=0")
    late, _ = late_and_patient(club)
    began = club.match().since
    club.pass_time(days=-30)
    sweep(club)
    assert club.match().state is MatchState.RUNNING
    club.answer(club.last(late), "M14")
    match = club.match()
    assert began is not None
    assert match.due_at is not None
    assert match.due_at >= began + timedelta(days=2)


def test_an_unanswered_invitation_expires_and_its_inviter_is_informed(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    club.answer(club.last(ANNA), "yes")
    club.pass_time(days=15)
    sweep(club)
    assert "No answer from bob@bob.example" in str(club.last(ANNA)["Subject"])
    club.answer(club.last(BOB), "yes")
    assert club.match().state is MatchState.INVITING


def test_forgotten_rows_are_found_by_the_sweep(club: Club) -> None:
    club.begin()
    mover, _ = late_and_patient(club)
    letter = club.last(mover)
    club.queue.broken = True
    number = club.answer(letter, "M14")
    assert club.inbox(number).state == "waiting"
    club.queue.broken = False
    club.pass_time(seconds=20)
    sweep(club)
    assert club.inbox(number).verdict == "played"


def test_the_sweep_leaves_its_mark_for_the_doctor(club: Club) -> None:
    assert periodic_sweep.last_sweep(club.context) is None
    sweep(club)
    assert periodic_sweep.last_sweep(club.context) == club.now
