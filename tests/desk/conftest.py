"""A club on one desk: letters go in as bytes and come out as bytes, and nothing runs by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desk.club import Club


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    club = Club.found(f"sqlite:///{tmp_path}/club.sqlite3")
    yield club
    club.desk.store.close()
