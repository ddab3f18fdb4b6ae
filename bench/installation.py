"""A service of its own to measure: everything that `adjudicator up` starts, in a folder that is gone afterwards."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from adjudicator.config.settings import Settings
from adjudicator.infra.parent_death import die_with_parent
from adjudicator.run.procfile import find_procfile
from bench.limits import SmallMachine, entering

START_SECONDS = 60.0
RUNS = b"Ctrl-C stops it"


@dataclass(frozen=True, slots=True)
class Installation:
    """A service that runs."""

    settings: Settings
    pid: int


@contextmanager
def installation(
    relay_port: int,
    database_url: str = "",
    workers: int = 1,
    *,
    app: str = "worker.app",
    more: Mapping[str, str] = MappingProxyType({}),
    prepare: Callable[[Settings], object] | None = None,
    machine: SmallMachine | None = None,
) -> Iterator[Installation]:
    """Run the whole service for the time of a `with` block, its letters going to a relay on this machine.

    It is what the Procfile says, with its worker as often as asked for, perhaps with another Celery `app`, and with
    `more` settings. `prepare` may fill its database before it starts; it may run on a small `machine`.
    """
    # Not in /tmp: where that is kept in memory, a commit would cost nothing.
    Path("var").mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="bench-", dir="var"))
    try:
        environ = {**_environ(folder, relay_port, database_url), **more}
        if prepare is not None:
            prepare(Settings.read(environ))
        with _up(environ, _procfile(folder, workers, app), folder / "log", machine) as child:
            yield Installation(Settings.read(environ), child.pid)
    finally:
        shutil.rmtree(folder)


def faults(installation: Installation) -> list[str]:
    """List what the programs complained of."""
    log = (installation.settings.var.parent / "log").read_text(errors="replace")
    return [line for line in log.splitlines() if re.search(r"\[(error|critical|warning)|Traceback", line)]


def _procfile(folder: Path, workers: int, app: str) -> Path:
    lines = find_procfile().read_text().replace("-A worker.app ", f"-A {app} ").splitlines()
    line = next(line.removeprefix("worker:") for line in lines if line.startswith("worker:"))
    more = [f"worker{number}:{line} --hostname worker{number}@%h" for number in range(2, workers + 1)]
    path = folder / "Procfile"
    path.write_text("\n".join([*lines, *more]) + "\n")
    return path


def _environ(folder: Path, relay_port: int, database_url: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "ADJUDICATOR_SECRET": secrets.token_hex(32),
        "ADJUDICATOR_VAR": str((folder / "var").absolute()),
        "ADJUDICATOR_MAIL_DOMAIN": "club.example",
        "ADJUDICATOR_WEB": f"127.0.0.1:{free_port()}",
        "ADJUDICATOR_SMTP_IN": f"127.0.0.1:{free_port()}",
        "ADJUDICATOR_SMTP_OUT": f"smtp://127.0.0.1:{relay_port}",
    } | ({"DATABASE_URL": database_url} if database_url else {})


@contextmanager
def _up(
    environ: Mapping[str, str], procfile: Path, log: Path, machine: SmallMachine | None
) -> Iterator[subprocess.Popen[bytes]]:
    words = [str(Path(sys.executable).parent / "adjudicator"), "up", "--procfile", str(procfile)]
    first = entering(machine, die_with_parent()) if machine else die_with_parent()
    with log.open("wb") as out:
        child = subprocess.Popen(words, env=environ, stdout=out, stderr=out, preexec_fn=first)  # noqa: PLW1509
    try:
        _await(child, log)
        yield child
    finally:
        child.terminate()
        child.wait(START_SECONDS)


def _await(child: subprocess.Popen[bytes], log: Path) -> None:
    latest = time.monotonic() + START_SECONDS
    while RUNS not in log.read_bytes():
        if child.poll() is not None or time.monotonic() > latest:
            raise RuntimeError(f"the service did not start:\n{log.read_text()}")
        time.sleep(0.05)


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
