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
from chaos.environment import Environment
from chaos.player import PlayerGroup
from chaos.process_group import ProcessGroup, kill

STILL_LOOKS = 200
"""How often it is looked whether a table stands still, a tenth of a second apart."""

_STEP_BACK = (
    "update matches set clock = jsonb_set(clock, '{since}', to_jsonb((clock->>'since')::bigint - 4 * 86400)), "
    "due_at = due_at - interval '4 days', next_at = now() - interval '1 second', remind_at = null "
    "where code = %s and state = 'running' and due_at is not null and overdue_at is null "
    "returning turn, (select coalesce(max(id), 0) from outbox)"
)
_DECIDE = (
    "update proposals set opened_at = opened_at - interval '4 days', decides_at = now() - interval '1 second' "
    "where closed_at is null and match_id = (select id from matches where code = %s)"
)
"""Lets the days pass in which others may object to what is proposed."""
_TOLD = """
    select overdue_at is not null or exists (
        select from outbox where match_id = matches.id and kind like 'overdue%%' and outbox.id > %s
    ), state <> 'running' or turn <> %s from matches where code = %s
"""
"""Whether it was told, and perhaps forgiven since: somebody may give more days faster than anybody looks."""


async def kill_worker(environment: Environment) -> str:
    """Kill a worker, and the sandboxes that it started, while it judges or sends."""
    name = environment.chance.choice(environment.machines.workers)
    await environment.until_in_transaction(name)
    environment.kill(name)
    await environment.pause(0.0, 2.0)
    await environment.restart(name)
    return name


async def kill_sandbox(environment: Environment) -> str:
    """Kill one of the programs in which a worker opens letters, in the middle of a task; the worker itself lives."""
    name = environment.chance.choice(environment.machines.workers)
    worker = environment.machines.programs[name]
    assert isinstance(worker, ProcessGroup)
    await environment.until_in_transaction(name)
    sandboxes = worker.children() if worker.runs else []
    if sandboxes:
        kill(environment.chance.choice(sandboxes))
    return name


async def kill_listener(environment: Environment) -> str:
    """Kill the listener when half a letter has come in."""
    cut = environment.club.mta.cut_next()
    try:
        async with asyncio.timeout(3):
            await cut.halfway.wait()
    except TimeoutError:
        pass  # nobody wrote
    environment.kill("listen")
    cut.over.set()
    await environment.pause(0.0, 1.0)
    await environment.restart("listen", "listening")
    return "half a letter in"


async def kill_beat(environment: Environment) -> str:
    """Kill the clock."""
    environment.kill("beat")
    await environment.pause(0.0, 5.0)
    await environment.restart("beat")
    return ""


async def kill_pages(environment: Environment) -> str:
    """Kill the web server with its workers."""
    environment.kill("web")
    await environment.pause(0.0, 1.0)
    await environment.restart("web")
    return ""


async def kill_broker(environment: Environment) -> str:
    """Kill Redis, which keeps what it wrote down."""
    return await _broker_dies(environment, lambda _broker: None)


async def empty_broker(environment: Environment) -> str:
    """Kill Redis and lose everything in it."""
    return await _broker_dies(environment, Broker.forget)


async def fill_broker(environment: Environment) -> str:
    """Let the broker's disk be full for a while."""
    broker = environment.machines.broker
    broker.fill_disk()
    await environment.pause(1.0, 3.0)
    broker.free_disk()
    return ""


async def crash_database(environment: Environment) -> str:
    """Shut PostgreSQL down at once, in the middle of everything, and let it recover."""
    postgres = environment.machines.postgres
    await asyncio.to_thread(postgres.stop, signal.SIGQUIT)
    await environment.pause(0.0, 1.5)
    postgres.start()
    await asyncio.to_thread(postgres.await_answer)
    return ""


async def refuse_letters(environment: Environment) -> str:
    """Let the relay put every letter off."""
    environment.relay.refusing = True
    await environment.pause(0.5, 2.0)
    environment.relay.refusing = False
    return ""


async def hang_relay(environment: Environment) -> str:
    """Let the relay read letters and not answer."""
    environment.relay.hang()
    await environment.pause(1.0, 5.0)
    environment.relay.wake()
    return ""


async def drop_line(environment: Environment) -> str:
    """Let the relay take letters and hang up before it says so."""
    environment.relay.dropping = environment.chance.randint(1, 4)
    await environment.pause(0.5, 1.5)
    environment.relay.dropping = 0
    return ""


async def leave_relay(environment: Environment) -> str:
    """Let the relay be away."""
    environment.relay.close()
    await environment.pause(0.5, 2.0)
    await environment.relay.open()
    return ""


async def turn_clock(environment: Environment) -> str:
    """Let the clock of a machine jump, and after a while back to the right time."""
    machine, seconds = (
        environment.chance.choice("ab"),
        environment.chance.choice((-1, 1)) * environment.chance.uniform(30, 3000),
    )
    environment.clock_is_wrong = True
    environment.machines.set_clock(machine, seconds)
    await environment.pause(3.0, 8.0)
    environment.machines.set_clock(machine, 0)
    environment.clock_is_wrong = False
    return f"machine {machine} by {seconds:+.0f} seconds"


async def pass_deadline(environment: Environment) -> str:
    """Let the time of a turn be over while nobody moves, and watch when it is noticed."""
    groups = [group for group in environment.club.under_way if group.code and not (group.frozen or group.by_digest)]
    if not groups:
        return "no match to be late at"
    group = environment.chance.choice(groups)
    group.frozen = True
    try:
        if not await _stands_still(group):
            return f"nobody was asked to move at {group.code}"
        late = await environment.ask(_STEP_BACK, group.code)
        if not late:
            return f"nobody is waited for at {group.code}"
        await environment.ask(_DECIDE, group.code)
        environment.diary.note("passed", match=group.code, turn=late[0][0])
        await _watch(environment, group.code, *late[0])
    finally:
        group.thaw()
    return group.code


async def _stands_still(group: PlayerGroup) -> bool:
    """Wait until somebody at a frozen table has been asked to move."""
    for _ in range(STILL_LOOKS):
        if group.stands_still or group.over:
            break
        await asyncio.sleep(0.1)
    return group.stands_still


async def _watch(environment: Environment, code: str, turn: object, written: object) -> None:
    latest = asyncio.get_running_loop().time() + environment.machines.plan.patience
    while asyncio.get_running_loop().time() < latest:
        ((told, moot),) = await environment.ask(_TOLD, written, turn, code)
        if told or moot:
            environment.diary.note("told" if told else "moot", match=code, turn=turn)
            return
        await asyncio.sleep(0.3)


async def _broker_dies(environment: Environment, lose: Callable[[Broker], None]) -> str:
    broker = environment.machines.broker
    broker.kill()
    lose(broker)
    await environment.pause(0.0, 2.0)
    broker.start()
    await asyncio.to_thread(broker.await_answer)
    return ""


@dataclass(frozen=True, slots=True)
class Fault:
    """One way to break things, and how often it is chosen."""

    act: Callable[[Environment], Awaitable[str]]
    parts: frozenset[str]
    weight: int


def _fault(act: Callable[[Environment], Awaitable[str]], weight: int, *parts: str) -> Fault:
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
