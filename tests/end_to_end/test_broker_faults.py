"""The broker only wakes workers up: whatever becomes of it, letters are taken, and the sweep finds them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import Mock

import pytest
from structlog.testing import capture_logs

from adjudicator.infra.celery_queue import CeleryQueue
from adjudicator.services.inbound import intake
from adjudicator.services.job_queue import Job
from adjudicator.store.states import InboxState
from testkit.process import ManagedProcess
from tests.end_to_end.broker import Broker
from tests.end_to_end.installation import A_WHILE, Installation
from tests.end_to_end.person import Person


def assert_answered_once(installation: Installation, *people: Person) -> None:
    for person in people:
        person.read("What you can write")
    installation.await_quiet()
    for person in people:
        assert [row.state for row in installation.inbox(person)] == [InboxState.DONE]
        assert len(person.received()) == 1


def test_letters_that_come_while_the_broker_is_away_are_judged_when_it_is_back(installation: Installation) -> None:
    people = [installation.person(name) for name in ("Anna", "Bob", "Carla")]
    with installation.quiet():
        installation.broker.stop()
    for person in people:
        person.write(installation.address, "help")
        assert [row.state for row in installation.inbox(person)] == [InboxState.WAITING]
    installation.broker.start()
    installation.sweep()
    assert_answered_once(installation, *people)


@pytest.mark.parametrize("installation", ["large"], indirect=True)
def test_letters_whose_jobs_the_broker_forgot_are_judged(installation: Installation) -> None:
    anna = installation.person("Anna")
    deaf = replace(installation.context, queue=Mock())
    letter = anna.draft(installation.address, "help")
    intake.accept_letter(
        deaf, intake.Arrival(letter, installation.address, anna.address, "smtp"), datetime.now(UTC) - A_WHILE
    )
    assert_answered_once(installation, anna)  # the clock does the rest


@pytest.mark.parametrize("installation", ["large"], indirect=True)
@pytest.mark.parametrize("lose", [Broker.empty, Broker.forget_tasks])
def test_a_worker_that_takes_up_its_queues_finds_letters_whose_job_was_lost(
    installation: Installation, lose: Callable[[Broker], None]
) -> None:
    anna = installation.person("Anna")
    installation.send_worker_away()
    with installation.clock.held_up():
        anna.write(installation.address, "help")
        lose(installation.broker)
        installation.worker.start("ready")
        assert_answered_once(installation, anna)


@pytest.mark.parametrize("installation", ["small"], indirect=True)
def test_letters_are_judged_as_soon_as_a_broker_is_back_that_has_lost_everything(installation: Installation) -> None:
    anna, bob = (installation.person(name) for name in ("Anna", "Bob"))
    with installation.quiet():
        installation.broker.kill()
        anna.write(installation.address, "help")
        installation.broker.start()
        installation.broker.empty()
        anna.read("What you can write")
        bob.write(installation.address, "help")
        bob.read("What you can write")


@pytest.mark.parametrize("installation", ["large"], indirect=True)
def test_letters_are_taken_while_the_broker_hangs(installation: Installation) -> None:
    people = [installation.person(name) for name in ("Anna", "Bob", "Carla", "Dora", "Emil")]
    with installation.quiet(), installation.broker.held_up():
        for person in people:
            person.write(installation.address, "help")
    installation.sweep()
    assert_answered_once(installation, *people)
    installation.listener.stop()  # it is silent for a few seconds more, for which no other test should wait


@pytest.mark.parametrize("installation", ["small"], indirect=True)
def test_a_worker_outlasts_a_broker_that_dies_while_it_sends(installation: Installation) -> None:
    anna, bob = (installation.person(name) for name in ("Anna", "Bob"))
    with installation.sink.hesitant():
        anna.write(installation.address, "help")
        assert installation.sink.hesitating.wait(20)
        restart_broker(installation, installation.worker)
    anna.read("What you can write")  # what it sent is done, and there is nobody any more to be told
    bob.write(installation.address, "help")
    bob.read("What you can write")
    assert installation.worker.runs


def restart_broker(installation: Installation, worker: ManagedProcess) -> None:
    """Let the broker die and forget everything, and wait until a worker is back."""
    connected = worker.said("Connected to")
    installation.broker.kill()
    installation.broker.start()
    installation.broker.empty()
    worker.await_words("Connected to", times=connected + 1)


@contextmanager
def away(broker: Broker) -> Iterator[None]:
    broker.stop()
    yield


@contextmanager
def full(broker: Broker) -> Iterator[None]:
    broker.fill_up()
    yield


Fault = Callable[[Broker], AbstractContextManager[None]]


@pytest.mark.parametrize("fault", [away, Broker.held_up, full])
def test_enqueueing_takes_no_longer_than_a_moment_and_never_fails(
    fault: Fault, short_folder: Path, environ: dict[str, str], tmp_path: Path
) -> None:
    broker = Broker(short_folder / tmp_path.name, environ, tmp_path)
    broker.start()
    try:
        job = CeleryQueue(broker.url.replace("unix:", "redis+socket:"))
        job.enqueue(Job.JUDGE, 1)
        with fault(broker), capture_logs() as logs:
            for row in range(2, 50):
                job.enqueue(Job.JUDGE, row)
        if fault is Broker.held_up:  # each that is tried costs its time limit
            assert len(logs) <= 2
        assert (logs[0]["event"].partition(";")[0], logs[0]["rows"]) == ("broker is away", (2,))
    finally:
        broker.end()
