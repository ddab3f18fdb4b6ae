"""The players' mail server: it brings every letter until it is told 250, as mail servers do."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from chaos.diary import Diary
from testkit.smtp_client import SmtpClient

LINES = 8
PATIENCE = 40.0


@dataclass(frozen=True, slots=True)
class QueuedLetter:
    """A letter as its writer handed it over, and which copy of it this is."""

    name: str
    sender: str
    recipient: str
    raw: bytes
    copy: int = 0


@dataclass(slots=True)
class Cut:
    """A letter of which only half will be brought at first."""

    halfway: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)


class SendingMta:
    """Brings letters over a few kept lines."""

    def __init__(self, port: int, diary: Diary, chance: Random) -> None:
        self._port = port
        self._diary = diary
        self._chance = chance
        self._queue: asyncio.Queue[QueuedLetter] = asyncio.Queue()
        self._cut: Cut | None = None
        self.under_way = 0
        """How many parcels have not been taken yet."""

    def bring(self, queued: QueuedLetter, after: float = 0.0) -> None:
        """Queue a letter."""
        self.under_way += 1
        asyncio.get_running_loop().call_later(after, self._queue.put_nowait, queued)

    def cut_next(self) -> Cut:
        """Stop in the middle of the next letter until told to go on."""
        self._cut = Cut()
        return self._cut

    async def work(self) -> None:
        """Carry, for ever."""
        async with asyncio.TaskGroup() as lines:
            for _ in range(LINES):
                lines.create_task(self._keep_carrying())

    async def _keep_carrying(self) -> None:
        while True:
            queued = await self._queue.get()
            try:
                line = await SmtpClient.open("127.0.0.1", self._port)
            except (OSError, RuntimeError) as fault:
                self._put_off(queued, str(fault))
                continue
            try:
                await self._carry_over(line, queued)
            finally:
                line.writer.transport.abort()
                with suppress(OSError):
                    await line.writer.wait_closed()

    async def _carry_over(self, line: SmtpClient, queued: QueuedLetter) -> None:
        """Carry over one line for as long as it lasts."""
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._carry(line, queued)
            except (OSError, RuntimeError, TimeoutError) as fault:
                self._put_off(queued, str(fault) or type(fault).__name__)
                return
            self.under_way -= 1
            self._diary.note("taken", name=queued.name, copy=queued.copy)
            queued = await self._queue.get()

    async def _carry(self, line: SmtpClient, queued: QueuedLetter) -> None:
        cut, self._cut = self._cut, None
        if cut is None:
            await line.send(queued.sender, queued.recipient, queued.raw)
            return
        try:
            await line.begin(queued.sender, queued.recipient)
            line.writer.write(queued.raw[: len(queued.raw) // 2])
            await line.writer.drain()
        finally:
            cut.halfway.set()
        await cut.over.wait()
        raise OSError("the line was cut in the middle of the letter")

    def _put_off(self, queued: QueuedLetter, why: str) -> None:
        if why.startswith("refused: 5"):
            self.under_way -= 1
            self._diary.note("refused", name=queued.name, why=why)
            return
        self._diary.note("put off", name=queued.name, why=why)
        wait = self._chance.uniform(0.2, 1.0)
        asyncio.get_running_loop().call_later(wait, self._queue.put_nowait, queued)
