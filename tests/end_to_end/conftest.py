"""Two installations: a small one with SQLite and a socket to its broker, a large one with PostgreSQL and a port.

They end with the last test of this folder: while they idle they take a thirtieth of a processor.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from tests.end_to_end.broker import Broker
from tests.end_to_end.egyptos_match import EgyptosMatch
from tests.end_to_end.installation import Installation

Ports = Callable[[], int]


def environment(var: Path, ports: Ports, **more: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "ADJUDICATOR_SECRET": "a secret for the tests and for nothing else",
        "ADJUDICATOR_VAR": str(var),
        "ADJUDICATOR_MAIL_DOMAIN": "club.example",
        "ADJUDICATOR_SMTP_IN": f"127.0.0.1:{ports()}",
        "ADJUDICATOR_LMTP_IN": f"127.0.0.1:{ports()}",
        "ADJUDICATOR_SMTP_OUT": f"smtp://127.0.0.1:{ports()}",
        "ADJUDICATOR_HOUSE_SECONDS": "0.05",
        "ADJUDICATOR_PATIENCE": "0",
        **more,
    }


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory, short_folder: Path, free_port: Ports) -> Iterator[Installation]:
    folder, var = tmp_path_factory.mktemp("small"), short_folder / "small"
    environ = environment(var, free_port)
    with Installation(folder, environ, Broker(var, environ, folder)).running() as installation:
        yield installation


@pytest.fixture(scope="session")
def large(
    tmp_path_factory: pytest.TempPathFactory, short_folder: Path, free_port: Ports, postgres_url: str
) -> Iterator[Installation]:
    folder, var, port = tmp_path_factory.mktemp("large"), short_folder / "large", free_port()
    database = make_url(postgres_url).set(database=f"club_{uuid.uuid4().hex}")
    server = make_url(postgres_url).set(drivername="postgresql").render_as_string()
    with psycopg.connect(server, autocommit=True) as line:
        line.execute(f"create database {database.database}")
    environ = environment(
        var, free_port, DATABASE_URL=database.render_as_string(), REDIS_URL=f"redis://127.0.0.1:{port}/0"
    )
    with Installation(folder, environ, Broker(var, environ, folder, port)).running() as installation:
        yield installation


@pytest.fixture(params=["small", "large"])
def installation(request: pytest.FixtureRequest) -> Iterator[Installation]:
    """Hand out each installation, with everything running. A fault of what both have alike is tried on one of them."""
    found: Installation = request.getfixturevalue(request.param)
    found.mend()
    yield found
    for program in (*found.workers, found.clock, found.listener):
        print(f"--- {program.name}\n{program.told()[-3000:]}")  # noqa: T201  # is shown when the test fails


@pytest.fixture
def play(installation: Installation) -> EgyptosMatch:
    """Let two people begin a match."""
    return EgyptosMatch.begin(installation)
