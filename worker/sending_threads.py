"""Threads that send the letters of the outbox, apart from Celery's: a relay that hangs delays no judging, no deadline.

1. The task `post.letter` wakes the threads.
2. Each thread calls `letter_sender.send_due` with a transport of its own. A letter in hand is leased in the database.
3. The watching thread renews the leases of letters that take long. The letters of a worker that died become due again
   within seconds, and the same thread of another worker finds them.
4. While the circuit breaker of the relay is open, the threads wait, and then try one letter.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from queue import Empty, Full, Queue

import structlog

from adjudicator.config.env_reader import Relay
from adjudicator.infra.circuit_breaker import CircuitBreaker
from adjudicator.infra.transport import LocalTransport, SmtpTransport, transport_for
from adjudicator.mail.incoming.delivery_status import Undelivered
from adjudicator.services.context import Context
from adjudicator.services.jobs import letter_sender
from adjudicator.store.session import is_temporary

THREADS = 2
STOP_SECONDS = 10.0
"""How long a worker that stops waits for letters in hand; after that their leases expire."""

log = structlog.get_logger()


class _Watched:
    """The transport of one thread; it remembers whether the relay answered to the last letter."""

    def __init__(self, transport: SmtpTransport | LocalTransport) -> None:
        self.transport = transport
        self.unanswered = False

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Send one letter. Raises `Undelivered`."""
        try:
            self.transport.send(envelope_from, recipient, raw)
        except Undelivered as fault:
            self.unanswered = fault.unanswered
            raise


class SendingThreads:
    """The threads that send, and one that watches over leases. They start at the first wake-up."""

    def __init__(self, context: Callable[[], Context], relay: Relay) -> None:
        """Take the relay, and a function that returns the context. Nothing is opened yet."""
        self._context = context
        self._relay = relay
        self._breaker = CircuitBreaker(str(relay))
        # One wake-up for each thread is enough: a thread sends everything that is due.
        self._wakes: Queue[None] = Queue(THREADS)
        self._in_hand: set[int] = set()
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []

    def wake(self) -> None:
        """Tell the threads that there may be letters to send."""
        with self._lock:
            if not self._threads:
                self._start()
        with suppress(Full):
            self._wakes.put_nowait(None)

    def stop(self, seconds: float = STOP_SECONDS) -> None:
        """Wait at most this many seconds for the letters in hand; the lease of any other letter expires."""
        self._stopping.set()
        for _ in range(THREADS):
            with suppress(Full):
                self._wakes.put_nowait(None)
        for thread in self._threads:
            thread.join(seconds / len(self._threads))

    def _start(self) -> None:
        loops = [self._send] * THREADS + [self._watch_leases]
        self._threads = [threading.Thread(target=loop, name=loop.__name__, daemon=True) for loop in loops]
        for thread in self._threads:
            thread.start()

    def _send(self) -> None:
        transport = _Watched(transport_for(self._relay, self._breaker))
        supervision = letter_sender.Supervision(self._holding, lambda: not self._stopping.is_set())
        while self._wait_for_work(letters_wait=transport.unanswered):
            transport.unanswered = False
            try:
                letter_sender.send_due(
                    self._context(),
                    transport,
                    partial(datetime.now, UTC),
                    by=supervision,
                )
            except Exception as fault:  # the sweep wakes us again
                if is_temporary(fault):
                    log.warning("database busy", fault=str(fault))
                else:
                    log.exception("sending was interrupted")
        transport.transport.close()

    def _wait_for_work(self, *, letters_wait: bool) -> bool:
        """Wait until there may be letters and the relay may be tried. False when the worker stops instead.

        `letters_wait`: the relay did not answer to the last letter, which is still in the outbox, as are those behind
        it. No job will wake this thread for them, so it goes on by itself as soon as the breaker closes.

        1. The breaker is closed and letters wait: go on at once.
        2. The breaker is closed: wait for a wake-up, without a limit.
        3. The breaker is open: wait until its pause is over. A wake-up during the pause means that letters wait.
        """
        while not self._stopping.is_set():
            pause = self._breaker.seconds_open()
            if letters_wait and not pause:
                break
            try:
                self._wakes.get(timeout=pause or None)
            except Empty:
                break
            if not self._breaker.seconds_open():
                break
            letters_wait = True
        return not self._stopping.is_set()

    @contextmanager
    def _holding(self, letter: int) -> Iterator[None]:
        self._in_hand.add(letter)
        try:
            yield
        finally:
            self._in_hand.discard(letter)

    def _watch_leases(self) -> None:
        """Renew the leases of the letters in hand; wake the sending threads when a lease of a dead worker expired."""
        while not self._stopping.wait(letter_sender.RENEW_EVERY.total_seconds()):
            now, letters = datetime.now(UTC), self._in_hand.copy()
            try:
                if letters:
                    letter_sender.renew_leases(self._context(), letters, now)
                if letter_sender.is_anything_due(self._context(), now):
                    self.wake()
            except Exception as fault:  # noqa: BLE001  # at worst a letter goes out twice, with the same Message-ID
                log.warning("lease not renewed", letters=sorted(letters), fault=str(fault))
