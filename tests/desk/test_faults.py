"""Faults of ours, and tasks that run twice."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from adjudicator.desk import faults, judging
from adjudicator.desk.desk import Desk
from adjudicator.store.tables import Inbox, Outbox
from tests.desk.club import Club, text_of, to_move


def test_a_fault_of_ours_is_set_aside_told_and_retried(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.begin()
    mover = to_move(club)

    def broken(*_args: object) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr("adjudicator.desk.turns.rule", broken)
    number = club.answer(club.last(mover), "M14")
    monkeypatch.undo()
    with club.desk.store.reading() as session:
        (row,) = faults.aside(session)
        assert row.id == number
        assert "a wheel came off" in row.traceback
    assert "a wheel came off" in text_of(club.last("host@club.example"))
    assert f"adjudicator retry {number}" in text_of(club.last("host@club.example"))
    assert str(number) in text_of(club.last(mover))
    assert faults.retry(club.desk, number)
    club.work()
    assert club.inbox(number).verdict == "played"
    assert not faults.retry(club.desk, number)


def counts(desk: Desk) -> tuple[int, int]:
    with desk.store.reading() as session:
        inbox = session.scalar(select(func.count()).select_from(Inbox)) or 0
        outbox = session.scalar(select(func.count()).select_from(Outbox)) or 0
        return inbox, outbox


def test_judging_a_letter_again_changes_nothing(club: Club) -> None:
    club.begin()
    number = club.answer(club.last(to_move(club)), "M14")
    before = counts(club.desk)
    judging.judge(club.desk, number, club.now)
    club.work()
    assert counts(club.desk) == before
