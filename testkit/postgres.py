"""A PostgreSQL server for tests and measurements: in a temporary folder, on a socket, gone afterwards."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import make_url

from adjudicator.infra.parent_death import die_with_parent

START_SECONDS = 30.0
USER = "postgres"


class PostgresMissing(RuntimeError):
    """PostgreSQL is not installed, or there is no account to run it."""


@dataclass(frozen=True)
class PrivatePostgres:
    """Where the server's programs are, and the account to run them as (PostgreSQL refuses to be root)."""

    programs: Path
    account: dict[str, Any]
    durable: bool = False
    """Whether a commit waits for the disk; tests have no need of it."""
    network: str = ""
    """The network whose machines may connect as well; empty: none, there is only the socket."""

    @classmethod
    def find(cls, network: str = "") -> "PrivatePostgres":
        """Find the newest PostgreSQL that is installed."""
        installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
        program = str(installed[-1]) if installed else shutil.which("initdb")
        if program is None:
            raise PostgresMissing("no PostgreSQL is installed")
        return cls(Path(program).parent, _account(), network=network)

    @contextmanager
    def running(self) -> Iterator["RunningPostgres"]:
        """Run a new server for the time of a `with` block."""
        folder = Path(tempfile.mkdtemp(prefix="adj-pg-", dir="/tmp"))
        try:
            if self.account:
                os.chown(folder, pwd.getpwnam(USER).pw_uid, -1)
            self._initialise(folder)
            running = RunningPostgres(folder, partial(self._start, folder))
            running.start()
            try:
                running.await_answer()
                yield running
            finally:
                running.stop()
        finally:
            shutil.rmtree(folder)

    def _initialise(self, folder: Path) -> None:
        words = ["-D", str(folder / "data"), "-A", "trust", "-U", USER, "-E", "UTF8", "--no-locale", "--no-sync"]
        subprocess.run([self.programs / "initdb", *words], check=True, capture_output=True, cwd=folder, **self.account)
        if self.network:
            with (folder / "data" / "pg_hba.conf").open("a") as admitted:
                admitted.write(f"host all all {self.network} trust\n")

    def _start(self, folder: Path) -> subprocess.Popen[bytes]:
        options = {
            "listen_addresses": "*" if self.network else "",
            "unix_socket_directories": str(folder),
            "fsync": "on" if self.durable else "off",
            "max_connections": "50",
        }
        words = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        with (folder / "log").open("ab") as log:
            return subprocess.Popen(
                [self.programs / "postgres", "-D", folder / "data", *words],
                stdout=log,
                stderr=log,
                cwd=folder,
                preexec_fn=die_with_parent(),  # noqa: PLW1509  # nothing but a system call
                **self.account,
            )


@dataclass
class RunningPostgres:
    """A server that runs, and can be stopped and started again over the same folder."""

    folder: Path
    begin: "Callable[[], subprocess.Popen[bytes]]"
    server: "subprocess.Popen[bytes] | None" = None

    def url(self, database: str) -> str:
        """Name a database as SQLAlchemy wants it."""
        return f"postgresql+psycopg://{USER}@/{database}?host={self.folder}"

    def start(self) -> None:
        """Start it, without waiting until it answers."""
        self.server = self.begin()

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it without waiting for connections; SIGQUIT does so at once, as a crash would, and the next start has to
        recover.
        """
        assert self.server is not None
        self.server.send_signal(how)
        self.server.wait(START_SECONDS)

    def await_answer(self) -> None:
        """Wait until it takes connections."""
        latest = time.monotonic() + START_SECONDS
        while True:
            try:
                psycopg.connect(host=str(self.folder), user=USER, dbname="postgres").close()
            except psycopg.OperationalError:
                if self.server is None or self.server.poll() is not None or time.monotonic() > latest:
                    raise RuntimeError((self.folder / "log").read_text()) from None
                time.sleep(0.02)  # a server that is starting offers nothing to wait on
            else:
                return


def empty_database_on(url: str, template: str = "template1") -> str:
    """Make a new database on the server of an address, empty or as a template that nobody has open, and name it."""
    name = f"club_{uuid.uuid4().hex}"
    with psycopg.connect(make_url(url).set(drivername="postgresql").render_as_string(), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    return make_url(url).set(database=name).render_as_string()


def _account() -> dict[str, Any]:
    if os.getuid() != 0:
        return {}
    try:
        account = pwd.getpwnam(USER)
    except KeyError:
        raise PostgresMissing(f"PostgreSQL does not run as root, and there is no user {USER}") from None
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
