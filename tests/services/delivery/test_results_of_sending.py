"""What a try to send came to is recorded once, by the worker that has the letter; and when a letter is given up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from sqlalchemy import select

from adjudicator.mail.incoming.delivery_status import Undelivered
from adjudicator.services.automated import bounces
from adjudicator.services.identity.erasing import erase_player
from adjudicator.services.jobs import judging, letter_sender
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Outbox, Player
from testkit.automatic_mail import player_of
from testkit.club import ANNA, Club
from testkit.database import make_tables

LEASE_OVER = timedelta(seconds=9)
LATER = Undelivered("451 4.2.1 try again", permanent=False)
CUT = Undelivered("the connection was lost", permanent=False, no_answer=True)
DOWN = Undelivered("the relay cannot be reached", permanent=False, relay_down=True)
NEVER = Undelivered("554 5.7.1 spam", permanent=True)
DEAD = Undelivered("550 5.1.1 no such mailbox", permanent=True, dead=True)
faults = pytest.mark.parametrize("fault", [LATER, CUT, DOWN, NEVER, DEAD], ids=str)


@pytest.fixture
def club(new_database: str) -> Iterator[Club]:
    make_tables(new_database)
    club = Club.found(new_database)
    yield club
    club.context.store.close()


class Meanwhile:
    """A relay that takes its time: something happens before it answers."""

    def __init__(self, happens: Callable[[], object], fault: Undelivered | None) -> None:
        self.happens = happens
        self.fault = fault

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        del envelope_from, recipient, raw
        self.happens()
        if self.fault is not None:
            raise self.fault


def drop_request(club: Club) -> None:
    """Let a letter to Anna be due."""
    judging.judge_letter(club.context, club.drop(ANNA, club.context.addresses.service, "help"), club.now)


def send(club: Club, fault: Undelivered | None = None) -> int:
    club.transport.fault = fault
    return letter_sender.send_due(club.context, club.transport, lambda: club.now)


def send_slowly(club: Club, happens: Callable[[], object], fault: Undelivered | None) -> None:
    letter_sender.send_due(club.context, Meanwhile(happens, fault), lambda: club.now, most=1)


def letters(club: Club) -> list[Outbox]:
    with club.context.store.reading() as session:
        return list(session.scalars(select(Outbox).order_by(Outbox.id)))


@faults
def test_a_worker_without_its_lease_changes_nothing_of_a_letter_that_was_sent(club: Club, fault: Undelivered) -> None:
    drop_request(club)

    def send_by_another() -> None:
        club.now += LEASE_OVER
        assert send(club) == 1

    send_slowly(club, send_by_another, fault)
    (letter,) = letters(club)
    assert (letter.state, letter.error, letter.sent_at) == (OutboxState.SENT, "", club.now)
    club.now += timedelta(days=1)
    assert not send(club)


@faults
def test_a_worker_without_its_lease_takes_no_letter_from_the_one_that_has_it(club: Club, fault: Undelivered) -> None:
    drop_request(club)
    states = list[OutboxState]()

    def look() -> None:
        states.append(letters(club)[0].state)

    def claim_by_another() -> None:
        club.now += LEASE_OVER
        send_slowly(club, lambda: send_slowly(club, look, fault), None)

    send_slowly(club, claim_by_another, fault)
    assert [letter.state for letter in letters(club)] == [OutboxState.SENT]


def test_a_letter_that_a_slow_worker_has_delivered_is_sent_whatever_another_says(club: Club) -> None:
    drop_request(club)

    def fail_by_another() -> None:
        club.now += LEASE_OVER
        assert send(club, LATER) == 1

    send_slowly(club, fail_by_another, None)
    assert [letter.state for letter in letters(club)] == [OutboxState.SENT]
    club.now += timedelta(days=1)
    assert not send(club)


@pytest.mark.parametrize("fault", [None, LATER, CUT, DOWN, NEVER, DEAD], ids=str)
def test_a_letter_of_somebody_who_was_erased_meanwhile_stays_dropped(club: Club, fault: Undelivered | None) -> None:
    club.begin("days=3")
    drop_request(club)

    def erase() -> None:
        with unit_of_work(club.context, club.now) as work:
            found = select(Player).where(Player.address == "anna@anna.example")
            erase_player(work, work.session.scalars(found).one())

    send_slowly(club, erase, fault)
    (dropped,) = [letter for letter in letters(club) if letter.state is OutboxState.DROPPED and not letter.to_address]
    assert (dropped.error, dropped.next_try_at) == ("", None)
    club.now += timedelta(hours=1)
    send(club)
    assert not [letter.error for letter in letters(club) if letter.error]


def test_a_letter_that_the_relay_has_not_seen_is_never_given_up(club: Club) -> None:
    drop_request(club)
    for _ in range(10):
        assert send(club, DOWN) == 1
        club.now += timedelta(days=1)
    assert send(club) == 1
    assert len(club.letters(ANNA)) == 1


def test_a_relay_that_is_down_and_says_for_good_is_down(club: Club) -> None:
    drop_request(club)
    club.now += timedelta(days=6)
    send(club, Undelivered("535 wrong password", permanent=True, relay_down=True))
    assert [letter.state for letter in letters(club)] == [OutboxState.WAITING]


@pytest.mark.parametrize("fault", [LATER, CUT], ids=str)
def test_a_letter_is_given_up_five_days_after_the_relay_first_refused_it(club: Club, fault: Undelivered) -> None:
    drop_request(club)
    club.now += timedelta(days=6)  # the service was down, or the letter was held for a digest
    first = club.now
    assert send(club, fault) == 1
    while club.now <= first + letter_sender.GIVE_UP_AFTER:
        (letter,) = letters(club)
        assert (letter.state, letter.first_refused_at) == (OutboxState.WAITING, first)
        assert letter.next_try_at is not None
        club.now = letter.next_try_at
        assert send(club, fault) == 1
    assert [letter.state for letter in letters(club)] == [OutboxState.FAILED]


class _Killed(BaseException):
    """The end of a process."""


def test_a_letter_that_is_refused_for_good_and_its_player_are_recorded_together(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.begin("days=3")
    drop_request(club)
    drop_request(club)

    def die(*_args: object) -> None:
        raise _Killed

    with monkeypatch.context() as patch:
        patch.setattr(bounces, "_tell_host", die)
        with pytest.raises(_Killed):
            send(club, DEAD)
    *_, first, second = letters(club)
    assert (first.state, second.state) == (OutboxState.SENDING, OutboxState.WAITING)
    assert player_of(club, ANNA).bounced_at is None
    club.now += LEASE_OVER
    send(club, DEAD)
    assert letters(club)[first.id - 1].state is OutboxState.FAILED
    assert player_of(club, ANNA).bounced_at == club.now
