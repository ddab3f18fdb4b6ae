"""A club in memory: letters go in as bytes and come out as bytes, and nothing runs by itself."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from testkit.club import BegunMatch, Club
from testkit.index_check import require_indexes


@pytest.fixture
def club(empty_database: Path, begun_match: BegunMatch, tmp_path: Path) -> Iterator[Club]:
    path = shutil.copy(empty_database, tmp_path)
    club = Club.found(f"sqlite:///{path}")
    club.give(begun_match)
    with require_indexes(club.context.store):
        yield club
    club.context.store.close()
