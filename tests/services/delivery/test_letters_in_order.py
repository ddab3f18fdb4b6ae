"""Letters to one player leave in the order in which they were written, however many senders there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from email import message_from_bytes

import pytest

from adjudicator.mail.incoming.delivery_status import Undelivered
from adjudicator.services.jobs import bot_turns, judging, letter_sender
from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Outbox
from testkit.club import ANNA, BOB, Club, offered
from testkit.database import make_tables


def play_against_the_house(club: Club) -> None:
    """Let a receipt, and the letter of the next turn, be due to Anna: the house answers at once."""
    club.write(ANNA, club.context.addresses.service, "new egyptos with house")
    club.answer(club.last(ANNA), "yes")
    number = club.drop(ANNA, str(club.last(ANNA)["Reply-To"]), offered(club.last(ANNA))[0])
    club.transport.letters.clear()
    judging.judge_letter(club.context, number, club.now)
    club.pass_time(seconds=1)
    bot_turns.play_bot_turn(club.context, club.match().id, club.now)
    club.queue.enqueued.clear()


@dataclass
class Relay:
    """A relay that keeps subjects in the order in which it has accepted letters; something happens during the first."""

    meanwhile: Callable[[], object]
    fault: Undelivered | None = None
    accepted: list[str] = field(default_factory=list)
    asked: int = 0

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        self.asked += 1
        if self.asked == 1:
            self.meanwhile()
            if self.fault is not None:
                raise self.fault
        self.accepted.append(str(message_from_bytes(raw)["Subject"]).replace("\n", ""))


def send(club: Club, relay: Relay) -> int:
    return letter_sender.send_due(club.context, relay, lambda: club.now)


def is_in_order(subjects: list[str]) -> bool:
    """Has the receipt left, and then the letter of the turn?"""
    return len(subjects) == 2 and "You laid" in subjects[0] and "Your turn" in subjects[1]


def let_bob_wait(club: Club) -> None:
    judging.judge_letter(club.context, club.drop(BOB, club.context.addresses.service, "help"), club.now)


def test_a_second_sender_passes_over_what_comes_behind_a_letter_in_hand(club: Club) -> None:
    play_against_the_house(club)
    let_bob_wait(club)
    relay = Relay(lambda: counts.append(send(club, relay)))
    counts: list[int] = []
    assert send(club, relay) == 2
    assert counts == [1], "the letter to Bob alone"
    assert "What you can write" in relay.accepted[0]
    assert is_in_order(relay.accepted[1:])


def test_the_order_is_that_of_the_rows_when_the_clocks_of_two_machines_differ(club: Club) -> None:
    play_against_the_house(club)
    with club.context.store.writing() as session:
        last = session.query(Outbox).order_by(Outbox.id.desc()).first()
        assert last is not None
        assert last.kind == "your_turn"
        last.next_try_at = last.created_at - timedelta(seconds=30)
    relay = Relay(lambda: None)
    assert send(club, relay) == 2
    assert is_in_order(relay.accepted)


@pytest.mark.parametrize(
    "fault",
    [
        Undelivered("451 4.2.1 try again", permanent=False),
        Undelivered("554 5.7.1 spam", permanent=True),
        Undelivered("our fault", permanent=False, ours=True),
    ],
    ids=str,
)
def test_a_letter_that_cannot_leave_keeps_none_back(club: Club, fault: Undelivered) -> None:
    play_against_the_house(club)
    relay = Relay(lambda: None, fault)
    assert send(club, relay) == 2
    assert len(relay.accepted) == 1
    assert "Your turn" in relay.accepted[0]


def test_what_waits_behind_the_letter_of_a_dead_worker_leaves_behind_it(club: Club) -> None:
    play_against_the_house(club)
    with club.context.store.connect_relaxed() as connection:
        assert letter_sender._claim(club.context, connection, club.now) is not None
    relay = Relay(lambda: None)
    assert send(club, relay) == 0
    club.now += letter_sender.LEASE
    assert send(club, relay) == 2
    assert is_in_order(relay.accepted)


def test_a_letter_that_is_being_claimed_is_not_overtaken_on_postgresql(postgres_database: str) -> None:
    make_tables(postgres_database)
    club = Club.found(postgres_database)
    try:
        play_against_the_house(club)
        with club.context.store.connect_relaxed() as one, club.context.store.connect_relaxed() as other:
            assert letter_sender._claim(club.context, one, club.now) is not None
            assert letter_sender._claim(club.context, other, club.now) is None
        with club.context.store.reading() as session:
            states = [row.state for row in session.query(Outbox).order_by(Outbox.id)][-2:]
        assert states == [OutboxState.SENDING, OutboxState.WAITING]
    finally:
        club.context.store.close()
