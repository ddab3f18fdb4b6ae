"""A listener of its own for each test, on ports that the system chooses."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from adjudicator.listen.smtp import Listener
from tests.listen.listening import BOOK, HERE, Kept, Open, Opens


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
