"""Outages: nobody is late for time in which the service could take no orders, whoever writes first afterwards."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from adjudicator.services.jobs import periodic_sweep
from adjudicator.services.jobs.sweep_attempts import Attempts
from adjudicator.services.matches.deadlines import outages
from adjudicator.services.matches.rows import outage_rows
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Outage
from testkit.club import ANNA, BOB, Club, other, prose_of, to_move, want_all_letters


def sweep(club: Club) -> None:
    periodic_sweep.run_sweep(club.context, club.now)
    club.work()


def begin(club: Club) -> tuple[str, datetime]:
    """Begin a match whose turn has a day left, and name who is to move and until when."""
    club.begin("days=3", "grace=0")

    def letters() -> None:
        want_all_letters(club)
        for person in (ANNA, BOB):
            club.answer(club.last(person), "absences by hand")
        sweep(club)

    club.play_beginning("absences by hand", letters)
    club.pass_time(days=2)
    sweep(club)
    due = club.match().due_at
    assert due is not None
    return to_move(club), due


def noted(club: Club) -> list[Outage]:
    with club.context.store.reading() as session:
        return list(session.scalars(select(Outage).order_by(Outage.id)))


def test_a_deadline_that_passed_during_an_outage_moves_and_both_players_are_informed(club: Club) -> None:
    mover, due = begin(club)
    club.be_away(days=4)
    sweep(club)
    assert club.match().due_at == due + timedelta(days=4)
    for person in (ANNA, BOB):
        (letter,) = club.letters(person, "service was down")
        assert "The service was down from Sunday 29 November, 19:00 UTC to Thursday 3 December" in prose_of(letter)
        assert not club.letters(person, "late")
        assert not club.letters(person, "has passed")
    number = club.answer(club.last(other(mover), "service was down"), "claim")
    assert club.inbox(number).verdict == "refused: nothing_to_claim"
    assert "The service was down from" in prose_of(club.last(other(mover)))
    number = club.answer(club.last(mover), "M14")
    assert club.inbox(number).verdict == "played"
    assert "service was down" not in prose_of(club.last(other(mover)))


def test_a_claim_that_is_judged_before_the_first_sweep_is_refused_with_the_reason(club: Club) -> None:
    mover, due = begin(club)
    club.be_away(days=4)
    number = club.answer(club.last(other(mover)), "claim")
    assert club.inbox(number).verdict == "refused: service_was_away"
    assert "the service was down when the time ran out" in prose_of(club.last(other(mover)))
    sweep(club)
    assert club.match().due_at == due + timedelta(days=4)
    assert club.inbox(club.answer(club.last(mover), "M14")).verdict == "played"


def test_a_move_that_waited_for_the_service_is_played_although_a_claim_came_first(club: Club) -> None:
    mover, _ = begin(club)
    letter = club.last(mover)
    club.be_away(days=4)
    club.answer(club.last(other(mover)), "claim")
    assert club.inbox(club.answer(letter, "M14")).verdict == "played"
    assert club.match().state is MatchState.RUNNING


def test_who_was_late_before_the_outage_stays_late(club: Club) -> None:
    mover, due = begin(club)
    club.pass_time(days=1, minutes=1)
    sweep(club)
    club.be_away(days=4)
    sweep(club)
    assert club.match().due_at == due
    club.answer(club.last(other(mover)), "claim")
    assert club.match().state is MatchState.FINISHED


def test_a_deadline_that_is_still_ahead_moves_without_a_letter(club: Club) -> None:
    mover, due = begin(club)
    before = len(club.transport.letters)
    club.be_away(hours=5)
    sweep(club)
    assert club.match().due_at == due + timedelta(hours=5)
    assert [letter["Subject"] for letter in club.transport.letters[before:]] == []
    club.answer(club.last(mover), "board")
    assert "The service was down from" in prose_of(club.last(mover))


def test_a_reminder_due_during_an_outage_comes_after_four_fifths_of_the_rest(club: Club) -> None:
    mover, _ = begin(club)
    club.be_away(days=4)
    sweep(club)
    assert not club.letters(mover, "minder")
    club.pass_time(hours=10)
    sweep(club)
    assert len(club.letters(mover, "minder")) == 1


@pytest.mark.parametrize(("minutes", "moved"), [(60, 0), (61, 120)])
def test_an_hour_away_moves_nothing_and_more_is_rounded_up_to_the_hour(club: Club, minutes: int, moved: int) -> None:
    _, due = begin(club)
    club.be_away(minutes=minutes)
    sweep(club)
    assert club.match().due_at == due + timedelta(minutes=moved)


def test_clocks_of_two_machines_that_differ_give_the_same_hours_back_once(club: Club) -> None:
    _, due = begin(club)
    for _ in range(4):
        club.be_away(hours=3)
        sweep(club)
        club.be_away(hours=-3)
        sweep(club)
    assert club.match().due_at == due + timedelta(hours=3)
    assert len(noted(club)) == 1


def test_a_clock_that_was_a_year_ahead_hides_no_later_outage(club: Club) -> None:
    begin(club)
    club.be_away(days=365)
    sweep(club)
    club.be_away(days=-365)
    sweep(club)
    due = club.match().due_at
    club.be_away(hours=7)
    sweep(club)
    assert due is not None
    assert club.match().due_at == due + timedelta(hours=7)


@pytest.mark.parametrize("wrong", [datetime(1970, 1, 1, tzinfo=UTC), datetime(2026, 11, 27, 20, tzinfo=UTC)])
@pytest.mark.parametrize("down", [timedelta(minutes=5), timedelta(days=4)])
def test_a_clock_that_was_behind_gives_back_only_the_time_without_a_sweep(
    club: Club, wrong: datetime, down: timedelta
) -> None:
    _, due = begin(club)
    right = club.now
    for minutes in range(3):
        club.now = wrong + timedelta(minutes=minutes)
        sweep(club)
    club.now = right + down
    for _ in range(2):
        sweep(club)
    assert club.match().due_at == due + (down if down > outage_rows.OUTAGE_AFTER else timedelta(0))


def test_a_time_that_stands_still_is_not_given_back_twice(club: Club) -> None:
    mover, _ = begin(club)
    club.answer(club.last(mover), "absence 20 December")
    due = club.match().due_at
    club.be_away(days=4)
    sweep(club)
    assert club.match().due_at == due


def test_the_next_sweep_finishes_a_killed_one_and_moves_each_deadline_once(club: Club) -> None:
    _, due = begin(club)
    club.be_away(days=2)
    outages.note_outage(club.context, club.now, Attempts(club.context, club.now).try_row)
    for _ in range(3):
        sweep(club)
    assert club.match().due_at == due + timedelta(days=2)
    assert [outage.settled_at for outage in noted(club)] == [club.now]


def test_two_sweeps_at_the_same_instant_move_a_deadline_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    _, due = begin(club)
    club.be_away(days=2)
    number = club.match().id
    monkeypatch.setattr(outages, "_touched", lambda *_: [number, number])
    sweep(club)
    assert club.match().due_at == due + timedelta(days=2)
    assert len(club.letters(ANNA, "service was down")) == 1
