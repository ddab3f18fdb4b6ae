"""The breaker: what does not answer is left alone for longer and longer, and comes back by itself."""

from __future__ import annotations

from adjudicator.infra.circuit_breaker import FIRST_PAUSE, LONGEST_PAUSE, CircuitBreaker


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_pauses_grow_and_have_an_end() -> None:
    clock = Clock()
    breaker, pauses = CircuitBreaker("smtp://relay:25", clock), list[float]()
    for _ in range(10):
        breaker.failed("no answer")
        pauses.append(breaker.seconds_open())
        clock.now += pauses[-1]
        assert not breaker.seconds_open()
    assert pauses[:3] == [FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE]
    assert pauses[-2:] == [LONGEST_PAUSE, LONGEST_PAUSE]


def test_threads_that_fail_together_count_once() -> None:
    breaker = CircuitBreaker("smtp://relay:25", Clock())
    breaker.failed("no answer")
    breaker.failed("no answer")
    assert breaker.seconds_open() == FIRST_PAUSE


def test_an_answer_ends_the_pause_and_what_it_grew_to() -> None:
    clock = Clock()
    breaker = CircuitBreaker("smtp://relay:25", clock)
    for _ in range(4):
        breaker.failed("no answer")
        clock.now += LONGEST_PAUSE
    breaker.failed("no answer")
    breaker.succeeded()
    assert not breaker.seconds_open()
    breaker.failed("no answer")
    assert breaker.seconds_open() == FIRST_PAUSE
