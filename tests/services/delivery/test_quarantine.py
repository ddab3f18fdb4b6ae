"""Quarantine: letters on which our code fails, and tasks that run twice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from adjudicator.services.context import Context
from adjudicator.services.fault_traces import fault_line
from adjudicator.services.inbound import quarantine
from adjudicator.services.jobs import judging
from adjudicator.store.states import InboxState, MatchState
from adjudicator.store.tables import Inbox, Outbox
from testkit.automatic_mail import sweep
from testkit.club import Club, address_of, prose_of, text_of, to_move


def test_a_letter_that_raises_is_quarantined_reported_and_retried(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.begin()
    mover = to_move(club)

    def broken(*_args: object) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr("adjudicator.services.orders.seat_handler.rule_on", broken)
    number = club.answer(club.last(mover), "M14")
    monkeypatch.undo()
    with club.context.store.reading() as session:
        (row,) = quarantine.quarantined_letters(session)
        assert row.id == number
        assert "a wheel came off" in row.traceback
    assert "a wheel came off" in text_of(club.last("host@club.example"))
    assert f"adjudicator retry {number}" in text_of(club.last("host@club.example"))
    assert str(number) in text_of(club.last(mover))
    assert quarantine.retry_letter(club.context, number, club.now)
    club.work()
    assert club.inbox(number).verdict == "played"
    assert not quarantine.retry_letter(club.context, number, club.now)


def counts(context: Context) -> tuple[int, int]:
    with context.store.reading() as session:
        inbox = session.scalar(select(func.count()).select_from(Inbox)) or 0
        outbox = session.scalar(select(func.count()).select_from(Outbox)) or 0
        return inbox, outbox


def test_judging_a_letter_again_changes_nothing(club: Club) -> None:
    club.begin()
    number = club.answer(club.last(to_move(club)), "M14")
    before = counts(club.context)
    judging.judge_letter(club.context, number, club.now)
    club.work()
    assert counts(club.context) == before


@pytest.fixture
def broken(club: Club, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], int]:
    """Break on an order, and answer the newest letter of the one who is to move with something."""
    club.begin()

    def fail(*_args: object) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr("adjudicator.services.orders.seat_handler.rule_on", fail)
    return lambda text: club.answer(club.last(to_move(club)), text)


HOST = "host@club.example"


def test_the_host_gets_sender_subject_and_whether_the_writer_was_informed(
    club: Club, broken: Callable[[str], int]
) -> None:
    mover = to_move(club)
    subject = str(club.last(mover)["Subject"])
    number = broken("M14")
    said = prose_of(club.last(HOST))
    assert f"From: {address_of(mover)}" in said
    assert f"Its subject: Re: {subject[:20]}" in said
    assert "To: play+" in said
    assert address_of(club.last(mover)["Reply-To"]) not in said
    assert "Its writer has been told that the fault is ours." in said
    for line in (f"adjudicator retry {number}", f"adjudicator drop {number}"):
        assert line in said
    assert "RuntimeError, delivery" in str(club.last(HOST)["Subject"])


def test_the_report_to_the_host_does_not_claim_that_a_stranger_was_informed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adjudicator.services.jobs.judging.texts_answered", lambda *_: 1 / 0)
    club.write("Eve <eve@evil.example>", club.context.addresses.service, "help", subject="=?utf-8?q?caf=C3=A9?=")
    assert not club.letters("eve@evil.example")
    said = prose_of(club.last(HOST))
    assert "Its writer has not been told." in said
    assert "From: eve@evil.example To: play@club.example Its subject: caf\u00e9" in said


def test_the_host_gets_one_letter_a_day_for_faults_of_one_kind(club: Club, broken: Callable[[str], int]) -> None:
    for text in ("M14", "M15", "M14"):
        broken(text)
    assert len(club.letters(HOST)) == 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("adjudicator.services.jobs.judging.texts_answered", lambda *_: 1 / 0)
        broken("M14")
    assert len(club.letters(HOST)) == 2
    club.pass_time(days=1, seconds=1)
    broken("M14")
    assert len(club.letters(HOST)) == 3


def test_a_writer_is_told_of_five_faults_an_hour(club: Club, broken: Callable[[str], int]) -> None:
    mover = to_move(club)
    before = len(club.letters(mover))
    for number in range(8):
        broken(f"M14 {number}")
    assert len(club.letters(mover)) == before + 5
    club.pass_time(hours=1, seconds=1)
    broken("M15")
    assert len(club.letters(mover)) == before + 6


@pytest.mark.parametrize(("days", "late"), [(6, False), (8, True)])
def test_a_letter_set_aside_in_the_last_week_of_a_turn_holds_its_clock_until_the_host_has_seen_to_it(
    club: Club, monkeypatch: pytest.MonkeyPatch, days: int, late: bool
) -> None:
    club.begin("days=20")
    due = club.match().due_at
    assert due is not None
    club.pass_time(seconds=(due - club.now).total_seconds() - timedelta(days=days).total_seconds())
    monkeypatch.setattr("adjudicator.services.orders.seat_handler.rule_on", lambda *_: 1 / 0)
    club.answer(club.last(to_move(club)), "M14")
    for _ in range(30):
        club.pass_time(days=1)
        sweep(club)
    assert (club.match().state is MatchState.FINISHED) is late


def test_a_dropped_letter_is_not_judged_and_its_writer_is_informed(
    club: Club, broken: Callable[[str], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    mover = to_move(club)
    number = broken("M14")
    monkeypatch.undo()
    assert quarantine.drop_letter(club.context, number, club.now)
    club.work()
    assert (club.inbox(number).state, club.inbox(number).verdict) == (InboxState.DONE, "dropped")
    assert "the host has dropped it" in prose_of(club.last(mover))
    assert not quarantine.drop_letter(club.context, number, club.now)
    assert not quarantine.retry_letter(club.context, number, club.now)
    with club.context.store.reading() as session:
        assert quarantine.quarantined_letters(session) == []


def test_a_writer_who_was_not_informed_of_the_fault_is_not_informed_of_the_drop(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adjudicator.services.jobs.judging.texts_answered", lambda *_: 1 / 0)
    number = club.write("Eve <eve@evil.example>", club.context.addresses.service, "help")
    assert quarantine.drop_letter(club.context, number, club.now)
    club.work()
    assert not club.letters("eve@evil.example")


@pytest.mark.parametrize(
    ("trace", "line"),
    [
        ("Traceback (most recent call last):\n  File \"x.py\", line 3, in f\nKeyError: 'a'\n", "KeyError: 'a'"),
        (
            "sqlalchemy.exc.ProgrammingError: (psycopg.errors.X) no\n[SQL: SELECT 1]\n(Background at: https://a.example)\n",
            "sqlalchemy.exc.ProgrammingError: (psycopg.errors.X) no",
        ),
        ("reading it took more than 5 seconds", "reading it took more than 5 seconds"),
        ("AssertionError\n", "AssertionError"),
        ("", ""),
    ],
)
def test_the_line_of_a_traceback_that_names_the_fault_is_shown(trace: str, line: str) -> None:
    assert fault_line(trace) == line
