"""Injects the faults of a plan, spread over the letters of a run at points that its seed chooses."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from chaos.environment import Environment
from chaos.faults import FAULTS, Fault
from chaos.plan import Plan

AT_ONCE = 2
"""Faults at the same time at most, not counting deadlines that are being watched."""


@dataclass(slots=True)
class FaultInjector:
    """Works through a list of faults."""

    environment: Environment
    plan: Plan
    chance: Random
    made: Counter[str] = field(default_factory=Counter)
    _parts: set[str] = field(default_factory=set)
    _free: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def work(self) -> None:
        """Inject all faults of the plan, each after its number of letters."""
        last = self.plan.letters * 0.95
        moments = sorted(self.chance.uniform(self.plan.letters * 0.03, last) for _ in range(self.plan.faults))
        async with asyncio.TaskGroup() as broken:
            for moment in moments:
                await self.environment.club.come_to(moment)
                name = self._choose()
                self.made[name] += 1
                await self._claim(FAULTS[name])
                broken.create_task(self._make(name, self.made.total()))

    def _choose(self) -> str:
        names = self.plan.kinds or tuple(FAULTS)
        if self.plan.faults >= len(names) and (unused := [name for name in names if not self.made[name]]):
            # One of each kind first, so that a short run omits none.
            return self.chance.choice(unused)
        return self.chance.choices(names, [FAULTS[name].weight for name in names])[0]

    async def _claim(self, fault: Fault) -> None:
        async with self._free:
            await self._free.wait_for(lambda: not fault.parts & self._parts and len(self._parts) < AT_ONCE)
            self._parts |= fault.parts

    async def _make(self, name: str, number: int) -> None:
        fault = FAULTS[name]
        self.environment.diary.note("breaks", fault=name, number=number)
        try:
            told = await fault.act(self.environment)
            self.environment.diary.note("mended", fault=name, number=number, told=told)
        finally:
            async with self._free:
                self._parts -= fault.parts
                self._free.notify_all()
