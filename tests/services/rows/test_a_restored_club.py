"""After a restore from a backup a match goes on: answers to letters from before the backup count."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.match.course.verify import verify_published
from adjudicator.services.matches.finished import archive
from adjudicator.services.matches.rows import match_rows
from adjudicator.store.backup import restore_backup, write_backup
from testkit.club import ANNA, BOB, Club, offered, to_move
from tests.store.test_backup import OLD


@pytest.fixture
def reopened(tmp_path: Path) -> Iterator[Club]:
    """Open a club at a database that a test restores."""
    club = Club.found(f"sqlite:///{tmp_path}/restored.sqlite3")
    yield club
    club.context.store.close()


def test_a_match_goes_on_from_a_backup_made_in_its_middle(club: Club, reopened: Club, tmp_path: Path) -> None:
    club.begin()
    mover = to_move(club)
    letter = club.last(mover)
    write_backup(str(club.context.store.engine.url), tmp_path / "club.gz", club.now)
    restore_backup(str(reopened.context.store.engine.url), tmp_path / "club.gz")
    reopened.written = club.written
    assert reopened.inbox(reopened.answer(letter, offered(letter)[0])).verdict == "played"
    assert reopened.match().entry_count == club.match().entry_count + 1
    assert "Your turn" in str(reopened.last(BOB if mover == ANNA else ANNA)["Subject"])


def test_a_match_of_the_first_version_is_played_on_after_all_migrations(reopened: Club) -> None:
    restore_backup(str(reopened.context.store.engine.url), OLD)
    reopened.written = 100
    with reopened.context.store.reading() as session:
        match = match_rows.find_match(session, "YXVY")
        assert match is not None
        number = match.to_move
        address = reopened.context.addresses.seat(match.code, number or 0, match.turn)
        assert verify_published(archive.record_of(match, reopened.now)) == []
    mover = (ANNA, BOB)[number or 0]
    assert reopened.inbox(reopened.write(mover, address, "board")).verdict == "answered"
    step = offered(reopened.last(mover))[0]
    assert reopened.inbox(reopened.answer(reopened.last(mover), step)).verdict == "played"
