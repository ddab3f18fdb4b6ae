"""A pause needs the consent of the others: who is asked, what their answers and their silence do, and how it ends."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from adjudicator.match.course.verify import verify_published
from adjudicator.match.record.record import PauseEntry, Record, ResumeEntry
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.store.tables import Match
from testkit.agreed_match import PEOPLE, agree
from testkit.automatic_mail import sweep
from testkit.club import ANNA, BOB, Club, address_of, prose_of

CARLA = PEOPLE[2]


def ask(club: Club, line: str = "pause 2 weeks") -> EmailMessage:
    """Let Anna ask two others for a pause; return her receipt."""
    agree(club, "cheops", PEOPLE[:3], "days=7")
    club.answer(club.last(ANNA), line)
    return club.last(ANNA)


def record(club: Club) -> Record:
    with club.context.store.reading() as session:
        found = record_of(session.get_one(Match, club.match().id), club.now)
    assert isinstance(found, Record)
    assert list(verify_published(found)) == []
    return found


def pauses(club: Club) -> list[PauseEntry]:
    return [entry for entry in record(club).entries if isinstance(entry, PauseEntry)]


def test_the_others_are_asked_and_a_bare_yes_is_enough(club: Club) -> None:
    receipt = ask(club)
    assert "The others are asked." in prose_of(receipt)
    for person in (BOB, CARLA):
        letter = club.last(person, "do you agree?")
        assert "Anna asks for a pause until" in prose_of(letter)
        club.answer(letter, "yes")
    (pause,) = pauses(club)
    assert (pause.by, pause.values.agreed, pause.values.silent) == (0, (1, 2), ())
    assert "The match pauses until" in str(club.last(ANNA)["Subject"])
    assert "The match pauses until" in prose_of(club.last(CARLA))


def test_a_pause_that_runs_is_told_once_in_a_letter(club: Club) -> None:
    ask(club)
    for person in (BOB, CARLA):
        club.answer(club.last(person, "do you agree?"), "yes")
    for person in (ANNA, BOB, CARLA):
        club.answer(club.last(person), "board")
        said = prose_of(club.last(person))
        assert said.count("paused until") == 1, said


def test_whose_yes_is_needed_is_not_told_that_silence_is_none(club: Club) -> None:
    club.begin("days=7")
    club.answer(club.last(ANNA), "pause 2 weeks")
    assert "It lapses if not everybody agrees by" in prose_of(club.last(BOB, "do you agree?"))
    agree(club, "cheops", PEOPLE[:3])
    club.answer(club.last(ANNA), "pause 2 weeks")
    assert "If you do not answer, that counts as no objection." in prose_of(club.last(BOB, "do you agree?"))


def test_one_no_ends_it_and_a_yes_of_the_other_comes_too_late(club: Club) -> None:
    ask(club)
    asked = club.last(CARLA, "do you agree?")
    club.answer(club.last(BOB, "do you agree?"), "no")
    assert pauses(club) == []
    assert "Not everybody agrees" in str(club.last(ANNA)["Subject"])
    club.answer(asked, "agree")
    assert "Nothing waits for your answer here." in prose_of(club.last(CARLA))


def test_whoever_is_silent_for_a_week_does_not_stand_in_the_way_if_another_agreed(club: Club) -> None:
    ask(club, "pause 3 weeks")
    club.answer(club.last(BOB, "do you agree?"), "agree")
    club.pass_time(days=6)
    sweep(club)
    assert pauses(club) == []
    club.pass_time(days=1, minutes=1)
    sweep(club)
    (pause,) = pauses(club)
    assert (pause.values.agreed, pause.values.silent) == ((1,), (2,))


def test_a_proposal_that_nobody_answers_lapses(club: Club) -> None:
    ask(club, "pause 4 weeks")
    club.pass_time(days=14, minutes=1)
    sweep(club)
    assert pauses(club) == []
    assert "Not enough players answered in time" in str(club.last(ANNA, "answered in time")["Subject"])


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("pause", "Until when is the pause to last?"),
        ("pause until 24 December 2024", "is past already"),
        ("pause 70 days", "at most 60 days"),
        ("resume", "not paused"),
        ("agree", "Nothing waits for your answer"),
        ("withdraw", "nothing here that is still open"),
        ("agree perhaps", "agree 2"),
    ],
)
def test_what_cannot_be_is_answered_with_what_would_be_right(club: Club, line: str, reason: str) -> None:
    assert reason in prose_of(ask(club, line))
    assert not club.letters(BOB, "do you agree?")


def test_a_second_pause_waits_for_the_first_and_its_asker_may_take_it_back(club: Club) -> None:
    ask(club)
    club.answer(club.last(BOB), "pause 1 week")
    assert "A pause is proposed already." in prose_of(club.last(BOB))
    club.answer(club.last(ANNA), "withdraw")
    assert "Anna took the proposal back" in str(club.last(CARLA)["Subject"])
    club.answer(club.last(CARLA), "pause 1 week")
    assert "Carla asks for a pause" in prose_of(club.last(ANNA))


@pytest.mark.parametrize("writer", [ANNA, BOB])
def test_a_pause_in_which_somebody_writes_ends_with_one_letter_to_each(club: Club, writer: str) -> None:
    ask(club, "pause 1 week")
    for person in (BOB, CARLA):
        club.answer(club.last(person, "do you agree?"), "yes")
    club.pass_time(days=1)
    club.answer(club.last(writer), "status")
    before = {person: len(club.letters(person)) for person in (ANNA, BOB, CARLA)}
    club.pass_time(days=8)
    sweep(club)
    for person, count in before.items():
        (over,) = club.letters(person)[count:]
        assert "The pause is over" in str(over["Subject"])


def test_anybody_ends_a_pause_with_notice_and_everybody_hears_when_it_is_over(club: Club) -> None:
    ask(club)
    for person in (BOB, CARLA):
        club.answer(club.last(person, "do you agree?"), "yes")
    club.pass_time(days=1)
    club.answer(club.last(CARLA), "resume")
    assert "Carla wants to play on" in str(club.last(ANNA)["Subject"])
    assert isinstance(record(club).entries[-1], ResumeEntry)
    club.answer(club.last(BOB), "resume")
    assert "The pause ends already" in prose_of(club.last(BOB))
    club.pass_time(days=2, minutes=1)
    sweep(club)
    assert "The pause is over" in str(club.last(BOB)["Subject"])
    club.answer(club.last(BOB), "pause 1 week")
    assert "The others are asked." in prose_of(club.last(BOB)), "one that was ended early does not count"


def test_a_pause_that_is_over_is_over_before_a_sweep_tells_it(club: Club) -> None:
    ask(club, "pause 1 week")
    for person in (BOB, CARLA):
        club.answer(club.last(person, "do you agree?"), "yes")
    club.pass_time(days=8)
    club.answer(club.last(BOB), "resume")
    assert "The match is not paused" in prose_of(club.last(BOB))
    club.answer(club.last(BOB), "pause 1 week")
    assert "The others are asked." in prose_of(club.last(BOB))


def test_a_yes_that_is_judged_behind_the_day_of_the_pause_is_answered(club: Club) -> None:
    ask(club, "pause until tomorrow")
    for person in (BOB, CARLA):
        asked = club.last(person, "do you agree?")
        club.drop(person, address_of(asked["Reply-To"]), "yes", In_Reply_To=str(asked["Message-ID"]))
    club.pass_time(days=2)
    club.work()
    assert pauses(club) == []
    for person in (BOB, CARLA):
        assert "Our fault" not in str(club.last(person)["Subject"])


@pytest.mark.parametrize("first", ["the sweep", "a letter"])
def test_silence_in_an_outage_is_none(club: Club, first: str) -> None:
    ask(club, "pause 4 weeks")
    club.answer(club.last(BOB, "do you agree?"), "agree")
    sweep(club)
    club.be_away(days=8)
    if first == "a letter":
        club.answer(club.last(BOB), "agree")
    sweep(club)
    assert pauses(club) == []
    club.pass_time(days=7, minutes=1)
    sweep(club)
    (pause,) = pauses(club)
    assert (pause.values.agreed, pause.values.silent) == ((1,), (2,))


def test_a_yes_in_another_letter_answers_nothing(club: Club) -> None:
    agree(club, "cheops", PEOPLE[:3], "days=7")
    other = club.last(BOB)
    club.answer(club.last(ANNA), "pause 2 weeks")
    club.answer(other, "yes")
    club.answer(club.last(CARLA, "do you agree?"), "yes")
    assert pauses(club) == []


def test_no_time_runs_during_a_pause(club: Club) -> None:
    ask(club, "pause 2 weeks")
    before = club.match().due_at
    for person in (BOB, CARLA):
        club.answer(club.last(person, "do you agree?"), "yes")
    assert before is not None
    club.pass_time(days=9)
    sweep(club)
    assert club.match().overdue_at is None
    due = club.match().due_at
    assert due is None or due > before
    club.pass_time(days=6)
    sweep(club)
    due = club.match().due_at
    assert due is not None
    assert due > before


def test_a_refusal_counts_also_in_place_of_an_earlier_yes(club: Club) -> None:
    ask(club)
    asked = club.last(BOB, "do you agree?")
    club.answer(asked, "agree")
    club.answer(asked, "refuse")
    assert "Not everybody agrees" in str(club.last(CARLA)["Subject"])


def test_days_away_do_not_count_as_silence(club: Club) -> None:
    agree(club, "cheops", PEOPLE[:3], "days=7")
    club.answer(club.last(CARLA), "absence 5 days")
    club.answer(club.last(ANNA), "pause 4 weeks")
    club.answer(club.last(BOB, "do you agree?"), "agree")
    club.pass_time(days=8)
    sweep(club)
    assert pauses(club) == []
    club.pass_time(days=5)
    sweep(club)
    assert len(pauses(club)) == 1


@pytest.mark.parametrize("line", ["pause 1 week", "resume", "agree", "withdraw", "expel Bob", "finish match"])
def test_a_match_that_is_over_knows_nothing_to_decide(club: Club, line: str) -> None:
    club.begin()
    club.answer(club.last(BOB), "resign")
    club.answer(club.last(ANNA), line)
    assert "The match is over." in prose_of(club.last(ANNA))


@pytest.mark.parametrize("line", ["pause 1 week", "expel Bob", "hand over to carl@example.org", "finish match"])
def test_an_older_record_cannot_hold_it(club: Club, line: str) -> None:
    match = club.begin()
    with club.context.store.writing() as session:
        session.get_one(Match, match.id).record_version = 1
    club.answer(club.last(ANNA), line)
    assert "older version of the service" in prose_of(club.last(ANNA))
