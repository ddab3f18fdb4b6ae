"""A pgbouncer in transaction mode before the PostgreSQL of the tests: on a socket, gone afterwards."""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import make_url

from adjudicator.infra.parent_death import die_with_parent
from testkit.postgres import USER

START_SECONDS = 20.0
PORT = 6432
SETTINGS = """\
[databases]
* = host={server} user={user}
[pgbouncer]
pool_mode = transaction
default_pool_size = 3
auth_type = any
listen_addr =
listen_port = {port}
unix_socket_dir = {folder}
logfile = {folder}/log
pidfile = {folder}/pid
"""


class PgbouncerMissing(RuntimeError):
    """pgbouncer is not installed, or there is no account to run it."""


@contextmanager
def running_pgbouncer(database_url: str) -> Iterator[str]:
    """Run a pooler before a server for the time of a `with` block, and name the database behind it."""
    program = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    if program is None:
        raise PgbouncerMissing("no pgbouncer is installed")
    folder = Path(tempfile.mkdtemp(prefix="adj-pgb-", dir="/tmp"))
    server = make_url(database_url).query["host"]
    (folder / "ini").write_text(SETTINGS.format(server=server, user=USER, port=PORT, folder=folder))
    account: dict[str, Any] = {}
    if os.getuid() == 0:  # it refuses to be root
        user = pwd.getpwnam(USER)
        account = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        os.chown(folder, user.pw_uid, -1)
    pooler = subprocess.Popen(
        [program, "--quiet", folder / "ini"],
        preexec_fn=die_with_parent(),  # noqa: PLW1509  # nothing but a system call
        **account,
    )
    try:
        url = make_url(database_url).set(query={"host": str(folder), "port": str(PORT)})
        _await_answer(folder, str(url.database), pooler)
        yield url.render_as_string()
    finally:
        pooler.terminate()
        pooler.wait(START_SECONDS)
        shutil.rmtree(folder)


def _await_answer(folder: Path, database: str, pooler: subprocess.Popen[bytes]) -> None:
    latest = time.monotonic() + START_SECONDS
    while True:
        try:
            psycopg.connect(host=str(folder), port=PORT, user=USER, dbname=database).close()
        except psycopg.OperationalError:
            if pooler.poll() is not None or time.monotonic() > latest:
                raise
            time.sleep(0.02)  # a server that is starting offers nothing to wait on
        else:
            return
