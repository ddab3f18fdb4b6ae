"""A Message-ID is no identity: programs use one twice, relays replace it, and some letters have none."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from adjudicator.services.outbox.message import find_named_letter, message_id_of
from adjudicator.store.operation_tables import STAMPED_SINCE, record_job_run
from adjudicator.store.tables import Outbox
from testkit.automatic_mail import bounce
from testkit.club import Club, address_of, offered, other, to_move


def bring(club: Club, person: str, text: str, name: str, to: str = "") -> str:
    """Bring a letter with a name of its own, or with none; return the verdict."""
    to = to or address_of(club.last(person)["Reply-To"])
    line = f"Message-ID: {name}\r\n" if name else ""
    number = club.bring(f"From: {person}\r\nTo: {to}\r\n{line}\r\n{text}\r\n".encode(), to, person)
    club.work()
    return club.inbox(number).verdict


@pytest.mark.parametrize("name", ["<same@client.example>", ""])
def test_two_orders_with_one_message_id_days_apart_are_both_judged(club: Club, name: str) -> None:
    club.begin("days=20")
    mover = to_move(club)
    assert bring(club, mover, offered(club.last(mover))[0], name) == "played"
    waiting = to_move(club)
    club.answer(club.last(waiting), offered(club.last(waiting))[0])
    club.pass_time(days=8)
    assert bring(club, mover, offered(club.last(mover))[0], name) == "played"
    assert club.match().entry_count == 4


def test_a_letter_delivered_twice_is_judged_and_answered_once(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    to, step = address_of(club.last(mover)["Reply-To"]), offered(club.last(mover))[0]
    assert bring(club, mover, step, "<once@client.example>", to) == "played"
    before = len(club.transport.letters)
    club.pass_time(days=1)
    assert bring(club, mover, step, "<once@client.example>", to) == "played"
    assert (club.match().entry_count, len(club.transport.letters)) == (2, before)


def test_two_players_with_the_same_message_id_are_both_judged(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    name = "<1@localhost>"
    assert bring(club, mover, offered(club.last(mover))[0], name) == "played"
    assert bring(club, other(mover), offered(club.last(other(mover)))[0], name) == "played"


def test_a_letter_that_was_lost_is_not_the_one_that_has_its_number_now(club: Club) -> None:
    """After a restore, or when the newest row was deleted, a number is given out once more."""
    club.begin()
    mover = to_move(club)
    lost = club.last(mover)
    with club.context.store.writing() as session:
        row = find_named_letter(session, club.context, str(lost["Message-ID"]))
        assert row is not None
        row.created_at += timedelta(microseconds=1)
    with club.context.store.reading() as session:
        now = session.get_one(Outbox, row.id)
        assert message_id_of(club.context, now) != lost["Message-ID"]
        assert find_named_letter(session, club.context, message_id_of(club.context, now)) is now
        assert find_named_letter(session, club.context, str(lost["Message-ID"])) is None
    assert bounce(club, lost, signed=False) == "robot: bounce"
    assert club.inbox(club.answer(lost, "board")).verdict == "answered", "its match is named all the same"


@pytest.mark.parametrize("upgraded", [True, False])
def test_a_message_id_of_before_names_a_letter_of_before(club: Club, *, upgraded: bool) -> None:
    club.begin()
    letter = club.last(to_move(club))
    with club.context.store.writing() as session:
        row = find_named_letter(session, club.context, str(letter["Message-ID"]))
        assert row is not None
        record_job_run(session, STAMPED_SINCE, row.created_at + timedelta(days=1 if upgraded else -1))
        old = re.sub(r"(?<=^<)(\d+)\d{8}(?=\.)", r"\1", str(letter["Message-ID"]))
        assert find_named_letter(session, club.context, old) is (row if upgraded else None)
