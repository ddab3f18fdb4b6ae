"""A letter on which our program fails stops no other: it is put off with its fault, and leaves when that is mended."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select, text

from adjudicator.mail.incoming.delivery_status import Undelivered
from adjudicator.services.automated import bounces
from adjudicator.services.jobs import judging, letter_sender
from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Outbox
from testkit.club import ANNA, Club, other, to_move
from testkit.database import make_tables

FAULTS = {
    "its player's quiet hours cannot be read": ("UPDATE players SET quiet_hours = '[99]'",),
    "its messages cannot be read": ("UPDATE outbox SET messages = '[99]' WHERE kind = 'press'",),
    "its headers cannot be read": ("UPDATE outbox SET headers = '[99]' WHERE kind = 'press'",),
    "the clock of its match cannot be read": (
        f"UPDATE players SET quiet_hours = '{json.dumps({'begin': 3, 'end': 4})}'",
        "UPDATE matches SET clock = '[99]', letter_held = true, due_at = NULL",
        "UPDATE matches SET awaited_id = (SELECT player_id FROM outbox WHERE kind = 'press')",
    ),
}


@pytest.fixture
def club(new_database: str) -> Iterator[Club]:
    make_tables(new_database)
    club = Club.found(new_database)
    club.context = replace(club.context, merge_window=timedelta(minutes=1))
    yield club
    club.context.store.close()


def drop_request(club: Club, person: str = ANNA) -> None:
    """Let a letter to somebody be due."""
    judging.judge_letter(club.context, club.drop(person, club.context.addresses.service, "help"), club.now)


def send(club: Club) -> int:
    return letter_sender.send_due(club.context, club.transport, lambda: club.now)


def spoil(club: Club, *statements: str) -> None:
    with club.context.store.writing() as session:
        for statement in statements:
            session.execute(text(statement))


def states(club: Club) -> list[tuple[OutboxState, str]]:
    """List the states and errors of the letters that have been written, without looking at the rest of the rows."""
    with club.context.store.reading() as session:
        return [(state, error) for state, error in session.execute(select(Outbox.state, Outbox.error)).all()]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_letter_that_cannot_be_sent_is_put_off_and_all_others_leave(club: Club, fault: str) -> None:
    club.begin("days=3")
    writer = to_move(club)
    club.answer(club.last(writer), "press Hello!")
    club.pass_time(minutes=2)
    for stranger in ("Carla <carla@carla.example>", "Dirk <dirk@dirk.example>"):
        drop_request(club, stranger)
    spoil(club, *FAULTS[fault])
    before = len(club.transport.letters)
    for _ in range(2):
        send(club)
    assert len(club.transport.letters) == before + 2
    with club.context.store.reading() as session:
        row = select(Outbox.state, Outbox.tries, Outbox.error, Outbox.next_try_at).where(Outbox.kind == "press")
        state, tries, error, then = session.execute(row).one()
    assert (state, tries) == (OutboxState.WAITING, 1)
    assert then is not None
    assert then > club.now
    assert error.startswith(letter_sender.OUR_FAULT)


def test_a_letter_that_cannot_be_merged_delays_no_other_for_long(club: Club) -> None:
    club.begin("days=3")
    writer = to_move(club)
    club.answer(club.last(writer), "press Hello!")
    spoil(club, "UPDATE outbox SET messages = '[99]' WHERE kind = 'press'")
    reader, before = other(writer), len(club.letters(other(writer)))
    club.answer(club.last(reader), "status", sender=reader)
    club.pass_time(seconds=31)
    send(club)
    assert len(club.letters(reader)) == before + 1


def test_a_faulty_letter_waits_for_as_long_as_it_takes_and_leaves_then(club: Club) -> None:
    drop_request(club)
    with club.context.store.reading() as session:
        headers = session.scalars(select(Outbox.headers)).one()
    spoil(club, "UPDATE outbox SET headers = '[99]'")
    for _ in range(40):
        send(club)
        club.pass_time(hours=4)
    with club.context.store.writing() as session:
        row = session.scalars(select(Outbox)).one()
        assert (row.state, row.first_refused_at) == (OutboxState.WAITING, None)
        row.headers = headers
    send(club)
    assert len(club.letters(ANNA)) == 1


def test_what_the_last_letter_came_to_is_recorded_although_the_next_one_fails(club: Club) -> None:
    for _ in range(2):
        drop_request(club)
    spoil(club, "UPDATE outbox SET messages = '[99]' WHERE id = 2")
    assert send(club) == 1
    assert [state for state, _ in states(club)] == [OutboxState.SENT, OutboxState.WAITING]


def test_a_bounce_that_cannot_be_recorded_stops_no_other_letter(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        drop_request(club)

    def fail(*_args: object) -> None:
        raise LookupError("no such thing")

    monkeypatch.setattr(bounces, "record_bounce", fail)
    club.transport.fault = Undelivered("550 5.1.1 unknown", permanent=True, dead=True)
    assert send(club) == 2
    assert states(club) == [(OutboxState.WAITING, f"{letter_sender.OUR_FAULT}no such thing")] * 2
