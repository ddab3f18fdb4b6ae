"""Two sweeps at the same instant, and two clocks at the same time: everybody is told once."""

from __future__ import annotations

import sys

from testkit.process import ManagedProcess
from testkit.waiting import await_until
from tests.end_to_end.egyptos_match import EgyptosMatch
from tests.end_to_end.installation import Installation

HURRIED = "import worker.beat; worker.beat.SWEEP_SECONDS = 0.1; worker.beat.main()"


def read_both(play: EgyptosMatch) -> None:
    play.mover.read("has passed")
    play.waiting.read("is late")


def assert_told_once(play: EgyptosMatch) -> None:
    installation = play.installation
    installation.await_quiet()
    assert len(installation.outbox(play.mover, "overdue")) == len(play.mover.received("has passed")) == 1
    assert len(installation.outbox(play.waiting, "overdue_other")) == len(play.waiting.received("is late")) == 1


def test_two_sweeps_at_the_same_instant_tell_of_a_deadline_once(play: EgyptosMatch) -> None:
    installation, match = play.installation, play.match
    with installation.quiet():
        installation.let_deadline_pass(match)
        with installation.match_locked(match):
            for _ in range(2):
                installation.enqueue("clock.sweep")
            await_until(lambda: len(installation.at_work("clock.sweep")) == 2, "two sweeps are at work")
        read_both(play)
        assert_told_once(play)


def test_two_clocks_are_as_good_as_one(play: EgyptosMatch) -> None:
    installation = play.installation
    clocks = [another_clock(installation, f"clock{number}") for number in range(2)]
    try:
        for clock in clocks:
            clock.start()
        installation.let_deadline_pass(play.match)
        read_both(play)
        play.mover.answer(play.letter, "N13")
        play.mover.read("You laid N13")
        play.waiting.read("our turn")
    finally:
        for clock in clocks:
            clock.end()
    # Only now: with two clocks in a hurry the broker need not be quiet at any moment.
    assert_told_once(play)
    assert play.steps == ["M13", "N13"]
    assert len(installation.outbox(play.mover, "receipt")) == len(play.mover.received("You laid")) == 1


def another_clock(installation: Installation, name: str) -> ManagedProcess:
    """Set up a clock that asks for sweeps ten times a second."""
    return ManagedProcess(name, [sys.executable, "-c", HURRIED], installation.environ, installation.folder)
