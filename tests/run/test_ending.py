"""Being told to stop: at whatever moment a signal comes, it is heard, and nothing waits for itself."""

import signal
import sys
from types import FrameType
from typing import Any

import pytest

from adjudicator.infra.stop_signal import SIGNALS, StopSignal


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_ends_the_waiting_and_is_remembered(number: signal.Signals) -> None:
    with StopSignal() as ending:
        assert not ending.wait(0)
        signal.raise_signal(number)
        assert ending.wait()
        assert ending.wait(0)


@pytest.mark.timeout(20)
def test_a_signal_is_heard_at_every_moment_of_the_waiting() -> None:
    moments = 0

    def signal_at_each(_frame: FrameType, _event: str, _argument: object) -> Any:
        nonlocal moments
        moments += 1
        signal.raise_signal(signal.SIGTERM)
        return signal_at_each

    with StopSignal() as ending:
        before = sys.gettrace()
        sys.settrace(signal_at_each)
        try:
            heard = ending.wait(0)
        finally:
            sys.settrace(before)
    assert heard
    assert moments > 1


def test_more_signals_than_anybody_can_hear_are_one() -> None:
    with StopSignal() as ending:
        for _ in range(70_000):
            signal.raise_signal(signal.SIGTERM)
        assert ending.wait(0)


def test_afterwards_signals_mean_what_they_meant_before() -> None:
    before = [signal.getsignal(number) for number in SIGNALS]
    with StopSignal():
        assert [signal.getsignal(number) for number in SIGNALS] != before
    assert [signal.getsignal(number) for number in SIGNALS] == before
