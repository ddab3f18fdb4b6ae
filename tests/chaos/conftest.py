"""The servers that a run brings into being have to be installed."""

from __future__ import annotations

import shutil

import pytest

from testkit.postgres import PostgresMissing, PrivatePostgres


@pytest.fixture(scope="session")
def servers() -> None:
    """Skip where Debian's servers are missing."""
    if shutil.which("redis-server") is None:
        pytest.skip("no Redis is installed")
    try:
        PrivatePostgres.find()
    except PostgresMissing as fault:
        pytest.skip(str(fault))
