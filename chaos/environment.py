"""The objects that faults act on."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from random import Random

import psycopg

from chaos.club import Club
from chaos.diary import Diary
from chaos.machines import Machines
from chaos.relay import Relay


@dataclass(slots=True)
class Environment:
    """The installation, the club that plays on it, the relay, and the diary of what was broken."""

    machines: Machines
    club: Club
    relay: Relay
    diary: Diary
    chance: Random
    clock_is_wrong: bool = False
    """Whether a fault has set one machine's clock wrong."""

    async def pause(self, least: float, most: float) -> None:
        """Wait while the fault lasts."""
        await asyncio.sleep(self.chance.uniform(least, most))

    def kill(self, name: str) -> None:
        """Kill a program; if it has ended already, log that."""
        program = self.machines.programs[name]
        if not program.runs:
            self.diary.note("ended", program=name)
        program.kill()

    async def restart(self, name: str, words: str = "") -> None:
        """Start a program that was killed, and wait for its line that says it is ready."""
        program = self.machines.programs[name]
        program.start()  # not in a thread: the kernel kills it when the thread that started it ends
        if words:
            await asyncio.to_thread(program.await_words, words)

    async def until_in_transaction(self, name: str, seconds: float = 2.0) -> None:
        """Wait until a program is in the middle of a transaction, or until it seems to have nothing to do."""
        loop = asyncio.get_running_loop()
        latest = loop.time() + seconds
        while loop.time() < latest:
            try:
                if await asyncio.to_thread(self.machines.in_transaction, name):
                    return
            except psycopg.Error:
                return  # the database is down: any moment will do
            await asyncio.sleep(0.005)

    async def ask(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """Ask the database, as often as it takes."""

        def look() -> list[tuple[object, ...]]:
            with self.machines.asking() as line:
                done = line.execute(query.encode(), values)
                return done.fetchall() if done.description else []

        while True:
            try:
                return await asyncio.to_thread(look)
            except psycopg.OperationalError:
                await asyncio.sleep(0.2)
