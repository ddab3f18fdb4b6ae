"""What each millisecond of a letter goes to: by what is being done, and by whose code does it.

Letters go their whole way in this process: they are taken in, judged, and their letters are sent to a sink. Meanwhile
the system interrupts the process for each few milliseconds of processor time (`ITIMER_PROF`), and the frames tell
which stage it is in and whose function runs. What a C function takes is its caller's: SQLite's time is that of the
frame of SQLAlchemy that calls it. What the programs of a service need beyond this (SMTP from outside, Celery, the
broker) is the difference to `bench service`.
"""

from __future__ import annotations

import logging
import re
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from types import CodeType, FrameType

import msgspec
import structlog
from sqlalchemy.orm import Session

from adjudicator.config.env_reader import Relay
from adjudicator.infra.rare_collection import collect_rarely
from adjudicator.infra.transport import SmtpTransport
from adjudicator.mail.incoming.letter import read_letter
from adjudicator.mail.reply.alternatives import read_alternatives
from adjudicator.mail.text.normalize import normalize_letter
from adjudicator.mail.text.size_limits import is_short_and_plain
from adjudicator.match.rulings.ruling import rule_on
from adjudicator.services.context import Context
from adjudicator.services.inbound import intake
from adjudicator.services.inbound.quotable_letters import texts_answered
from adjudicator.services.inbound.sender_authentication import authenticate
from adjudicator.services.jobs import judging, letter_sender
from adjudicator.services.matches.letters.turn_letters import notify_changed
from adjudicator.services.matches.rows.match_rows import load_match_for, lock_match, save_steps
from adjudicator.services.orders.interpretation import interpret
from adjudicator.services.orders.receipts import write_receipt
from adjudicator.services.outbox.enqueue import enqueue_letter
from adjudicator.services.outbox.message import build_message
from bench.letter_match import Answer, Board, begin, code_in
from bench.scripted_match import ENDLESS, script
from bench.smtp_sink import Arrival, Sink, sink
from bench.table import show
from testkit.club import Club
from testkit.database import make_tables

MATCHES = 20
STEPS = 80
WARM_UP = 10
"""Letters of each match before the measurement."""
EVERY = 0.001
"""Seconds of processor time between two samples; the system makes it a tick of its clock."""

STAGES: Mapping[str, tuple[Callable[..., object], ...]] = {
    "taking it in": (intake.accept_letter,),
    "reading it: headers, text, quotes, signature": (
        read_letter,
        read_alternatives,
        texts_answered,
        normalize_letter,
        is_short_and_plain,
    ),
    "whose it is": (authenticate,),
    "which of its lines are orders": (interpret,),
    "ruling on them, with the game": (rule_on,),
    "reading the match, writing its steps": (lock_match, load_match_for, save_steps),
    "wording the letters to all readers": (notify_changed, write_receipt, enqueue_letter),
    "the commit": (Session.commit,),
    "the rest of judging: the row, rights, clocks, plans": (judging.judge_letter,),
    "building the messages": (build_message,),
    "handing them to the relay": (SmtpTransport.send,),
    "the rest of sending: claims and results": (letter_sender.send_due,),
}
"""The functions that begin each stage. Of a stack, the innermost one counts."""
OWNERS: Mapping[str, str] = {
    "SQLite": "site-packages/sqlalchemy/engine/default.py",
    "SQLAlchemy": "site-packages/sqlalchemy/",
    "Jinja": "site-packages/(jinja2|markupsafe)/",
    "other libraries": "site-packages/",
    "Python's library": "/lib/python3|^<frozen",
    "templates": "/templates/|^<template",
    "the engines": "/adjudicator/engines/",
    "this project": "/adjudicator/",
}
"""Whose code runs, by patterns for the path of its file; the first that fits."""
OTHERS = "others"
STAGE_OF: Mapping[CodeType, str] = {
    function.__code__: stage for stage, functions in STAGES.items() for function in functions
}


class Sampler:
    """Counts which stage and whose code each tick of processor time falls into."""

    def __init__(self, stage_of: Mapping[CodeType, str] = STAGE_OF) -> None:
        """Count nothing yet."""
        self._stage_of = stage_of
        self.counts: Counter[tuple[str, str]] = Counter()
        self.seconds = 0.0
        self._is_measuring = False

    @contextmanager
    def running(self) -> Iterator[None]:
        """Have the system interrupt this process for the time of a `with` block, in the main thread.

        It is one block for all letters: a timer that began anew with each would never fall into its first milliseconds.
        """
        before = signal.signal(signal.SIGPROF, lambda _, frame: self.note(frame))
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)

    @contextmanager
    def measuring(self) -> Iterator[None]:
        """Count the ticks, and the time, of a `with` block."""
        self._is_measuring, begun = True, time.process_time()
        try:
            yield
        finally:
            self.seconds += time.process_time() - begun
            self._is_measuring = False

    def note(self, frame: FrameType | None) -> None:
        """Count one tick, which fell into a frame, if it is being measured."""
        if not self._is_measuring:
            return
        owner = owner_of(frame.f_code.co_filename) if frame else OTHERS
        while frame is not None:
            stage = self._stage_of.get(frame.f_code)
            if stage is not None:
                self.counts[stage, owner] += 1
                return
            frame = frame.f_back


@cache
def owner_of(path: str) -> str:
    """Tell whose code a file is."""
    return next((owner for owner, pattern in OWNERS.items() if re.search(pattern, path)), OTHERS)


def main() -> None:
    """Print the milliseconds of a letter by stage and by owner."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    collect_rarely()
    # Not in /tmp: where that is kept in memory, a commit would cost nothing.
    Path("var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir="var") as folder, sink() as end:
        url = f"sqlite:///{Path(folder) / 'club.sqlite3'}"
        make_tables(url)
        club, sampler = Club.found(url), Sampler()
        with sampler.running():
            letters = _play(club, end, sampler)
        club.context.store.close()
    _show(sampler, letters)


def _play(club: Club, end: Sink, sampler: Sampler) -> int:
    """Play all matches side by side; return how many letters were sampled."""
    context, transport = club.context, SmtpTransport(Relay("smtp", "127.0.0.1", end.port))
    boards = {
        board.code: board for board in (begin(context, n, script(n, STEPS), dict(ENDLESS)) for n in range(MATCHES))
    }
    _send(context, transport)
    awaited, sampled = 2 * MATCHES, 0
    for step in range(STEPS):
        _hear(end, boards, awaited)
        for board in boards.values():
            answer, measured = board.next_answer(), step >= WARM_UP
            with sampler.measuring() if measured else nullcontext():
                _pass_through(context, transport, answer)
            sampled += measured
    transport.close()
    return sampled


def _hear(end: Sink, boards: Mapping[str, Board], awaited: int) -> None:
    """Note the reply addresses of the letters that came: two for each match."""
    for _ in range(awaited):
        arrival = msgspec.json.decode(end.arrivals.readline(), type=Arrival)
        boards[code_in(arrival)].arrived(arrival)


def _pass_through(context: Context, transport: SmtpTransport, answer: Answer) -> None:
    arrival = intake.Arrival(answer.raw, answer.recipient, answer.sender, "smtp", trusted_relay=True)
    judging.judge_letter(context, intake.accept_letter(context, arrival, _now()), _now())
    _send(context, transport)


def _send(context: Context, transport: SmtpTransport) -> None:
    while letter_sender.send_due(context, transport, _now):
        pass


def _now() -> datetime:
    return datetime.now(UTC)


def _show(sampler: Sampler, letters: int) -> None:
    """Print the table: the samples are scaled to the processor time that was measured."""
    each = 1000 * sampler.seconds / letters / sampler.counts.total()
    owners = [owner for owner in (*OWNERS, OTHERS) if any(counted == owner for _, counted in sampler.counts)]
    rows = []
    for stage in STAGES:
        parts = [each * sampler.counts[stage, owner] for owner in owners]
        rows.append((stage, *parts, sum(parts)))
    rows.append(("all", *(sum(column) for column in zip(*(row[1:] for row in rows), strict=True))))
    head = ("", *owners, "all")
    show(f"A letter in one process, in ms of a core ({letters} letters, {sampler.counts.total()} samples)", head, rows)
