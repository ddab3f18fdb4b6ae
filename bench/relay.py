"""Compares a relay that hangs with one that works: the time from a letter's 250 until it is judged.

Two services run at the same time and get their letters in turn, each when the one before is judged, so that whatever
else the machine does is the same for both and no queue adds to it.
"""

from __future__ import annotations

import smtplib
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from statistics import median, quantiles
from threading import Event, Thread

from sqlalchemy import func, select

from adjudicator.bootstrap import build_context
from adjudicator.services.context import Context
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox, Match, Outbox
from bench.installation import Installation, faults, installation
from bench.letter_match import Answer, begin
from bench.scripted_match import ENDLESS, script
from bench.smtp_sink import sink
from bench.table import show

WARM_UP = 10
LOOK_EVERY = 0.002
PATIENCE = 60.0


@dataclass(slots=True)
class Club:
    """One service, the letters to it, and when each was taken and judged, by the number of its row."""

    name: str
    here: Installation
    context: Context
    letters: list[Answer] = field(default_factory=list)
    loaded: dict[int, float] = field(default_factory=dict)
    judged: dict[int, float] = field(default_factory=dict)
    over: Event = field(default_factory=Event)

    def watch(self) -> None:
        """Note when each letter is judged, until nobody wants to know."""
        query = select(Inbox.id).where(Inbox.state == InboxState.DONE)
        while not self.over.wait(LOOK_EVERY):
            with self.context.store.connect_readonly() as connection:
                done = connection.scalars(query).all()
            now = time.monotonic()
            for number in done:
                self.judged.setdefault(number, now)

    def await_all(self) -> None:
        """Wait until everything that was taken is judged, for as long as that makes sense."""
        latest = time.monotonic() + PATIENCE
        while self.judged.keys() < self.loaded.keys() and time.monotonic() < latest:
            time.sleep(LOOK_EVERY)

    def waits(self) -> list[float]:
        """List the milliseconds from 250 to judged, without those that warmed the service up."""
        missing = time.monotonic()
        return [1000 * (self.judged.get(row, missing) - at) for row, at in sorted(self.loaded.items())[WARM_UP:]]


def main(letters: int) -> None:
    """Print the times of both, and how they compare."""
    with ExitStack() as ending:
        end = ending.enter_context(sink(silent=True))
        hanging = ending.enter_context(hanging_relay())
        clubs = [ending.enter_context(_club(name, port, letters)) for name, port in ((GOOD, end.port), (DEAD, hanging))]
        _play(clubs)
        _show(clubs)


GOOD, DEAD = "a relay that works", "a relay that hangs"


@contextmanager
def hanging_relay() -> Iterator[int]:
    """Take every connection and say nothing; the port is told."""
    with socket.create_server(("127.0.0.1", 0), backlog=1000) as server:
        yield int(server.getsockname()[1])


@contextmanager
def _club(name: str, relay_port: int, letters: int) -> Iterator[Club]:
    with installation(relay_port) as here:
        context = build_context(here.settings)
        club = Club(name, here, context)
        for number in range(letters + WARM_UP):
            board = begin(context, number, script(number, 2), dict(ENDLESS))
            with context.store.reading() as session:
                turn = session.scalars(select(Match.turn).where(Match.code == board.code)).one()
            board.answers_to = [context.addresses.seat(board.code, seat, turn, 0) for seat in range(2)]
            club.letters.append(board.next_answer())
        yield club
        context.store.close()


def _play(clubs: Sequence[Club]) -> None:
    watchers = [Thread(target=club.watch) for club in clubs]
    for watcher in watchers:
        watcher.start()
    lines = [smtplib.SMTP(club.here.settings.smtp_in.host, club.here.settings.smtp_in.port) for club in clubs]
    for number in range(len(clubs[0].letters)):
        for club, line in zip(clubs, lines, strict=True):
            letter = club.letters[number]
            line.sendmail(letter.sender, [letter.recipient], letter.raw)
            club.loaded[number + 1] = time.monotonic()
            club.await_all()
    for club, line, watcher in zip(clubs, lines, watchers, strict=True):
        line.quit()
        club.over.set()
        watcher.join()


def _show(clubs: Sequence[Club]) -> None:
    rows = []
    for club in clubs:
        waits = club.waits()
        with club.context.store.reading() as session:
            unsent = session.scalar(select(func.count()).where(Outbox.next_try_at.is_not(None)))
        rows.append((club.name, len(waits), median(waits), quantiles(waits, n=20)[-1], max(waits), unsent))
        for line in faults(club.here)[:3]:
            print(f"complaint beside {club.name}: {line}")
    head = ("beside", "letters", "median ms", "95 % ms", "max ms", "wait to go out")
    show("From 250 to judged", head, rows)
    good, dead = (median(club.waits()) for club in clubs)
    print(f"\nThe median beside the relay that hangs is {dead / good:.2f} times the other one.")
