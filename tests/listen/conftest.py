"""A listener of its own for each test, on ports that the system chooses."""

import asyncio
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.listen.smtp import Listener
from adjudicator.store.schema import upgrade
from adjudicator.store.session import Store
from tests.desk.club import Club
from tests.listen.listening import BOOK, HERE, Kept, Open, Opens


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the tables once; a copy of the file is a new club."""
    path = tmp_path_factory.mktemp("empty") / "club.sqlite3"
    upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture
def club(empty_database: Path, tmp_path: Path) -> Iterator[Club]:
    """Open a club that waits only a moment for a locked database."""
    club = Club.found(f"sqlite:///{shutil.copy(empty_database, tmp_path)}")
    club.desk = replace(club.desk, store=Store(str(club.desk.store.engine.url), busy_seconds=0.1))
    yield club
    club.desk.store.close()


@pytest.fixture
def opened() -> Iterator[Opens]:
    """Open listeners; all of them are closed when the test is over."""
    with ExitStack() as closing:

        def open_one(
            kept: Kept, known: Callable[[str], object] = BOOK.read, limit: int = 1 << 20, **more: float
        ) -> Open:
            loop, ready, told = asyncio.new_event_loop(), threading.Event(), asyncio.Event()
            listener = Listener(kept, known, limit, **more)  # type: ignore[arg-type]

            async def run() -> None:
                async with listener:
                    await listener.open(HERE, HERE)
                    ready.set()
                    await told.wait()

            thread = threading.Thread(target=lambda: loop.run_until_complete(run()))
            thread.start()
            closing.callback(loop.close)
            closing.callback(thread.join, 20)
            closing.callback(loop.call_soon_threadsafe, told.set)
            assert ready.wait(20)
            smtp, lmtp = listener.places
            clients = closing.enter_context(ExitStack())
            return Open(smtp, lmtp, lambda: len(listener._doorway.inside), clients)

        yield open_one
