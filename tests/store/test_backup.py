"""A backup restores everything, from either database into either, or says why it cannot."""

from __future__ import annotations

import gzip
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import insert, select

from adjudicator.cli import main
from adjudicator.store.backup import BadBackup, NotEmpty, restore_backup, write_backup
from adjudicator.store.operation_tables import STAMPED_SINCE, record_job_run
from adjudicator.store.revision import NewerDatabase
from adjudicator.store.schema import is_current, upgrade_schema
from adjudicator.store.session import Store
from adjudicator.store.tables import Base, EntryRow, Match, Player
from testkit.database import make_tables

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
OLD = Path(__file__).parent / "backups" / "0001.gz"
"""Two matches of Egyptos, one in the middle and one over, from the first version of the tables."""
MATCHES = ["9EAF", "YXVY"]


@pytest.fixture(scope="module")
def of_today(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Save the same matches from tables of this version, which need no migration."""
    folder = tmp_path_factory.mktemp("today")
    url, path = f"sqlite:///{folder}/club.sqlite3", folder / "today.gz"
    restore_backup(url, OLD)
    write_backup(url, path, NOON)
    return path


@pytest.fixture
def restored(new_database: str, of_today: Path) -> str:
    """Restore them into a database of each kind."""
    restore_backup(new_database, of_today)
    return new_database


def rows(url: str) -> dict[str, list[Any]]:
    """Read every row of a database through the ORM."""
    store = Store(url)
    with store.reading() as session:
        tables = Base.metadata.sorted_tables
        found = {table.name: list(session.execute(select(table).order_by(*table.primary_key))) for table in tables}
    store.close()
    return found


def test_a_backup_of_the_first_version_becomes_a_database_of_this_one(new_database: str) -> None:
    counts = restore_backup(new_database, OLD)
    assert is_current(new_database)
    assert (counts["matches"], counts["players"], counts["steps"]) == (2, 4, 7)
    store = Store(new_database)
    with store.reading() as session:
        assert sorted(session.scalars(select(Match.code))) == MATCHES
        assert session.scalars(select(EntryRow.step).order_by(EntryRow.match_id, EntryRow.n)).first() == "M13"
    store.close()


def test_a_restored_backup_saved_again_is_the_same_in_the_other_database(
    restored: str, postgres_database: str, tmp_path: Path
) -> None:
    saved = write_backup(restored, tmp_path / "again.gz", NOON)
    other = f"sqlite:///{tmp_path}/other.sqlite3" if "postgresql" in restored else postgres_database
    assert {name: count for name, count in restore_backup(other, tmp_path / "again.gz").items() if count} == {
        name: count for name, count in saved.items() if count
    }
    assert rows(other) == rows(restored)


def test_numbers_go_on_behind_those_that_were_restored(restored: str) -> None:
    store = Store(restored)
    with store.writing() as session:
        known = set(session.scalars(select(Player.id)))
        session.execute(insert(Player), {"address": "e@e.example", "name": "E", "language": "en", "created_at": NOON})
        (new,) = set(session.scalars(select(Player.id))) - known
    store.close()
    assert new > max(known)


def test_a_backup_is_only_for_its_owner_and_leaves_nothing_unfinished(restored: str, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    write_backup(restored, folder / "club.gz", NOON)
    assert [path.name for path in folder.iterdir()] == ["club.gz"]
    assert (folder / "club.gz").stat().st_mode & 0o077 == 0


def test_a_backup_goes_where_a_link_leads_and_replaces_nothing_but_files(
    environ: dict[str, str], tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path}/club.sqlite3"
    make_tables(database)
    disk, link, pipe = tmp_path / "disk", tmp_path / "link", tmp_path / "pipe"
    disk.mkdir()
    os.mkfifo(pipe)
    (disk / "old").touch()
    for name in ("old", "new"):
        link.unlink(missing_ok=True)
        link.symlink_to(disk / name)
        write_backup(database, link, NOON)
        assert link.is_symlink()
        assert (disk / name).read_bytes().startswith(b"\x1f\x8b")
    link.unlink()
    link.symlink_to(pipe)
    for path in (pipe, link):
        done = CliRunner(env=environ | {"DATABASE_URL": database}).invoke(main, ["backup", str(path)])
        assert (done.exit_code, done.output) == (1, f"Error: {pipe} is no file that a backup could replace\n")
        assert pipe.is_fifo()
    assert not list(tmp_path.glob(".*"))


def test_a_database_that_is_in_use_is_left_as_it_is(restored: str) -> None:
    before = rows(restored)
    with pytest.raises(NotEmpty, match="matches, outbox, players"):
        restore_backup(restored, OLD)
    assert rows(restored) == before


def test_tables_that_were_only_made_are_no_obstacle(new_database: str) -> None:
    """`migrate` makes those of this version, and notes by whose code the matches were replayed: none."""
    upgrade_schema(new_database)
    store = Store(new_database)
    with store.writing() as session:
        record_job_run(session, "replayed egyptos", NOON)
    store.close()
    assert restore_backup(new_database, OLD)["matches"] == len(MATCHES)
    assert is_current(new_database)
    assert [row.name for row in rows(new_database)["sweeps"]] == [STAMPED_SINCE]  # the backup is from before


def spoiled(old: bytes, how: str) -> bytes:
    """Damage a backup in a named way."""
    first, *rest = gzip.decompress(old).splitlines(keepends=True)
    ways = {
        "cut in the middle": old[: len(old) // 2],
        "without its end": gzip.compress(b"".join([first, *rest[:-1]])),
        "with a row less": gzip.compress(b"".join([first, *rest[:2], *rest[3:]])),
        "of another program": gzip.compress(b'{"hello": 1}\n'),
        "of another kind": gzip.compress(first.replace(b"backup/1", b"backup/7") + b"".join(rest)),
        "not packed": b"hello",
        "empty": b"",
    }
    return ways[how]


SPOILED = {
    "cut in the middle": "cannot be read to its end",
    "without its end": "was cut off",
    "with a row less": "has lost rows",
    "of another program": "no backup of this program",
    "of another kind": "another kind, adjudicator-backup/7",
    "not packed": "cannot be read to its end",
    "empty": "no backup of this program",
}


@pytest.mark.parametrize(("how", "why"), SPOILED.items())
def test_a_spoiled_file_is_refused_and_leaves_nothing_behind(
    how: str, why: str, of_today: Path, tmp_path: Path
) -> None:
    path, url = tmp_path / "spoiled.gz", f"sqlite:///{tmp_path}/club.sqlite3"
    path.write_bytes(spoiled(OLD.read_bytes(), how))
    with pytest.raises(BadBackup, match=why):
        restore_backup(url, path)
    restore_backup(url, of_today)


def test_a_backup_of_a_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "later.gz"
    path.write_bytes(gzip.compress(gzip.decompress(OLD.read_bytes()).replace(b'"0001"', b'"9999"', 1)))
    with pytest.raises(NewerDatabase, match="later version"):
        restore_backup(f"sqlite:///{tmp_path}/club.sqlite3", path)
