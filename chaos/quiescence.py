"""Waits for quiescence: every letter that was brought is judged, every letter that was written is out.

Letters that the relay put off wait for minutes. Nobody waits for that here: the clocks of all machines are moved on, as
they would move by themselves.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from chaos.environment import Environment

CALM_SECONDS = 1.2
"""The state must last this long to count as quiescent: a letter may be between two tables."""
LOOK_EVERY = 0.4
SWEEP_EVERY = 1.0

STALLED_SECONDS = 2.0
DIGESTS_EVERY = 3.0

_WAITING = "select count(*) from inbox where state = 'waiting'"
_PUT_OFF = "select count(*) from outbox where state in ('waiting', 'sending')"
_HOUSE = "select count(*) from matches where house_to_move"
_NEXT = """
    select extract(epoch from min(due) - now())::float from (
        select next_try_at + interval '16 seconds' as due from outbox where next_try_at is not null
        union all select received_at + interval '20 seconds' from inbox where state = 'waiting'
        union all select since + interval '20 seconds' from matches where house_to_move
    ) as waiting
"""
"""In how many seconds a sweep will find the next of those that wait: it leaves each to its job for a while."""
_NEXT_LETTER = "select extract(epoch from min(next_try_at) - now())::float from outbox where state = 'waiting'"


_NEXT_DIGEST = "select extract(epoch from min(digest_at) - now())::float from players"
SOON_SECONDS = 400.0


class NotQuiescent(RuntimeError):
    """The service did not become quiescent; the text lists the unfinished work."""


@dataclass(slots=True)
class Quiescence:
    """Everything that still moves."""

    environment: Environment

    async def settle(self) -> None:
        """Wait until nothing moves any more. Raises `Restless`."""
        loop = asyncio.get_running_loop()
        latest = loop.time() + self.environment.machines.plan.patience
        calm_since = swept = loop.time()
        while loop.time() < calm_since + CALM_SECONDS:
            if loop.time() > latest:
                raise NotQuiescent(f"these still wait: {await self._moving()}")
            moving = await self._moving()
            if any(moving.values()):
                calm_since = loop.time()
                if loop.time() > swept + SWEEP_EVERY:
                    self.environment.diary.note("unsettled", **moving)
                    await self._move_on()
                    swept = loop.time()
            await asyncio.sleep(LOOK_EVERY)

    async def _moving(self) -> dict[str, int]:
        (letters,), (post,), (house,) = [
            (await self.environment.ask(query))[0] for query in (_WAITING, _PUT_OFF, _HOUSE)
        ]
        return {
            "visits": self.environment.club.visits,
            "letters on the way in": self.environment.club.mta.under_way,
            "letters to be judged": int(str(letters)),
            "letters to be sent": int(str(post)),
            "moves of the house": int(str(house)),
            "jobs": self.environment.machines.broker.waiting(),
        }

    async def _move_on(self) -> None:
        """Let time go on to where something is due, and ask for a sweep, which the beat would do a little later."""
        ((wait,),) = await self.environment.ask(_NEXT)
        if isinstance(wait, float):
            self.environment.machines.move_on(wait + 1.0)
        self.environment.machines.sweep()


async def keep_moving(environment: Environment) -> None:
    """Let time go on to the next letter that the relay has put off, whenever nobody writes or reads for a while.

    No sweep is asked for here and no other time is moved: the service itself must find lost jobs.
    """
    before = -1, -1
    while True:
        await asyncio.sleep(STALLED_SECONDS)
        now = environment.club.count, environment.relay.counted
        if now == before and not environment.clock_is_wrong:
            ((wait,),) = await environment.ask(_NEXT_LETTER)
            if isinstance(wait, float) and wait > environment.machines.moved_on:
                environment.diary.note("moved on", seconds=wait)
                environment.machines.move_on(wait)
        before = now


async def bring_digests(environment: Environment) -> None:
    """Let time go on to the digest that somebody has asked for soon, again and again."""
    while True:
        await asyncio.sleep(DIGESTS_EVERY)
        environment.club.ask_for_digests()
        ((wait,),) = await environment.ask(_NEXT_DIGEST)
        if not isinstance(wait, float) or environment.clock_is_wrong:
            continue
        if 0 < wait - environment.machines.moved_on < SOON_SECONDS:
            environment.machines.move_on(wait + 1.0)
