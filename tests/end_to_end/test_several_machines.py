"""A match on machines that share PostgreSQL and Redis and nothing else: two of everything are as good as one."""

from __future__ import annotations

import asyncio
import smtplib
import uuid
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from adjudicator.store.states import InboxState
from testkit.http_browser import HttpBrowser, Page
from testkit.postgres import PostgresMissing
from tests.end_to_end.egyptos_match import EgyptosMatch
from tests.end_to_end.network_namespace import HUB, NoNetwork
from tests.end_to_end.person import Person, reply_address, text_of
from tests.end_to_end.two_hosts import Club, Host, running_club


@pytest.fixture
def club(short_folder: Path, environ: dict[str, str]) -> Iterator[Club]:
    folder = short_folder / f"club-{uuid.uuid4().hex[:8]}"
    folder.mkdir()
    try:
        with running_club(folder, environ | {"ADJUDICATOR_SITE": "http://club.example"}) as club:
            yield club
            for program in club.programs:
                print(f"--- {program.name}\n{program.told()[-3000:]}")  # noqa: T201  # is shown when the test fails
    except (NoNetwork, PostgresMissing) as fault:
        pytest.skip(str(fault))


def test_letters_and_pages_of_any_machine_are_judged_once_while_machines_come_and_go(club: Club) -> None:
    east, west = club.hosts
    east.start()
    play = EgyptosMatch.begin(club)
    west.start()
    lay_at_both(play, "N13", club.hosts)
    lay_at_both(play, "L12", club.hosts)
    lay_on_pages(play, "N14", signed_in_at=east, looks_at=west, sends_to=east)
    lay_through_maildir(play, "L11", west)
    east.stop()
    lay_at(play, "N15", west)
    club.await_quiet()

    assert play.steps == ["M13", "N13", "L12", "N14", "L11", "N15"]
    moves = [row for person in (play.mover, play.waiting) for row in club.inbox(person) if row.verdict == "played"]
    assert sorted(row.channel for row in moves) == ["maildir", "smtp", "smtp", "smtp", "web"]
    for person in (play.mover, play.waiting):
        assert_every_letter_has_its_receipt(club, person)


def assert_every_letter_has_its_receipt(club: Club, person: Person) -> None:
    """See that all are judged, and that those with a move have one receipt each, which came once."""
    rows = club.inbox(person)
    assert {row.state for row in rows} == {InboxState.DONE}
    moves = [row.id for row in rows if row.verdict == "played" and row.channel != "web"]
    assert [receipt.inbox_id for receipt in club.outbox(person, "receipt")] == moves
    assert len(person.received("You laid ")) == len(moves)


def lay_at(play: EgyptosMatch, cell: str, host: Host) -> None:
    """Hand a move to the listener of one machine."""
    play.mover.listener = host.listener
    play.lay(cell)


def lay_at_both(play: EgyptosMatch, cell: str, hosts: Sequence[Host]) -> None:
    """Hand one letter to the listeners of all machines at the same instant."""
    to, raw = reply_address(play.letter), play.mover.draft_answer(play.letter, cell)
    doors = [smtplib.SMTP(host.listener.host, host.listener.port, timeout=20) for host in hosts]
    with ThreadPoolExecutor() as hands:
        assert list(hands.map(lambda door: door.sendmail(play.mover.address, [to], raw), doors)) == [{}, {}]
    for door in doors:
        door.quit()
    play.mover.read(f"You laid {cell}")
    play.pass_on()


def lay_through_maildir(play: EgyptosMatch, cell: str, host: Host) -> None:
    """Put a move where only one machine looks for letters."""
    raw = play.mover.draft_answer(play.letter, cell)
    envelope = f"Return-Path: <{play.mover.address}>\nDelivered-To: {reply_address(play.letter)}\n".encode()
    (host.maildir / "tmp" / "letter").write_bytes(envelope + raw)
    (host.maildir / "tmp" / "letter").rename(host.maildir / "new" / "letter")
    play.mover.read(f"You laid {cell}")
    play.pass_on()


def lay_on_pages(play: EgyptosMatch, cell: str, *, signed_in_at: Host, looks_at: Host, sends_to: Host) -> None:
    """Move on the pages, which a proxy fetches from one machine and another one."""
    browser = HttpBrowser(signed_in_at.web.host, signed_in_at.web.port, HUB)
    sent(browser, "/sign-in", "/sign-in", address=play.mover.address)
    words = text_of(play.mover.read("to sign in")).split()
    path = urlsplit(next(word for word in words if "/sign-in/" in word)).path
    browser.host = looks_at.web.host
    sent(browser, path, path)
    page = f"/m/{play.match.code}"
    form = asyncio.run(browser.open(page)).form(f"{page}/orders")
    assert form is not None
    browser.host = sends_to.web.host
    asyncio.run(browser.send(form, text=cell))
    play.pass_on()


def sent(browser: HttpBrowser, path: str, action: str, **filled: str) -> Page:
    """Fill in a form of a page."""
    form = asyncio.run(browser.open(path)).form(action)
    assert form is not None
    return asyncio.run(browser.send(form, **filled))
