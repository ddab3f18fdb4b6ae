"""One run from start to end: play and inject faults, wait for quiescence, end every match, wait again, and check."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from chaos.club import Club
from chaos.diary import Diary
from chaos.environment import Environment
from chaos.fault_injector import FaultInjector
from chaos.machines import Machines, free_port, machines
from chaos.plan import ROOT, Plan
from chaos.quiescence import NotQuiescent, Quiescence, bring_digests, keep_moving
from chaos.relay import Relay

LONGEST_SECONDS = 3600.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a run."""

    seconds: float
    told: str
    """The checker's report."""
    passed: bool
    folder: Path
    """The folder with diaries, logs and the database, if they were kept."""


def run(plan: Plan, *, keep: bool = False) -> Outcome:
    """Do one run; its folder is kept when it failed."""
    Path("var").mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="chaos-", dir="var")).absolute()
    relay_port = free_port()
    with machines(folder, plan, relay_port) as here, Diary(folder / "players.jsonl") as players:
        with Diary(folder / "sink.jsonl") as sink, Diary(folder / "faults.jsonl") as broken:
            club = Club(plan, players, here.settings.smtp_in, here.settings.web)
            relay = Relay(relay_port, sink, club.receive)
            club.clock = lambda: datetime.now(UTC) + timedelta(seconds=here.moved_on)
            environment = Environment(here, club, relay, broken, Random(f"{plan.seed} stage"))
            began = time.monotonic()
            asyncio.run(_play(environment, plan))
            seconds = time.monotonic() - began
        _describe(here, seconds)
        told, passed = _check(here)
        if keep or not passed:
            here.dump_database()
    if passed and not keep:
        shutil.rmtree(folder)
    return Outcome(seconds, told, passed, folder)


async def _play(environment: Environment, plan: Plan) -> None:
    await environment.relay.open()
    carrying = asyncio.create_task(environment.club.mta.work())
    fault_injector = FaultInjector(environment, plan, Random(f"{plan.seed} saboteur"))
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            environment.club.open()
            await _break(environment, fault_injector)
            environment.club.close()
            await _end(environment)
    finally:
        carrying.cancel()
        with suppress(asyncio.CancelledError):
            await carrying
        environment.relay.close()


async def _break(environment: Environment, fault_injector: FaultInjector) -> None:
    """Let the club play, and break things, until enough is written; a club that stalls is a finding."""
    moving = asyncio.gather(keep_moving(environment), bring_digests(environment))
    try:
        await fault_injector.work()
        await environment.club.come_to(fault_injector.plan.letters)
    except* TimeoutError:
        environment.diary.note("restless", why=f"nobody wrote any more after {environment.club.count} letters")
    finally:
        moving.cancel()
        with suppress(asyncio.CancelledError):
            await moving


async def _end(environment: Environment) -> None:
    """Let everything come to rest, and every match to its end, so that its whole record is public."""
    quiescence = Quiescence(environment)
    try:
        await quiescence.settle()
        while environment.club.give_up():
            await quiescence.settle()
    except NotQuiescent as fault:
        environment.diary.note("restless", why=str(fault))
    environment.diary.note("settled", moved_on=environment.machines.moved_on)
    for name, program in environment.machines.programs.items():
        if not program.runs:
            environment.diary.note("ended", program=name)


def _describe(here: Machines, seconds: float) -> None:
    """Write the facts that the checker needs; it must not learn how the service works."""
    told = {
        "database": here.conninfo,
        "site": here.settings.site,
        "verify": [str(Path(sys.executable).parent / "adjudicator"), "verify"],
        "seconds": seconds,
    }
    (here.folder / "run.json").write_text(json.dumps(told))


def _check(here: Machines) -> tuple[str, bool]:
    """Run the checker, which is a program of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "chaos.checker", str(here.folder)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr, done.returncode == 0
