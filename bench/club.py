"""The load generator: many matches whose players answer at once, over few connections."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

import msgspec

from adjudicator.config.env_reader import Endpoint
from bench.letter_match import Answer, Board, code_in
from bench.smtp_sink import Arrival, Sink
from testkit.smtp_client import SmtpClient

PATIENCE = 60.0
CONNECTIONS = 8
PAUSE = 0.05


@dataclass(slots=True)
class Club:
    """Everybody who plays. Boards whose last answer came through wait in `ready`."""

    boards: dict[str, Board]
    lines: Sequence[SmtpClient]
    ready: asyncio.Queue[Board] = field(default_factory=asyncio.Queue)
    judged: asyncio.Queue[Answer] = field(default_factory=asyncio.Queue)

    async def idle(self, count: int) -> list[Answer]:
        """Play one letter at a time, each into a service that has nothing else to do."""
        answers = []
        for _ in range(count):
            await self._write(self.lines[0])
            answers += await self._came_through(1)
            await asyncio.sleep(PAUSE)
        return answers

    async def flat_out(self, count: int) -> list[Answer]:
        """Play this many letters, each as soon as it can be written."""
        return await self._play(asyncio.Semaphore(count), count)

    async def paced(self, count: int, rate: float) -> list[Answer]:
        """Play this many letters at an even rate, without waiting for answers."""
        return await self.at_times([number / rate for number in range(count)])

    async def at_times(self, times: Sequence[float]) -> list[Answer]:
        """Play a letter at each of these times, in seconds from now, without waiting for answers."""
        due, start = asyncio.Semaphore(0), time.monotonic()

        async def tick() -> None:
            for at in times:
                await asyncio.sleep(start + at - time.monotonic())
                due.release()

        ticking = asyncio.create_task(tick())
        answers = await self._play(due, len(times), max(times, default=0.0))
        await ticking
        return answers

    async def _play(self, due: asyncio.Semaphore, count: int, lasting: float = 0.0) -> list[Answer]:
        async def keep_writing(line: SmtpClient) -> None:
            while True:
                await due.acquire()
                await self._write(line)

        writers = [asyncio.create_task(keep_writing(line)) for line in self.lines]
        answers = await self._came_through(count, PATIENCE + lasting)
        for writer in writers:
            writer.cancel()
        await asyncio.gather(*writers, return_exceptions=True)
        return answers

    async def _write(self, line: SmtpClient) -> None:
        board = await self.ready.get()
        answer = board.next_answer()
        answer.accepted_at = await line.send(answer.sender, answer.recipient, answer.raw)

    async def _came_through(self, count: int, patience: float = PATIENCE) -> list[Answer]:
        try:
            return [await asyncio.wait_for(self.judged.get(), patience) for _ in range(count)]
        except TimeoutError:
            waiting = [board.waits_for.name for board in self.boards.values() if board.waits_for]
            raise RuntimeError(f"not answered within {patience:.0f} seconds: {waiting}") from None

    async def listen(self, sink: Sink) -> None:
        """Take note of what comes into the sink, for ever."""
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sink.arrivals)
        while line := await reader.readline():
            arrival = msgspec.json.decode(line, type=Arrival)
            if board := self.boards.get(code_in(arrival)):
                self._note(board, arrival)

    def _note(self, board: Board, arrival: Arrival) -> None:
        was_ready = board.ready
        if answer := board.arrived(arrival):
            self.judged.put_nowait(answer)
        if board.ready and not was_ready:
            self.ready.put_nowait(board)


@contextlib.asynccontextmanager
async def meeting(boards: Sequence[Board], sink: Sink, door: Endpoint) -> AsyncIterator[Club]:
    """Bring a club together for the time of an `async with` block: its matches have begun and can be played."""
    lines = [await SmtpClient.open(door.host, door.port) for _ in range(CONNECTIONS)]
    club = Club({board.code: board for board in boards}, lines)
    listening = asyncio.create_task(club.listen(sink))
    try:
        async with asyncio.timeout(PATIENCE):
            begun = [await club.ready.get() for _ in boards]
        for board in begun:
            club.ready.put_nowait(board)
        yield club
        for line in lines:
            await line.close()
    finally:
        listening.cancel()
