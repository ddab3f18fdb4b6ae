"""While another program holds the database, a sender is asked to come again, and is not told that we have it."""

from __future__ import annotations

import asyncio
import smtplib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from adjudicator.config.env_reader import Endpoint
from adjudicator.listen.accept import accept_into
from adjudicator.listen.protocols import Unlimited
from adjudicator.listen.smtp_server import Listener
from adjudicator.mail.address import AddressBook
from adjudicator.services.context import Context
from adjudicator.store.session import Store
from adjudicator.store.tables import Inbox
from testkit.club import SECRET, RecordingQueue
from testkit.database import make_tables

BUSY_SECONDS = 0.2
LETTER = b"From: anna@anna.example\r\nMessage-ID: <1@anna.example>\r\n\r\nhelp\r\n"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Context]:
    url = f"sqlite:///{tmp_path / 'club.sqlite3'}"
    make_tables(url)
    store = Store(url, busy_seconds=BUSY_SECONDS)
    yield Context(
        store, AddressBook(domain="club.example", secret=SECRET), RecordingQueue(), "https://club.example", SECRET
    )
    store.close()


@pytest.fixture
def port(desk: Context) -> Iterator[int]:
    """Listen in a thread, at a desk that is soon tired of waiting."""
    loop, ready, told = asyncio.new_event_loop(), threading.Event(), asyncio.Event()
    listener = Listener(accept_into(desk, Unlimited()), desk.addresses.read, desk.letter_limit)

    async def listen() -> None:
        async with listener:
            await listener.open(Endpoint("127.0.0.1", 0), None)
            ready.set()
            await told.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(listen(),))
    thread.start()
    assert ready.wait(20)
    (place,) = listener.places
    assert isinstance(place, Endpoint)
    yield place.port
    loop.call_soon_threadsafe(told.set)
    thread.join(20)
    loop.close()


def kept(desk: Context) -> list[int]:
    with desk.store.reading() as session:
        return list(session.scalars(select(Inbox.id)))


def test_a_letter_is_put_off_while_the_database_is_locked_and_taken_afterwards(desk: Context, port: int) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=20) as line:
        other = sqlite3.connect(str(desk.store.engine.url.database), isolation_level=None)
        other.execute("begin immediate")
        with pytest.raises(smtplib.SMTPDataError) as refused:
            line.sendmail("anna@anna.example", [desk.addresses.service], LETTER)
        assert 400 <= refused.value.smtp_code < 500
        assert kept(desk) == []
        other.execute("rollback")
        other.close()
        line.sendmail("anna@anna.example", [desk.addresses.service], LETTER)
        line.sendmail("anna@anna.example", [desk.addresses.service], LETTER)
    assert len(kept(desk)) == 1
