"""`adjudicator up`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from adjudicator.infra.private_broker import BrokerMissing
from adjudicator.run.preflight import AlreadyRunning
from adjudicator.run.procfile import BadProcfile, find_procfile
from adjudicator.run.up import ServiceStopped, run_service

COLOURS = ("cyan", "yellow", "green", "magenta", "blue", "red")


class Printer:
    """Prints the programs' output, each line with its program's name in front, in colour on a terminal."""

    def __init__(self) -> None:
        self._colours: dict[str, str] = {}

    def say(self, name: str, line: str) -> None:
        """Print one line, unless it is empty."""
        if not line.strip():
            return
        colour = self._colours.setdefault(name, COLOURS[len(self._colours) % len(COLOURS)])
        click.echo(f"{click.style(f'{name:7} |', fg=colour)} {line}")
        sys.stdout.flush()


@click.command("up")
@click.option(
    "--procfile",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A Procfile of your own in place of the one that this version comes with.",
)
def command(procfile: Path | None) -> None:
    """Run the whole service on this machine.

    Starts a private broker (unless REDIS_URL names one), brings the database up to date, and runs every program of the
    Procfile: pages, worker, clock and mail listener. It writes to the folder `var` (ADJUDICATOR_VAR). Ctrl-C stops all
    of it; the next start goes on where it stopped.
    """
    try:
        run_service(os.environ, procfile or find_procfile(), Printer().say)
    except (AlreadyRunning, BrokerMissing, BadProcfile, ServiceStopped) as fault:
        raise click.ClickException(str(fault)) from fault
