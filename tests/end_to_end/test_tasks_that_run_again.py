"""Every task may run again, at the same time or later: a letter is judged once and answered once."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.store.states import OutboxState
from tests.end_to_end.egyptos_match import EgyptosMatch

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("installation", ["large"], indirect=True)
def test_a_letter_that_the_broker_gives_out_again_and_again_is_judged_once(play: EgyptosMatch) -> None:
    installation = play.installation
    installation.send_worker_away()
    play.mover.answer(play.letter, "N13")
    worker = installation.another_worker("impatient")
    worker.words[worker.words.index("worker.app")] = "tests.end_to_end.redelivering_worker"
    worker.environ["PYTHONPATH"] = str(ROOT)
    with installation.clock.held_up(), installation.match_locked(play.match):
        worker.start("ready")
        worker.await_words("begins judge.letter", times=3)
    play.mover.read("You laid N13")
    play.waiting.read("our turn")
    installation.await_quiet()
    assert play.steps == ["M13", "N13"]
    assert len(installation.outbox(play.mover, "receipt")) == len(play.mover.received("You laid")) == 1
    assert len(installation.outbox(play.waiting, "your_turn")) == len(play.waiting.received("Your turn")) == 1


@pytest.mark.parametrize("installation", ["large"], indirect=True)
def test_jobs_without_reason_change_nothing(play: EgyptosMatch) -> None:
    installation = play.installation
    play.lay("N13")
    installation.await_quiet()
    before = len(installation.sink.delivered)
    for row in installation.inbox(play.waiting):
        for _ in range(5):
            installation.enqueue("judge.letter", row.id)
            installation.enqueue("post.letter", row.id)
    installation.enqueue("house.move", play.match.id)
    installation.await_quiet()
    assert play.steps == ["M13", "N13"]
    assert len(installation.sink.delivered) == before
    assert {row.state for row in installation.outbox(play.waiting, "receipt")} == {OutboxState.SENT}
