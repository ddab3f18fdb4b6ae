"""Runs the whole service on one machine: broker, migration, and every program of the Procfile, from start to stop."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from adjudicator.config import logs
from adjudicator.config.settings import Settings, make_secret
from adjudicator.infra.celery_queue import SWEEP_SECONDS
from adjudicator.infra.private_broker import PrivateBroker
from adjudicator.infra.private_files import close_open_files
from adjudicator.infra.sweep_beat import Beat
from adjudicator.run.forks import can_fork
from adjudicator.run.preflight import hold_data_folder, is_listening, refuse_taken_ports
from adjudicator.run.process import ServiceProcess
from adjudicator.run.procfile import read_procfile
from adjudicator.run.supervisor import Supervisor

PrintLine = Callable[[str, str], None]
POLLER = "poll"
"""The program that is not started unless a mailbox or a maildir is set."""
SERVE = "serve"
SERVED = {"web": "adjudicator web", "listen": "adjudicator listen"}
"""The programs that are one here, where nobody needs them apart: two forks would have 18 MB more."""
BEAT = "python -m worker.beat"
"""The program that the supervisor runs in its own process, where the others are its forks."""


class ServiceStopped(RuntimeError):
    """A program ended by itself, so everything was stopped; the text names it and says how it ended."""


def run_service(environ: Mapping[str, str], procfile: Path, say: PrintLine) -> None:
    """Run the programs of a Procfile until a signal asks for a stop.

    1. Make the secret, read the settings, and lock the data folder.
    2. Close files that other users can read, and check that the ports are free.
    3. Start the private broker unless REDIS_URL names one, and wait until it answers.
    4. Migrate the database in a process of its own.
    5. Start the programs, and wait until pages and listener accept connections.
    6. Wait for a signal, or for a program that ends, and be the beat meanwhile; then stop all, the broker last.

    Raises `BadSetting`, `BadProcfile`, `AlreadyRunning` or `BrokerMissing` if it cannot start, and `ServiceStopped`.
    """
    make_secret(environ)
    settings = Settings.read(environ)
    programs = joined_programs(read_procfile(procfile.read_text(errors="replace")))
    with hold_data_folder(settings.var):
        for found in close_open_files(settings.var, *settings.database_files):
            say("up", f"others can read {found}")
        refuse_taken_ports(settings)
        supervisor = Supervisor(_for_programs(environ, settings), say)
        with supervisor.listening():
            if _start(supervisor, settings, programs, say):
                _welcome(settings, say)
                _complain(_watch(supervisor, settings, programs, say))
            if supervisor.called:
                say("up", "stopping")
    say("up", "stopped")


def joined_programs(programs: Mapping[str, str]) -> dict[str, str]:
    """Put one program in the place of pages and listener, unless the host has changed a line of theirs."""
    if not can_fork() or any(programs.get(name, "").split() != line.split() for name, line in SERVED.items()):
        return dict(programs)
    rest = {name: line for name, line in programs.items() if name not in SERVED}
    return {SERVE: f"adjudicator {SERVE}", **rest}


def _start(supervisor: Supervisor, settings: Settings, programs: Mapping[str, str], say: PrintLine) -> bool:
    if not settings.redis_url:
        broker = PrivateBroker.in_folder(settings.var)
        supervisor.start("broker", broker.command(), last=True)
        if not supervisor.wait_until(broker.answers):
            return _complain(supervisor.ended(), f"its log is {broker.folder / 'valkey.log'}")
    supervisor.prepare_forks(programs.values())
    preparation = supervisor.run_command("prepare", "python -m adjudicator.run.prepare")
    if not supervisor.finish(preparation):
        return _complain(None if supervisor.called else preparation)
    for name, command in programs.items():
        if (name != POLLER or settings.polls) and not _is_beat(command):
            supervisor.run_command(name, command)
    say("up", "starting")
    if not supervisor.wait_until(lambda: is_listening(settings.web) and is_listening(settings.smtp_in)):
        return _complain(supervisor.ended())
    return True


def _watch(
    supervisor: Supervisor, settings: Settings, programs: Mapping[str, str], say: PrintLine
) -> ServiceProcess | None:
    names = [name for name, command in programs.items() if _is_beat(command)]
    if not names:
        return supervisor.watch()
    logs.set_up_logging(handler=_PrintingHandler(names[0], say))
    beat = Beat(settings, launch=supervisor.start_passing)
    try:
        return supervisor.watch(beat.tick, SWEEP_SECONDS)
    finally:
        beat.stop()


def _is_beat(command: str) -> bool:
    return can_fork() and command.split() == BEAT.split()


class _PrintingHandler(logging.Handler):
    """Prints log lines as lines of a program are printed."""

    def __init__(self, name: str, say: PrintLine) -> None:
        super().__init__()
        self._program = name
        self._say = say

    def emit(self, record: logging.LogRecord) -> None:
        for line in self.format(record).splitlines():
            self._say(self._program, line)


def _complain(program: ServiceProcess | None, hint: str = "its last lines are above") -> bool:
    if program is not None:
        raise ServiceStopped(f"{program.name} {program.ending} and everything else was stopped; {hint}")
    return False


def _welcome(settings: Settings, say: PrintLine) -> None:
    service = f"{settings.service}@{settings.mail_domain}"
    say("up", f"The service runs. Its pages:  {settings.site}/")
    if settings.mailbox:
        say("up", f"Every letter it has sent:     {settings.site}/mailbox")
    say("up", f"Write to it with any program: server {settings.smtp_in}, address {service}, for example")
    say("up", f"  swaks --server {settings.smtp_in} --from you@{settings.mail_domain} --to {service} --body help")
    if os.geteuid() == 0:
        say("up", "It runs as root: for a club give it a user of its own, as docs/hosts/install.md does.")
    say("up", "Ctrl-C stops it; the next start goes on where it stopped.")


def _for_programs(environ: Mapping[str, str], settings: Settings) -> dict[str, str]:
    """Return the environment of the programs: the same settings, and this Python first on the PATH."""
    path = os.pathsep.join([str(Path(sys.executable).parent), environ.get("PATH", os.defpath)])
    chosen = {"ADJUDICATOR_VAR": str(settings.var), "ADJUDICATOR_WEB": str(settings.web)}
    # One malloc arena for all threads: with glibc's default of several, a program uses half as much memory again.
    return {**environ, **chosen, "PATH": path, "PYTHONUNBUFFERED": "1", "MALLOC_ARENA_MAX": "1"}
