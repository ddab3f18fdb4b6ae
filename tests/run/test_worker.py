"""A worker of the version before ends when the database is that of a later one, and leaves letters to the others."""

from __future__ import annotations

import shlex
import sqlite3
import subprocess
import sys
from pathlib import Path

from adjudicator.run.procfile import find_procfile, read_procfile
from testkit.database import make_tables

PROGRAMS = Path(sys.executable).parent


def test_a_worker_refuses_the_database_of_a_later_version(environ: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "club.sqlite3"
    make_tables(f"sqlite:///{file}")
    with sqlite3.connect(file) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    command = shlex.split(read_procfile(find_procfile().read_text())["worker"])
    done = subprocess.run(
        [PROGRAMS / command[0], *command[1:]],
        env=environ | {"DATABASE_URL": f"sqlite:///{file}"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("DATABASE_URL: the tables are those of a later version")
