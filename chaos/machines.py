"""A full installation of its own: PostgreSQL, Redis, two workers, a beat, a listener and the pages."""

from __future__ import annotations

import os
import secrets
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import psycopg

from adjudicator.config.settings import Settings
from adjudicator.infra.celery_queue import celery_for
from adjudicator.run.preflight import is_listening
from adjudicator.run.procfile import find_procfile, read_procfile
from adjudicator.store.schema import upgrade_schema
from chaos.broker import Broker
from chaos.plan import ROOT, Plan
from chaos.process_group import ProcessGroup
from testkit.postgres import PrivatePostgres, RunningPostgres
from testkit.process import ManagedProcess
from testkit.shifted_clock import shift_clock
from testkit.waiting import await_until

PROGRAMS = Path(sys.executable).parent
MACHINES = {"worker1": "a", "beat": "a", "listen": "a", "worker2": "b", "web": "c"}
"""Which machine a program runs on, as far as its clock goes."""


@dataclass(slots=True)
class Machines:
    """The programs of the service, each at hand."""

    folder: Path
    plan: Plan
    postgres: RunningPostgres
    broker: Broker
    environ: dict[str, str]
    programs: dict[str, ManagedProcess] = field(default_factory=dict)
    moved_on: float = 0.0
    """Seconds by which all clocks were moved on, so that a run does not wait for deferred letters."""

    @property
    def workers(self) -> list[str]:
        """Name the workers."""
        return [name for name in self.programs if name.startswith("worker")]

    @property
    def settings(self) -> Settings:
        """The environment of its programs."""
        return Settings.read(self.environ)

    @property
    def conninfo(self) -> str:
        """Name the database to psycopg, with no name of a program."""
        return f"host={self.postgres.folder} user=postgres dbname=postgres application_name=chaos"

    def asking(self) -> psycopg.Connection:
        """Open a connection to the database."""
        return psycopg.connect(self.conninfo, autocommit=True)

    def clock(self, machine: str) -> Path:
        """Return the file with the error of a machine's clock, in seconds."""
        return self.folder / f"{machine}.clock"

    def move_on(self, seconds: float) -> None:
        """Move the clocks of all machines on to so many seconds after the right time, never back."""
        self.moved_on = max(self.moved_on, seconds)
        for machine in set(MACHINES.values()):
            self.set_clock(machine, 0)

    def set_clock(self, machine: str, seconds: float) -> None:
        """Set the error of a machine's clock."""
        shift_clock(self.clock(machine), self.moved_on + seconds)

    def sweep(self) -> None:
        """Ask for a sweep, as the beat does."""
        with celery_for(self.broker.url) as app:
            app.send_task("clock.sweep", queue="clock", ignore_result=True)

    def await_started(self) -> None:
        """Wait until it takes letters, judges them and shows pages. Raises `AssertionError`."""
        self.programs["listen"].await_words("listening")
        await_until(self._all_there, "the pages and the workers are there")

    def dump_database(self) -> None:
        """Write the database into the folder of the run, as a script for `psql`: the server goes with the run."""
        words = ["-h", str(self.postgres.folder), "-U", "postgres", "-f", str(self.folder / "database.sql"), "postgres"]
        subprocess.run([PrivatePostgres.find().programs / "pg_dump", *words], check=True)

    def in_transaction(self, program: str) -> bool:
        """Tell whether a program is in the middle of a transaction."""
        query = (
            "select count(*) from pg_stat_activity where application_name = %s and xact_start is not null "
            "and xact_start < clock_timestamp() - interval '2 milliseconds'"
        )
        with self.asking() as line:
            found = line.execute(query, [program]).fetchone()
        return bool(found and found[0])

    def _all_there(self) -> bool:
        for program in self.programs.values():
            assert program.runs, f"{program.name} ended:\n{program.told()[-2000:]}"
        return is_listening(self.settings.web) and all(self.broker.knows(f"{name}@club") for name in self.workers)

    def set_up(self) -> None:
        """Name every program, as the Procfile has it."""
        lines = read_procfile(find_procfile().read_text())
        for name in self.plan.programs:
            kind = name.rstrip("0123456789")
            more = ("--hostname", f"{name}@club") if kind == "worker" else ()
            self._add(name, kind, lines[kind], *more)

    def _add(self, name: str, kind: str, line: str, *more: str) -> None:
        program, *words = shlex.split(
            line.replace("${ADJUDICATOR_WEB:-127.0.0.1:8000}", self.environ["ADJUDICATOR_WEB"])
        )
        if program == "python":
            program, *words = words[1:]
        else:
            program = str(PROGRAMS / program)
        started = [*self.plan.launcher, str(self.clock(MACHINES[name])), program, *words, *more]
        make = ProcessGroup if kind in ("worker", "web") else ManagedProcess
        self.programs[name] = make(name, started, self.environ | {"PGAPPNAME": name}, self.folder)


@contextmanager
def machines(folder: Path, plan: Plan, relay_port: int) -> Iterator[Machines]:
    """Run an installation for the time of a `with` block; what was started is stopped."""
    with ExitStack() as ending:
        postgres = ending.enter_context(replace(PrivatePostgres.find(), durable=True).running())
        environ = _environ(folder, plan, postgres, relay_port)
        broker = Broker(folder, environ, free_port())
        environ["REDIS_URL"] = broker.url
        here = Machines(folder, plan, postgres, broker, environ)
        here.move_on(0)
        ending.callback(broker.end)
        broker.start()
        upgrade_schema(here.settings.database_url)
        broker.await_answer()
        here.set_up()
        for program in here.programs.values():
            ending.callback(program.end)
            program.start()
        here.await_started()
        yield here


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _environ(folder: Path, plan: Plan, postgres: RunningPostgres, relay_port: int) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
        "MALLOC_ARENA_MAX": "1",
        "DATABASE_URL": postgres.url("postgres"),
        "ADJUDICATOR_SECRET": secrets.token_hex(32),
        "ADJUDICATOR_VAR": str(folder / "var"),
        "ADJUDICATOR_MAIL_DOMAIN": "club.example",
        "ADJUDICATOR_WEB": f"127.0.0.1:{free_port()}",
        "ADJUDICATOR_SMTP_IN": f"127.0.0.1:{free_port()}",
        "ADJUDICATOR_SMTP_OUT": f"smtp://127.0.0.1:{relay_port}",
        "ADJUDICATOR_HOUSE_SECONDS": "0.02",
        "ADJUDICATOR_PATIENCE": "0",
        "ADJUDICATOR_STRANGERS": "100000",
        **plan.environ,
    }
