"""The relay is away or refuses: what can go out later goes out once, and what cannot is shown to the host."""

from __future__ import annotations

import subprocess

import pytest

from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Outbox
from testkit.waiting import await_until
from tests.end_to_end.egyptos_match import EgyptosMatch
from tests.end_to_end.installation import PROGRAMS, Installation
from tests.end_to_end.person import Person
from worker.sending_threads import THREADS


def answer_to(installation: Installation, person: Person) -> Outbox:
    """Wait until the relay had its say about the answer to somebody's letter."""
    (row,) = await_until(
        lambda: [row for row in installation.outbox(person, "service_receipt") if row.error], "a fault is kept"
    )
    return row


def assert_sent_once(installation: Installation, person: Person, tries: int = 2) -> None:
    installation.sweep()
    person.read("What you can write")
    installation.await_quiet()
    (row,) = installation.outbox(person, "service_receipt")
    assert (row.state, row.tries, row.error) == (OutboxState.SENT, tries, "")
    assert len(person.received()) == 1


@pytest.mark.parametrize("installation", ["large"], indirect=True)
def test_letters_wait_while_the_relay_is_away_and_go_out_once(installation: Installation) -> None:
    anna, bob = installation.person("Anna"), installation.person("Bob")
    with installation.sink.away():
        for person in (anna, bob):
            person.write(installation.address, "help")
            installation.await_judged(person, 1)
        row = answer_to(installation, anna)
        assert "cannot be reached" in row.error
    for person in (anna, bob):
        assert_sent_once(installation, person, tries=1)  # the relay had not heard of it before


@pytest.mark.parametrize("installation", ["large"], indirect=True)
def test_a_relay_that_hangs_keeps_no_letter_from_being_judged_and_no_deadline_from_being_seen(
    play: EgyptosMatch,
) -> None:
    installation = play.installation
    people = [installation.person(f"Guest{number}") for number in range(6)]
    with installation.sink.hesitant():
        for person in people:
            person.write(installation.address, "help")
        for person in people:
            installation.await_judged(person, 1)
        assert installation.sink.hesitating.wait(20)
        installation.let_deadline_pass(play.match)
        installation.enqueue("clock.sweep")
        await_until(lambda: installation.outbox(play.mover, "overdue"), "the deadline is seen")
        assert sum(len(person.received()) for person in people) <= THREADS
    for person in people:
        person.read("What you can write")
    installation.await_quiet()
    assert all(len(person.received()) == 1 for person in people)


@pytest.mark.parametrize("installation", ["small"], indirect=True)
@pytest.mark.parametrize("answer", ["451 4.7.1 greylisted", "452 4.2.2 mailbox full"])
def test_a_letter_that_is_put_off_goes_out_once(installation: Installation, answer: str) -> None:
    anna = installation.person("Anna")
    installation.sink.refuse(anna.address, answer)
    anna.write(installation.address, "help")
    row = answer_to(installation, anna)
    assert (row.state, row.error) == (OutboxState.WAITING, answer)
    assert_sent_once(installation, anna)


@pytest.mark.parametrize("installation", ["small"], indirect=True)
def test_a_letter_that_is_refused_for_good_is_shown_by_the_doctor(installation: Installation) -> None:
    anna = installation.person("Anna")
    installation.sink.refuse(anna.address, "550 5.1.1 no such mailbox", times=2)
    anna.write(installation.address, "help")
    row = answer_to(installation, anna)
    assert (row.state, row.tries) == (OutboxState.FAILED, 1)
    installation.sweep()
    installation.await_quiet()
    told = subprocess.run(
        [str(PROGRAMS / "adjudicator"), "doctor"],
        env=installation.environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    ).stdout
    assert "550 5.1.1 no such mailbox" in told
    assert not installation.sink.refused_all(anna.address)
    assert not anna.received()
