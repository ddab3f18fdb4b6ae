"""Sends the letters of the outbox in threads of its own: a relay that hangs holds up no judging and no deadline.

A task wakes them. What they have in hand is leased in the database and renewed while it is on its way, so that the
letters of a worker that died are free within seconds; whoever renews leases also looks for such letters.
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
"""How long a worker that ends waits for letters in hand; their leases end soon after it."""

log = structlog.get_logger()


class _Watched:
    """A courier of one thread, which remembers whether the last letter was answered."""

    def __init__(self, transport: SmtpTransport | LocalTransport) -> None:
        self.courier = transport
        self.unanswered = False

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Hand over one letter. Raises `Undelivered`."""
        try:
            self.courier.send(envelope_from, recipient, raw)
        except Undelivered as fault:
            self.unanswered = fault.unanswered
            raise


class SendingThreads:
    """The threads that send, and one that keeps watch over leases; they are started when first woken."""

    def __init__(self, context: Callable[[], Context], relay: Relay) -> None:
        """Take the relay, and from where the desk is had; nothing is opened yet."""
        self._context = context
        self._relay = relay
        self._breaker = CircuitBreaker(str(relay))
        # Beyond one for each thread, whoever is woken finds the letters of all.
        self._wakes: Queue[None] = Queue(THREADS)
        self._in_hand: set[int] = set()
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []

    def wake(self) -> None:
        """Say that there may be letters to send."""
        with self._lock:
            if not self._threads:
                self._start()
        with suppress(Full):
            self._wakes.put_nowait(None)

    def stop(self, seconds: float = STOP_SECONDS) -> None:
        """Let the letters in hand be finished, for so many seconds; what takes longer is left to its lease."""
        self._stopping.set()
        for _ in range(THREADS):
            with suppress(Full):
                self._wakes.put_nowait(None)
        for thread in self._threads:
            thread.join(seconds / len(self._threads))

    def _start(self) -> None:
        jobs = [self._send] * THREADS + [self._keep_watch]
        self._threads = [threading.Thread(target=job, name=job.__name__, daemon=True) for job in jobs]
        for thread in self._threads:
            thread.start()

    def _send(self) -> None:
        transport = _Watched(transport_for(self._relay, self._breaker))
        supervision = letter_sender.Supervision(self._holding, lambda: not self._stopping.is_set())
        while self._is_woken(waits=transport.unanswered):
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
        transport.courier.close()

    def _is_woken(self, *, waits: bool) -> bool:
        """Wait until there may be letters and the relay may be tried; tell whether that came before the end.

        What the relay did not answer to `waits`, and others perhaps behind it: they are tried again by themselves.
        """
        while not self._stopping.is_set():
            pause = self._breaker.seconds_open()
            if waits and not pause:
                break
            try:
                self._wakes.get(timeout=pause or None)
            except Empty:
                break
            if not self._breaker.seconds_open():
                break
            waits = True
        return not self._stopping.is_set()

    @contextmanager
    def _holding(self, letter: int) -> Iterator[None]:
        self._in_hand.add(letter)
        try:
            yield
        finally:
            self._in_hand.discard(letter)

    def _keep_watch(self) -> None:
        """Renew the leases of the letters in hand, and wake the others for one that nobody has in hand any more."""
        while not self._stopping.wait(letter_sender.RENEW_EVERY.total_seconds()):
            now, letters = datetime.now(UTC), self._in_hand.copy()
            try:
                if letters:
                    letter_sender.renew_leases(self._context(), letters, now)
                if letter_sender.is_anything_due(self._context(), now):
                    self.wake()
            except Exception as fault:  # noqa: BLE001  # then a letter may go out twice, as the same one
                log.warning("lease not renewed", letters=sorted(letters), fault=str(fault))
