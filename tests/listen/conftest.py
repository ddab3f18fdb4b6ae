"""A listener of its own for each test, on ports that the system chooses."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.listen.smtp_server import Listener
from adjudicator.store.session import Store
from testkit.club import Club
from testkit.postfix import PostfixMissing
from testkit.postfix_delivery import PostfixWithLmtp, PostfixWithPipe, postfix_with_lmtp, postfix_with_pipe
from tests.listen.running_listener import BOOK, FakeInbox, OpenListener, Opens, running


@pytest.fixture
def club(empty_database: Path, tmp_path: Path) -> Iterator[Club]:
    """Open a club that waits only a moment for a locked database."""
    club = Club.found(f"sqlite:///{shutil.copy(empty_database, tmp_path)}")
    club.context = replace(club.context, store=Store(str(club.context.store.engine.url), busy_seconds=0.1))
    yield club
    club.context.store.close()


@pytest.fixture
def opened() -> Iterator[Opens]:
    """Open listeners; all of them are closed when the test is over."""
    with ExitStack() as closing:

        def open_one(
            kept: FakeInbox, known: Callable[[str], object] = BOOK.read, limit: int = 1 << 20, **more: object
        ) -> OpenListener:
            listener = Listener(kept, known, limit, **more)  # type: ignore[arg-type]
            closing.enter_context(running(listener))
            smtp, lmtp = listener.places
            clients = closing.enter_context(ExitStack())
            return OpenListener(smtp, lmtp, lambda: len(listener._connections.inside), clients)

        yield open_one


@pytest.fixture(scope="session")
def with_lmtp(free_port: Callable[[], int]) -> Iterator[PostfixWithLmtp]:
    """Run a private Postfix for the session that hands over by LMTP."""
    try:
        with postfix_with_lmtp(free_port, free_port()) as server:
            yield server
    except PostfixMissing as fault:
        pytest.skip(str(fault))


@pytest.fixture(scope="session")
def with_pipe(free_port: Callable[[], int]) -> Iterator[PostfixWithPipe]:
    """Run a private Postfix for the session that hands over through a pipe."""
    try:
        with postfix_with_pipe(free_port) as server:
            yield server
    except PostfixMissing as fault:
        pytest.skip(str(fault))
