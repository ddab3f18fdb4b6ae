"""Letters while ten house players think: in a process of their own, as the service does it, and in a worker's thread.

Letters are written one at a time, in quiet and busy rounds of one run. A process is stopped (SIGSTOP) for the quiet
rounds, which alternate with the others; a thread cannot be stopped, so its quiet rounds come first.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import func, select

from adjudicator.bootstrap import build_context
from adjudicator.engines.contract import Level
from adjudicator.mail.commands.arguments.terms_order import TermsOrder
from adjudicator.services.context import Context
from adjudicator.services.matches.opening import lobby
from adjudicator.services.players.players import get_or_create_player
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Match
from bench.club import Club, meeting
from bench.installation import Installation, faults, installation
from bench.letter_match import Answer, begin
from bench.memory import weigh
from bench.pace import Pace, show_paces
from bench.scripted_match import ENDLESS, script
from bench.smtp_sink import Sink, sink
from bench.table import median, show

MATCHES: Final = 8
STEPS: Final = 60
WARM_UP: Final = 40
HOUSES: Final = 10
GAME: Final = "cheops"
SECONDS: Final = "60"
"""For each step of the house player, so that it thinks for the whole time."""
ROUNDS: Final = 5
LETTERS: Final = 20
"""In a round."""
SETTLE: Final = 4.0
"""Seconds in which a process starts and loads the games."""


@dataclass(frozen=True, slots=True)
class Way:
    """Where the house player thinks, and the Celery app of such a worker."""

    words: str
    app: str
    process: bool


WAYS: Final = (
    Way("a process of its own, there only while it is needed", "worker.app", process=True),
    Way("a thread of the worker", "bench.thinking_thread", process=False),
)


@dataclass(frozen=True, slots=True)
class Measured:
    """The letters of both kinds of rounds, and the memory of the service before and while the house thinks, in MB."""

    quiet: Sequence[Answer]
    busy: Sequence[Answer]
    rest: float
    more: float


def main() -> None:
    """Print the letters of both ways, and the ratio of their medians."""
    rows = []
    for way in WAYS:
        with sink() as end, installation(end.port, app=way.app, more={"ADJUDICATOR_HOUSE_SECONDS": SECONDS}) as here:
            one = asyncio.run(_measure(way, here, end))
            show_paces(
                [Pace("nobody thinks", one.quiet), Pace("ten think", one.busy)], f"One letter at a time, {way.words}"
            )
            quiet, busy = (1000 * median([answer.latency for answer in kind]) for kind in (one.quiet, one.busy))
            rows.append((way.words, quiet, busy, busy / quiet, one.rest, one.more))
            for line in faults(here)[:5]:
                print(f"complaint: {line}")
    head = ("the house player thinks in", "median ms, nobody thinks", "ten think", "ratio", "PSS MB at rest", "more")
    show("Letters while ten house players think", head, rows)


async def _measure(way: Way, here: Installation, end: Sink) -> Measured:
    context = build_context(here.settings)
    boards = [begin(context, number, script(number, STEPS), dict(ENDLESS)) for number in range(MATCHES)]
    async with meeting(boards, end, here.settings.smtp_in) as club:
        await club.flat_out(WARM_UP)
        rest = _memory(here)
        rounds = _alternate if way.process else _one_after_the_other
        quiet, busy = await rounds(club, context, here)
        more = _memory(here) - rest
    print(f"{_thinking(context)} of {HOUSES} house players still think at the end of the run")
    context.store.close()
    return Measured(quiet, busy, rest, more)


async def _alternate(club: Club, context: Context, here: Installation) -> tuple[list[Answer], list[Answer]]:
    _let_houses_move(context)
    await asyncio.sleep(SETTLE)
    quiet, busy = list[Answer](), list[Answer]()
    for _ in range(ROUNDS):
        with _stopped(_house_process(here)):
            quiet += await club.idle(LETTERS)
        busy += await club.idle(LETTERS)
    return quiet, busy


async def _one_after_the_other(club: Club, context: Context, _here: Installation) -> tuple[list[Answer], list[Answer]]:
    quiet = await club.idle(ROUNDS * LETTERS)
    _let_houses_move(context)
    await asyncio.sleep(SETTLE)
    return quiet, await club.idle(ROUNDS * LETTERS)


def _let_houses_move(context: Context) -> None:
    """Begin matches until the house is to move in ten of them: whoever begins is drawn by lot."""
    number = 0
    while _thinking(context) < HOUSES:
        number += 1
        with unit_of_work(context, datetime.now(UTC)) as work:
            player = get_or_create_player(work, f"guest{number}@mail.example", f"Guest {number}", "en")
            terms = TermsOrder(house=Level.STRONG)
            lobby.open_match(work, player, lobby.build_setup(GAME, [lobby.HOUSE], {}, terms=terms))


def _thinking(context: Context) -> int:
    with context.store.reading() as session:
        return session.scalar(select(func.count()).where(Match.house_to_move)) or 0


def _house_process(here: Installation) -> int:
    return next(one.pid for one in weigh(here.pid) if one.name == "house")


@contextmanager
def _stopped(pid: int) -> Iterator[None]:
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def _memory(here: Installation) -> float:
    return sum(one.proportional for one in weigh(here.pid))
