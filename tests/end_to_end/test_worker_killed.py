"""A worker is killed in the middle: its letter is judged once, and a letter it was sending goes out as the same one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from adjudicator.store.states import OutboxState
from testkit.waiting import await_until
from tests.end_to_end.egyptos_match import EgyptosMatch
from tests.end_to_end.installation import Installation


def test_a_letter_that_was_being_judged_is_judged_once(play: EgyptosMatch) -> None:
    installation = play.installation
    installation.send_worker_away()
    play.mover.answer(play.letter, "N13")
    with installation.match_locked(play.match):
        installation.worker.start("ready")
        await_until(lambda: installation.at_work("judge.letter"), "the worker has begun to judge")
        installation.kill_worker()
    assert play.steps == ["M13"]

    installation.worker.start("ready")
    installation.sweep()
    play.mover.read("You laid N13")
    installation.broker.give_back()
    installation.await_quiet()
    assert play.steps == ["M13", "N13"]
    assert len(installation.outbox(play.mover, "receipt")) == len(play.mover.received("You laid")) == 1


def test_a_letter_that_was_being_sent_goes_out_again_as_the_same_letter(installation: Installation) -> None:
    anna = installation.person("Anna")
    with installation.sink.hesitant():
        anna.write(installation.address, "help")
        assert installation.sink.hesitating.wait(20)
        installation.kill_worker()
    installation.worker.start("ready")
    installation.sweep()
    first, again = await_until(lambda: anna.received() if len(anna.received()) > 1 else [], "it goes out again")
    assert first["Message-ID"] == again["Message-ID"]
    assert first.as_bytes() == again.as_bytes()
    installation.await_quiet()
    (row,) = installation.outbox(anna, "service_receipt")
    assert (row.state, row.tries) == (OutboxState.SENT, 2)
    assert len(anna.received()) == 2


def test_a_worker_that_is_asked_to_end_finishes_the_letter_in_hand(installation: Installation) -> None:
    anna = installation.person("Anna")
    with ThreadPoolExecutor(1) as threads:
        with installation.sink.hesitant():
            anna.write(installation.address, "help")
            assert installation.sink.hesitating.wait(20)
            ending = threads.submit(installation.worker.stop)
            installation.worker.await_words("Warm shutdown")
        assert ending.result() == 0
    (row,) = installation.outbox(anna, "service_receipt")
    assert (row.state, row.tries) == (OutboxState.SENT, 1)
