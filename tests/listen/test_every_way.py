"""Every way in comes to the same: what is played, what is answered, and that nothing is lost, doubled or sent back."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from adjudicator.services.context import Context
from adjudicator.store.session import Store
from adjudicator.store.tables import EntryRow, Inbox
from testkit.club import Club
from tests.listen import channels, postfix_channels
from tests.listen.channels import Channel, Given, Reply
from tests.listen.letter_cases import CASES, LIMIT, MOVE, Begun, Case, begin

Opening = Callable[[Context, Given, Path], AbstractContextManager[Channel]]
WAYS: dict[str, Opening] = {
    "SMTP": channels.smtp,
    "LMTP": channels.lmtp,
    "pipe": channels.pipe,
    "IMAP": channels.imap,
    "maildir": channels.maildir,
    "hook": channels.hook,
    "Postfix by LMTP": postfix_channels.postfix_lmtp,
    "Postfix through a pipe": postfix_channels.postfix_pipe,
}


@pytest.fixture(scope="session")
def begun(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Begun:
    """Let a match begin once; a copy of its database is a match for each test."""
    path = tmp_path_factory.mktemp("begun") / "club.sqlite3"
    shutil.copy(empty_database, path)
    club = Club.found(f"sqlite:///{path}")
    found = begin(club, path)
    club.context.store.close()
    return found


@pytest.fixture
def club(begun: Begun, tmp_path: Path) -> Iterator[Club]:
    club = Club.found(f"sqlite:///{shutil.copy(begun.database, tmp_path)}")
    club.context = replace(
        club.context, store=Store(str(club.context.store.engine.url), busy_seconds=0.1), letter_limit=LIMIT
    )
    yield club
    club.context.store.close()


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest, club: Club, tmp_path: Path) -> Iterator[Channel]:
    with WAYS[request.param](club.context, request.getfixturevalue, tmp_path) as way:
        yield way


def kept(club: Club, begun: Begun) -> list[Inbox]:
    """List the letters that came after the match had begun."""
    with club.context.store.reading() as session:
        return list(session.scalars(select(Inbox).where(Inbox.id > begun.last).order_by(Inbox.id)))


def steps(club: Club) -> list[str]:
    with club.context.store.reading() as session:
        return list(session.scalars(select(EntryRow.step).order_by(EntryRow.n)))


@contextmanager
def locked(club: Club) -> Iterator[None]:
    """Hold the database's only lock."""
    other = sqlite3.connect(str(club.context.store.engine.url.database), isolation_level=None)
    other.execute("begin immediate")
    try:
        yield
    finally:
        other.execute("rollback")
        other.close()


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_same_comes_of_a_letter(way: Channel, club: Club, begun: Begun, case: Case) -> None:
    before = steps(club)
    said = way.bring(case.build(begun), case.to(begun), case.sender(begun))
    rows = kept(club, begun)
    club.work()
    assert steps(club) == before + [MOVE] * case.moves
    if case.refused and rows == []:
        assert said in (Reply.REFUSED, Reply.LEFT)
        assert club.letters(begun.mover) == []
        return
    assert said is Reply.TAKEN
    assert not (case.refused and way.refuses)
    (row,) = kept(club, begun)
    assert row.trusted_relay
    assert club.inbox(row.id).verdict.startswith(case.verdict)
    assert bool(club.letters(begun.mover)) is case.answered


def test_a_letter_that_comes_twice_is_one_letter(way: Channel, club: Club, begun: Begun) -> None:
    raw = CASES["an order"].build(begun)
    for _ in range(2):
        assert way.bring(raw, begun.seat, begun.mover) is Reply.TAKEN
        club.work()
    assert [row.verdict for row in kept(club, begun)] == ["played"]
    assert steps(club).count(MOVE) == 1
    assert len(club.letters(begun.mover, "You laid")) == 1


def test_a_letter_that_comes_while_the_database_is_locked_is_neither_lost_nor_sent_back(
    way: Channel, club: Club, begun: Begun
) -> None:
    with locked(club):
        said = way.bring(CASES["an order"].build(begun), begun.seat, begun.mover)
        assert kept(club, begun) == []
    if said is Reply.LATER:
        assert kept(club, begun) == []
    else:
        assert list((Path(str(club.context.store.engine.url.database)).parent / "spool").glob("*.letter"))
    assert way.again() is Reply.TAKEN
    club.work()
    assert [row.verdict for row in kept(club, begun)] == ["played"]
    assert steps(club).count(MOVE) == 1
