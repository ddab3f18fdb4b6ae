"""The sending threads: a relay that hangs or is away delays nobody, and no letter is lost or reordered."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import pytest
from aiosmtpd.controller import Controller
from sqlalchemy import update

from adjudicator.config.env_reader import Relay
from adjudicator.infra import circuit_breaker
from adjudicator.services.jobs import judging, letter_sender
from adjudicator.services.outbox.message import message_id_of
from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Outbox
from testkit.club import Club
from testkit.database import make_tables
from testkit.smtp_servers import FakeSmtpHandler
from testkit.waiting import await_until
from tests.services.delivery.test_letter_sender import rows
from worker.sending_threads import SendingThreads

SECONDS = 20.0


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    url = f"sqlite:///{tmp_path}/club.sqlite3"
    make_tables(url)
    club = Club.found(url)
    club.now = datetime.now(UTC)
    for name in ("anna", "bob", "carla", "dirk", "emil"):
        judging.judge_letter(
            club.context, club.drop(f"{name}@club.example", club.context.addresses.service, "help"), club.now
        )
    yield club
    club.context.store.close()


@pytest.fixture
def port(free_port: Callable[[], int]) -> int:
    return free_port()


@pytest.fixture
def sender(club: Club, port: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[SendingThreads]:
    monkeypatch.setattr(circuit_breaker, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(letter_sender, "RENEW_EVERY", timedelta(seconds=0.01))
    sender = SendingThreads(lambda: club.context, Relay("smtp", "127.0.0.1", port))
    yield sender
    sender.stop(SECONDS)


def test_letters_for_a_relay_that_was_away_go_out_by_themselves_in_order(
    club: Club, sender: SendingThreads, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("worker.sending_threads.THREADS", 1)  # with two threads the order is not certain
    names = [message_id_of(club.context, row) for row in rows(club, OutboxState.WAITING)]
    sender.wake()
    await_until(lambda: any(row.error for row in rows(club, OutboxState.WAITING)))
    handler = FakeSmtpHandler()
    relay = Controller(handler, "127.0.0.1", port)
    relay.start()
    try:
        await_until(lambda: len(rows(club, OutboxState.SENT)) == 5)
    finally:
        sender.stop(SECONDS)
        relay.stop()
    sent = [
        next(line for line in raw.decode().splitlines() if line.startswith("Message-ID")) for *_, raw in handler.letters
    ]
    assert sent == [f"Message-ID: {name}" for name in names]


def test_waking_the_sender_does_not_wait_for_a_relay_that_hangs(
    club: Club, sender: SendingThreads, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    renewed = Event()

    def renew(*_args: object) -> None:
        renewed.set()

    monkeypatch.setattr(letter_sender, "renew_leases", renew)
    with socket.create_server(("127.0.0.1", port)) as hanging:
        for _ in range(50):
            sender.wake()
        line, _ = hanging.accept()
        with line:
            assert renewed.wait(SECONDS)  # while it hangs
            assert rows(club, OutboxState.SENDING)
    # The breaker tries again every 10 ms and claims a letter each time: ask until no attempt is under way.
    await_until(lambda: len(rows(club, OutboxState.WAITING)) == 5)


def test_a_worker_that_ends_finishes_the_letter_in_hand_and_begins_no_other(
    club: Club, sender: SendingThreads, monkeypatch: pytest.MonkeyPatch
) -> None:
    def send(_courier: object, *_letter: object) -> None:
        sender._stopping.set()

    monkeypatch.setattr("adjudicator.infra.transport.SmtpTransport.send", send)
    sender.wake()
    await_until(sender._stopping.is_set)
    sender.stop(SECONDS)
    assert not rows(club, OutboxState.SENDING)
    assert 1 <= len(rows(club, OutboxState.SENT)) <= 2


def test_the_letter_of_a_dead_worker_is_sent_without_a_job(
    club: Club, sender: SendingThreads, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(
        "adjudicator.infra.transport.SmtpTransport.send", lambda _courier, _sender, to, _raw: sent.append(to)
    )
    sender.wake()
    await_until(lambda: len(rows(club, OutboxState.SENT)) == 5)
    dead = rows(club, OutboxState.SENT)[0]
    with club.context.store.writing() as session:
        values = {"state": OutboxState.SENDING, "next_try_at": datetime.now(UTC), "sent_at": None}
        session.execute(update(Outbox).where(Outbox.id == dead.id).values(**values))
    await_until(lambda: len(sent) == 6)
    assert sent[-1] == dead.to_address


def test_letters_of_a_sender_that_lives_are_nobody_elses(
    club: Club, sender: SendingThreads, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(letter_sender, "LEASE", timedelta(seconds=3))  # a busy machine renews late
    other, begun = SendingThreads(lambda: club.context, Relay("smtp", "127.0.0.1", port)), datetime.now(UTC)
    sent: list[str] = []

    def send(_courier: object, _sender: str, to: str, _raw: bytes) -> None:
        sent.append(to)
        await_until(lambda: datetime.now(UTC) > begun + 1.5 * letter_sender.LEASE)

    monkeypatch.setattr("adjudicator.infra.transport.SmtpTransport.send", send)
    for one in (sender, other):
        one.wake()
    try:
        await_until(lambda: len(rows(club, OutboxState.SENT)) == 5)
    finally:
        other.stop(SECONDS)
    assert len(sent) == len(set(sent)) == 5
