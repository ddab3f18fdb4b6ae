"""A club on several machines: each runs the lines of the Procfile, and only PostgreSQL and Redis are shared."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from sqlalchemy import make_url

from adjudicator.config.env_reader import Endpoint
from adjudicator.run.preflight import is_listening
from adjudicator.run.procfile import find_procfile, read_procfile
from testkit.postgres import PrivatePostgres
from testkit.process import ManagedProcess
from testkit.waiting import await_until
from tests.end_to_end.broker import Broker
from tests.end_to_end.installation import PROGRAMS, Installation
from tests.end_to_end.network_namespace import HUB, NETWORK, Machine, own_network

WEB, LISTENER, RELAY, REDIS = 8000, 8025, 25, 6379
READY = {"web": "", "worker": "ready", "beat": "", "listen": "listening", "poll": "looking for letters"}


class Host:
    """A machine of the club and the programs on it."""

    def __init__(self, machine: Machine, environ: dict[str, str], logs: Path, *, polls: bool) -> None:
        self.name = machine.name
        self.web = Endpoint(machine.address, WEB)
        self.listener = Endpoint(machine.address, LISTENER)
        self.maildir = machine.file("maildir")
        if polls:
            for name in ("new", "cur", "tmp"):
                (self.maildir / name).mkdir(parents=True)
        environ = environ | {
            "HOME": str(machine.folder / "home"),
            "TMPDIR": str(machine.folder / "tmp"),
            "ADJUDICATOR_VAR": str(machine.folder / "var"),
            "ADJUDICATOR_WEB": str(self.web),
            "ADJUDICATOR_SMTP_IN": str(self.listener),
            "ADJUDICATOR_MAILDIR": str(machine.folder / "maildir") if polls else "",
        }
        self.programs = [
            ManagedProcess(f"{machine.name} {name}", machine.on(_words(name, command)), environ, logs)
            for name, command in read_procfile(find_procfile().read_text()).items()
            if name != "poll" or polls
        ]

    def start(self) -> None:
        """Start every program that does not run, and wait until all are ready."""
        started = [program for program in self.programs if not program.runs]
        for program in started:
            program.start()
        for program in started:
            program.await_words(READY[program.name.split()[1]])
        await_until(lambda: is_listening(self.web), f"the pages of {self.name} are served")

    def stop(self) -> None:
        """Ask every program to end, as before an upgrade; each has to do so in peace."""
        assert [(program.name, program.stop()) for program in self.programs] == [
            (program.name, 0) for program in self.programs
        ], "".join(program.told()[-1000:] for program in self.programs)

    def end(self) -> None:
        """See that nothing runs any more."""
        for program in self.programs:
            program.end()


class Club(Installation):
    """What there is once, and the machines."""

    def __init__(self, folder: Path, environ: dict[str, str], broker: Broker, machines: Sequence[Machine]) -> None:
        super().__init__(folder, environ, broker)
        self.hosts = [Host(machine, environ, folder, polls=machine is machines[-1]) for machine in machines]
        self.programs = [program for host in self.hosts for program in host.programs]

    def mend(self) -> None:
        """Start what there is once; machines come and go as a test wants it."""
        if not self.broker.runs:
            self.broker.start()

    def _end(self) -> None:
        for host in self.hosts:
            host.end()


@contextmanager
def running_club(folder: Path, environ: dict[str, str]) -> Iterator[Club]:
    """Run a club on two machines for the time of a `with` block. Raises `NoNetwork` and `PostgresMissing`."""
    with ExitStack() as ending:
        ending.enter_context(own_network())
        server = ending.enter_context(PrivatePostgres.find(NETWORK).running())
        inside = folder / "machine"
        inside.mkdir()
        machines = [
            ending.enter_context(Machine(name, number, inside).running())
            for number, name in enumerate(("east", "west"), start=2)
        ]
        database = make_url(server.url("postgres")).set(host=HUB, port=5432, query={})
        environ = environ | {
            "DATABASE_URL": database.render_as_string(),
            "REDIS_URL": f"redis://{HUB}:{REDIS}/0",
            "ADJUDICATOR_SMTP_OUT": f"smtp://{HUB}:{RELAY}",
            "ADJUDICATOR_SMTP_IN": f"{machines[0].address}:{LISTENER}",
            "ADJUDICATOR_VAR": str(folder / "hub"),
        }
        broker = Broker(folder / "hub", environ, folder, REDIS, HUB)
        yield ending.enter_context(Club(folder, environ, broker, machines).running())


def _words(name: str, command: str) -> list[str]:
    program, *words = shlex.split(command)
    found = sys.executable if program == "python" else str(PROGRAMS / program)
    return [found, *words, *(["--loglevel", "INFO"] if name == "worker" else [])]
