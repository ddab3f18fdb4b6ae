"""What is broken: each fault breaks one thing, leaves it broken for a moment, and mends it.

A fault returns what it did in a few words. `parts` names what it touches: two faults of one part do not overlap.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from chaos.broker import Broker
from chaos.family import Family, kill
from chaos.party import Party
from chaos.stage import Stage

STILL_LOOKS = 200
"""How often it is looked whether a table stands still, a tenth of a second apart."""

_STEP_BACK = (
    "update matches set due_at = now() - interval '1 second', remind_at = null "
    "where code = %s and state = 'running' and due_at is not null and overdue_at is null "
    "returning turn, (select coalesce(max(id), 0) from outbox)"
)
_TOLD = """
    select overdue_at is not null or exists (
        select from outbox where match_id = matches.id and kind like 'overdue%%' and outbox.id > %s
    ), state <> 'running' or turn <> %s from matches where code = %s
"""
"""Whether it was told, and perhaps forgiven since: somebody may give more days faster than anybody looks."""


async def kill_worker(stage: Stage) -> str:
    """Kill a worker, and the sandboxes that it started, while it judges or sends."""
    name = stage.chance.choice(stage.machines.workers)
    await stage.until_in_transaction(name)
    stage.kill(name)
    await stage.pause(0.0, 2.0)
    await stage.restart(name)
    return name


async def kill_sandbox(stage: Stage) -> str:
    """Kill one of the programs in which a worker opens letters, in the middle of a task; the worker itself lives."""
    name = stage.chance.choice(stage.machines.workers)
    worker = stage.machines.programs[name]
    assert isinstance(worker, Family)
    await stage.until_in_transaction(name)
    sandboxes = worker.children() if worker.runs else []
    if sandboxes:
        kill(stage.chance.choice(sandboxes))
    return name


async def kill_listener(stage: Stage) -> str:
    """Kill the listener when half a letter has come in."""
    cut = stage.club.carrier.cut_next()
    try:
        async with asyncio.timeout(3):
            await cut.halfway.wait()
    except TimeoutError:
        pass  # nobody wrote
    stage.kill("listen")
    cut.over.set()
    await stage.pause(0.0, 1.0)
    await stage.restart("listen", "listening")
    return "half a letter in"


async def kill_beat(stage: Stage) -> str:
    """Kill the clock."""
    stage.kill("beat")
    await stage.pause(0.0, 5.0)
    await stage.restart("beat")
    return ""


async def kill_pages(stage: Stage) -> str:
    """Kill the web server with its workers."""
    stage.kill("web")
    await stage.pause(0.0, 1.0)
    await stage.restart("web")
    return ""


async def kill_broker(stage: Stage) -> str:
    """Kill Redis, which keeps what it wrote down."""
    return await _broker_dies(stage, lambda _broker: None)


async def empty_broker(stage: Stage) -> str:
    """Kill Redis and lose everything in it."""
    return await _broker_dies(stage, Broker.forget)


async def fill_broker(stage: Stage) -> str:
    """Let the broker's disk be full for a while."""
    broker = stage.machines.broker
    broker.fill_disk()
    await stage.pause(1.0, 3.0)
    broker.free_disk()
    return ""


async def crash_database(stage: Stage) -> str:
    """Shut PostgreSQL down at once, in the middle of everything, and let it recover."""
    postgres = stage.machines.postgres
    await asyncio.to_thread(postgres.stop, signal.SIGQUIT)
    await stage.pause(0.0, 1.5)
    postgres.start()
    await asyncio.to_thread(postgres.await_answer)
    return ""


async def refuse_letters(stage: Stage) -> str:
    """Let the relay put every letter off."""
    stage.relay.refusing = True
    await stage.pause(0.5, 2.0)
    stage.relay.refusing = False
    return ""


async def hang_relay(stage: Stage) -> str:
    """Let the relay read letters and not answer."""
    stage.relay.hang()
    await stage.pause(1.0, 5.0)
    stage.relay.wake()
    return ""


async def drop_line(stage: Stage) -> str:
    """Let the relay take letters and hang up before it says so."""
    stage.relay.dropping = stage.chance.randint(1, 4)
    await stage.pause(0.5, 1.5)
    stage.relay.dropping = 0
    return ""


async def leave_relay(stage: Stage) -> str:
    """Let the relay be away."""
    stage.relay.close()
    await stage.pause(0.5, 2.0)
    await stage.relay.open()
    return ""


async def turn_clock(stage: Stage) -> str:
    """Let the clock of a machine jump, and after a while back to the right time."""
    machine, seconds = stage.chance.choice("ab"), stage.chance.choice((-1, 1)) * stage.chance.uniform(30, 3000)
    stage.clock_is_wrong = True
    stage.machines.set_clock(machine, seconds)
    await stage.pause(3.0, 8.0)
    stage.machines.set_clock(machine, 0)
    stage.clock_is_wrong = False
    return f"machine {machine} by {seconds:+.0f} seconds"


async def pass_deadline(stage: Stage) -> str:
    """Let the time of a turn be over while nobody moves, and watch when it is noticed."""
    parties = [party for party in stage.club.under_way if party.code and not party.frozen]
    if not parties:
        return "no match to be late at"
    party = stage.chance.choice(parties)
    party.frozen = True
    try:
        if not await _stands_still(party):
            return f"nobody was asked to move at {party.code}"
        late = await stage.ask(_STEP_BACK, party.code)
        if not late:
            return f"nobody is waited for at {party.code}"
        stage.diary.note("passed", match=party.code, turn=late[0][0])
        await _watch(stage, party.code, *late[0])
    finally:
        party.thaw()
    return party.code


async def _stands_still(party: Party) -> bool:
    """Wait until somebody at a frozen table has been asked to move."""
    for _ in range(STILL_LOOKS):
        if party.stands_still or party.over:
            break
        await asyncio.sleep(0.1)
    return party.stands_still


async def _watch(stage: Stage, code: str, turn: object, written: object) -> None:
    latest = asyncio.get_running_loop().time() + stage.machines.plan.patience
    while asyncio.get_running_loop().time() < latest:
        ((told, moot),) = await stage.ask(_TOLD, written, turn, code)
        if told or moot:
            stage.diary.note("told" if told else "moot", match=code, turn=turn)
            return
        await asyncio.sleep(0.3)


async def _broker_dies(stage: Stage, lose: Callable[[Broker], None]) -> str:
    broker = stage.machines.broker
    broker.kill()
    lose(broker)
    await stage.pause(0.0, 2.0)
    broker.start()
    await asyncio.to_thread(broker.await_answer)
    return ""


@dataclass(frozen=True, slots=True)
class Fault:
    """One way to break things, and how often it is chosen."""

    act: Callable[[Stage], Awaitable[str]]
    parts: frozenset[str]
    weight: int


def _fault(act: Callable[[Stage], Awaitable[str]], weight: int, *parts: str) -> Fault:
    return Fault(act, frozenset(parts), weight)


FAULTS: Mapping[str, Fault] = MappingProxyType(
    {
        "worker killed": _fault(kill_worker, 4, "workers"),
        "sandbox killed": _fault(kill_sandbox, 4, "workers"),
        "listener killed in a letter": _fault(kill_listener, 3, "listen"),
        "beat killed": _fault(kill_beat, 2, "beat"),
        "pages killed": _fault(kill_pages, 1, "web"),
        "broker killed": _fault(kill_broker, 2, "broker"),
        "broker killed and emptied": _fault(empty_broker, 2, "broker"),
        "broker's disk full": _fault(fill_broker, 2, "broker"),
        "database shut down at once": _fault(crash_database, 3, "database"),
        "relay refuses": _fault(refuse_letters, 2, "relay"),
        "relay hangs": _fault(hang_relay, 2, "relay"),
        "relay drops the line": _fault(drop_line, 3, "relay"),
        "relay away": _fault(leave_relay, 2, "relay"),
        "clock jumps": _fault(turn_clock, 3, "clock"),
        "deadline passes": _fault(pass_deadline, 3),
    }
)
