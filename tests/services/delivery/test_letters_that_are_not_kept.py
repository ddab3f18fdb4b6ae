"""Letters of finished matches are emptied after a time; what anything still needs is kept."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from adjudicator.services.inbound.quarantine import drop_letter, quarantine_letter
from adjudicator.services.jobs import letter_retention
from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.services.matches.letters.own_letters import write_mbox
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.states import InboxState, MatchState
from adjudicator.store.tables import Inbox, Match, Outbox, Player
from testkit.club import ANNA, BOB, Club, address_of, prose_of, to_move

DAYS = 60


@pytest.fixture
def keeping(club: Club) -> Club:
    """A club whose host keeps letters for sixty days, with a match that has begun."""
    club.begin()
    club.context = replace(club.context, letter_days=DAYS)
    return club


def end(club: Club) -> None:
    club.answer(club.last(ANNA, club.match().code), "resign")


def sweep(club: Club, **later: float) -> None:
    club.now += timedelta(**later)
    for _ in range(4):
        letter_retention.empty_old_letters(club.context, club.now)


def full(club: Club) -> tuple[int, int]:
    """Count the letters that still have a text: received ones, and ours."""
    with club.context.store.reading() as session:
        received = session.scalar(select(func.count()).where(Inbox.raw != b""))
        ours = session.scalar(select(func.count()).where(Outbox.text != ""))
    return received or 0, ours or 0


def test_letters_go_when_the_match_has_been_over_for_so_long(keeping: Club) -> None:
    sweep(keeping, days=DAYS + 1)
    end(keeping)
    before = full(keeping)
    sweep(keeping, days=DAYS - 1)
    during = full(keeping)
    # What came before the match began belongs to none; of the match nothing is gone.
    assert during[0] >= before[0] - 3
    with keeping.context.store.reading() as session:
        anna = session.scalars(select(Player).where(Player.address == address_of(ANNA))).one()
        assert write_mbox(keeping.context, session, session.get_one(Match, keeping.match().id), anna)
    keeping.now += timedelta(days=2)
    run_sweep(keeping.context, keeping.now)
    assert full(keeping) == (0, 0)
    assert keeping.match().letters_gone_at == keeping.now
    with keeping.context.store.reading() as session:
        assert not session.scalars(select(Outbox.id).where(Outbox.to_address != "")).all()
        assert not session.scalars(select(Inbox.id).where(Inbox.envelope_from != "")).all()


def test_a_match_that_runs_keeps_its_letters_and_goes_on(keeping: Club) -> None:
    letter = keeping.last(to_move(keeping), keeping.match().code)
    sweep(keeping, days=10 * DAYS)
    assert keeping.match().state is MatchState.RUNNING
    with keeping.context.store.reading() as session:
        emptied = session.scalars(select(Outbox.id).where(Outbox.match_id.is_not(None), Outbox.emptied_at.is_not(None)))
        assert not emptied.all()
    count = keeping.match().entry_count
    keeping.answer(letter, "M14")
    assert keeping.match().entry_count == count + 1


def test_never_is_a_choice(club: Club) -> None:
    club.begin()
    end(club)
    before = full(club)
    sweep(club, days=4000)
    assert full(club) >= before


def test_a_second_copy_of_an_emptied_letter_is_recognised_and_an_answer_finds_its_match(keeping: Club) -> None:
    ours, mover = keeping.last(BOB, keeping.match().code), to_move(keeping)
    raw_number = keeping.write(mover, keeping.context.addresses.service, "help")
    with keeping.context.store.reading() as session:
        raw, to = session.get_one(Inbox, raw_number).raw, session.get_one(Inbox, raw_number).recipient
    end(keeping)
    sweep(keeping, days=DAYS + 1)
    sent = len(keeping.transport.letters)
    assert keeping.bring(raw, to, mover) == raw_number
    keeping.work()
    assert len(keeping.transport.letters) == sent
    keeping.answer(ours, "board", sender=BOB)
    assert f"an address of match {keeping.match().code}, which has been over" in prose_of(keeping.last(BOB))


def test_a_letter_that_was_set_aside_is_kept_until_it_is_dealt_with(keeping: Club) -> None:
    number = keeping.drop(ANNA, keeping.context.addresses.service, "help")
    keeping.queue.enqueued.clear()
    quarantine_letter(keeping.context, number, "Traceback\nValueError: x", keeping.now)
    keeping.work()
    sweep(keeping, days=3 * DAYS)
    assert keeping.inbox(number).state is InboxState.ASIDE
    with keeping.context.store.reading() as session:
        assert session.scalars(select(Inbox.raw).where(Inbox.id == number)).one()
    drop_letter(keeping.context, number, keeping.now)
    sweep(keeping)
    with keeping.context.store.reading() as session:
        assert session.scalars(select(Inbox.raw).where(Inbox.id == number)).one() == b""


def test_a_match_that_was_opened_again_keeps_its_letters(keeping: Club) -> None:
    end(keeping)
    with unit_of_work(keeping.context, keeping.now) as work:
        work.session.get_one(Match, keeping.match().id).state = MatchState.RUNNING
    sweep(keeping, days=DAYS + 1)
    assert keeping.match().letters_gone_at is None


@pytest.mark.parametrize("seconds", [0, 5, 10_000])
def test_a_sweep_goes_on_in_small_transactions_until_its_time_is_over(
    keeping: Club, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    """With enough time nothing is left, however much there was; no transaction is larger for that."""
    end(keeping)
    for _ in range(3):
        keeping.begin()
        end(keeping)
    monkeypatch.setattr(letter_retention, "BATCH", 2)
    sizes, empty = list[int](), letter_retention._empty

    def count(work: UnitOfWork, kind: Any, letters: Sequence[int]) -> None:
        sizes.append(len(letters))
        empty(work, kind, letters)

    monkeypatch.setattr(letter_retention, "_empty", count)
    now, ticks = keeping.now + timedelta(days=DAYS + 1), itertools.count()
    before = full(keeping)
    letter_retention.empty_old_letters(keeping.context, now, seconds, lambda: float(next(ticks)))
    after = full(keeping)
    assert max(sizes) <= 2
    assert after < before
    assert (after == (0, 0)) is (seconds == 10_000)
    assert len(sizes) < 16 or seconds == 10_000
    if seconds == 10_000:
        assert not letter_retention.count_overdue(keeping.context, now)
