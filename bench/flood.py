"""A flood of junk at the listener while a club plays: what is taken in, what it weighs, how soon it answers."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from adjudicator.bootstrap import build_context
from bench.club import Club, meeting
from bench.installation import Installation, faults, installation
from bench.letter_match import Answer, Board, begin
from bench.memory import Weight, weigh
from bench.pace import Pace, show_paces
from bench.scripted_match import ENDLESS, script
from bench.smtp_sink import Sink, sink
from bench.table import show

MATCHES = 20
STEPS = 120
POURING = 16
"""Connections that pour at the same time, from as many machines as there are hosts below."""
HOSTS = tuple(f"127.0.0.{n}" for n in range(10, 14))
RATE = 4.0
"""Letters of players a second, flood or not."""
BEFORE = 40
LARGE = 900_000
WEIGHED_EACH = 0.5


@dataclass(slots=True)
class Flood:
    """Junk of many kinds, and how each was answered."""

    letters: int
    chance: Random = field(default_factory=lambda: Random(1))
    told: Counter[str] = field(default_factory=Counter)
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def pour(self, host: str, port: int) -> None:
        """Pour until there is no more."""
        pouring = [self._connection(host, port, HOSTS[n % len(HOSTS)]) for n in range(POURING)]
        await asyncio.gather(*pouring)
        self.over.set()

    async def _connection(self, host: str, port: int, own: str) -> None:
        while self.letters > 0:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection(host, port, local_addr=(own, 0))
                await _answer(reader)
                await _say(reader, writer, b"EHLO junk.example\r\n")
                while self.letters > 0:
                    self.letters -= 1
                    self.told[await self._letter(reader, writer)] += 1
                writer.close()

    async def _letter(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
        number = self.chance.randrange(10**9)
        sender = self.chance.choice((f"eve{number}@evil.example", "eve@evil.example", ""))
        await _say(reader, writer, f"MAIL FROM:<{sender}>\r\n".encode())
        said = await _say(reader, writer, f"RCPT TO:<{self._recipient(number)}>\r\n".encode())
        if said.startswith("250"):
            await _say(reader, writer, b"DATA\r\n")
            said = await _say(reader, writer, self._junk(number) + b"\r\n.\r\n")
        else:
            await _say(reader, writer, b"RSET\r\n")
        return said[:9]

    def _recipient(self, number: int) -> str:
        forged = f"play+k7q2-1-{number % 40}-aaaaaaaaaaaaaaaa@club.example"
        return self.chance.choice(("play@club.example", "play@club.example", forged, f"nobody{number}@club.example"))

    def _junk(self, number: int) -> bytes:
        body = b"x" * 990 + b"\r\n"
        size = LARGE if number % 50 == 0 else number % 5_000
        return b"From: eve@evil.example\r\nSubject: %d\r\n\r\n" % number + body * (size // 992 + 1)


def main(letters: int) -> None:
    """Let a club play before and during a flood, and print both."""
    with sink() as end, installation(end.port) as here:
        context = build_context(here.settings)
        boards = [begin(context, number, script(number, STEPS), dict(ENDLESS)) for number in range(MATCHES)]
        print(f"{letters:,} letters of junk over {POURING} connections, beside {RATE:.0f} letters of players a second")
        asyncio.run(_play(here, boards, end, Flood(letters)))
        for line in faults(here)[:10]:
            print(f"complaint: {line}")
        context.store.close()


async def _play(here: Installation, boards: Sequence[Board], end: Sink, flood: Flood) -> None:
    async with meeting(boards, end, here.settings.smtp_in) as club:
        await _measure(here, flood, club)


async def _measure(here: Installation, flood: Flood, club: Club) -> None:
    before = Pace("before the flood", await club.paced(BEFORE, RATE))
    light, scale = weigh(here.pid), asyncio.create_task(_heaviest(here.pid, flood.over))
    began = time.monotonic()
    pouring = asyncio.create_task(flood.pour(here.settings.smtp_in.host, here.settings.smtp_in.port))
    during: list[Answer] = []
    while not flood.over.is_set():
        during += await club.paced(int(10 * RATE), RATE)  # long enough that no connection of theirs falls silent
    await pouring
    taken = time.monotonic() - began
    show_paces([before, Pace("during it", during)])
    show("Junk", ("answer", "letters"), [*sorted(flood.told.items()), ("letters/s", sum(flood.told.values()) / taken)])
    _show_growth(light, await scale, weigh(here.pid))


async def _heaviest(pid: int, over: asyncio.Event) -> dict[int, float]:
    """Weigh every program again and again; return the most that each was."""
    most: dict[int, float] = {}
    while not over.is_set():
        for one in await asyncio.to_thread(weigh, pid):
            most[one.pid] = max(one.resident, most.get(one.pid, 0.0))
        await asyncio.sleep(WEIGHED_EACH)
    return most


def _show_growth(before: Sequence[Weight], most: Mapping[int, float], after: Sequence[Weight]) -> None:
    at_first = {one.pid: one.resident for one in before}
    rows = [(one.name, at_first.get(one.pid, 0.0), most.get(one.pid, 0.0), one.resident) for one in after]
    show("Memory in MB", ("program", "before", "most", "after"), rows)


async def _say(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, words: bytes) -> str:
    writer.write(words)
    await writer.drain()
    return await _answer(reader)


async def _answer(reader: asyncio.StreamReader) -> str:
    """Read an answer with its continued lines. Raises `ConnectionError` when the other side hung up."""
    while line := await reader.readline():
        if line[3:4] != b"-":
            return line.decode("ascii", "replace")
    raise ConnectionResetError
