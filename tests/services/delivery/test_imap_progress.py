"""IMAP progress: each letter is read once while the mailbox keeps its UIDVALIDITY."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select

from adjudicator.services.inbound import imap_progress, intake
from adjudicator.store.session import Store
from adjudicator.store.states import FetchState
from adjudicator.store.tables import Fetched
from testkit.club import START, Club
from testkit.database import make_tables

BOX = "imaps://play@mx/INBOX"


def test_a_mailbox_that_was_never_read_is_new(club: Club) -> None:
    assert imap_progress.highest_uid(club.context, BOX, 7) == 0
    assert imap_progress.last_visit(club.context) is None


@pytest.mark.parametrize("state", [FetchState.TAKEN, FetchState.FOREIGN])
def test_a_letter_that_was_read_is_not_read_again(club: Club, state: FetchState) -> None:
    imap_progress.record_uid(club.context, imap_progress.ImapUid(BOX, 7, 2**32 - 1), state, START)
    imap_progress.record_uid(club.context, imap_progress.ImapUid(BOX, 7, 3), state, START)
    assert imap_progress.highest_uid(club.context, BOX, 7) == 2**32 - 1
    assert imap_progress.uids_to_retry(club.context, BOX, 7) == []


@pytest.mark.parametrize(("box", "validity"), [(BOX, 8), ("imaps://play@mx/Other", 7)])
def test_a_mailbox_with_another_uidvalidity_is_new(club: Club, box: str, validity: int) -> None:
    imap_progress.record_uid(club.context, imap_progress.ImapUid(BOX, 7, 3), FetchState.TAKEN, START)
    assert imap_progress.highest_uid(club.context, box, validity) == 0


def test_a_letter_that_cannot_be_read_is_tried_a_few_times_and_then_left_to_the_host(club: Club) -> None:
    for tries in range(1, imap_progress.MOST_TRIES + 1):
        aside = imap_progress.record_failure(
            club.context, imap_progress.ImapUid(BOX, 7, 3), "NO such luck " * 30, START
        )
        assert aside is (tries == imap_progress.MOST_TRIES)
        assert imap_progress.uids_to_retry(club.context, BOX, 7) == ([] if aside else [3])
    (left,) = imap_progress.failed_letters(club.context, START - timedelta(days=1))
    assert (left.uid, left.why) == (3, ("NO such luck " * 30)[: imap_progress.WHY])
    assert imap_progress.failed_letters(club.context, START) == []


def test_a_letter_that_was_given_up_can_be_retried(club: Club) -> None:
    for _ in range(imap_progress.MOST_TRIES):
        imap_progress.record_failure(club.context, imap_progress.ImapUid(BOX, 7, 3), "NO", START)
    assert imap_progress.retry_failed(club.context) == 1
    assert imap_progress.uids_to_retry(club.context, BOX, 7) == [3]
    assert imap_progress.record_failure(club.context, imap_progress.ImapUid(BOX, 7, 3), "NO", START) is False
    imap_progress.record_uid(club.context, imap_progress.ImapUid(BOX, 7, 3), FetchState.TAKEN, START)
    assert imap_progress.retry_failed(club.context) == 0


def test_concurrent_pollers_do_not_disturb_each_other(club: Club, postgres_database: str) -> None:
    make_tables(postgres_database)
    context = replace(club.context, store=Store(postgres_database))
    raw = b"From: anna@anna.example\r\n\r\nhelp %d\r\n"

    def poll(_poller: int) -> set[int]:
        rows = set()
        for uid in range(1, 11):
            rows.add(
                intake.accept_letter(
                    context, intake.Arrival(raw % uid, context.addresses.service, "anna@anna.example", "imap"), START
                )
            )
            imap_progress.record_uid(context, imap_progress.ImapUid(BOX, 7, uid), FetchState.TAKEN, START)
        return rows

    with ThreadPoolExecutor(6) as pollers:
        found = list(pollers.map(poll, range(6)))
    with context.store.reading() as session:
        assert len(session.scalars(select(Fetched).where(Fetched.mailbox == BOX)).all()) == 10
    context.store.close()
    assert len(found[0]) == 10
    assert all(rows == found[0] for rows in found)


def test_the_last_visit_is_remembered(club: Club) -> None:
    for hours in (0, 1):
        imap_progress.record_visit(club.context, START + timedelta(hours=hours))
    assert imap_progress.last_visit(club.context) == START + timedelta(hours=1)
