"""`adjudicator deliver --maildir`: what is new is taken, and what cannot be taken now is left for the next time."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import select

from adjudicator.cli import main
from adjudicator.store import session
from adjudicator.store.session import Store
from adjudicator.store.tables import Inbox
from testkit.database import make_tables

LETTER = b"From: anna@anna.example\r\nTo: play@adjudicator.localhost\r\n\r\nhelp\r\n"


@pytest.fixture
def maildir(tmp_path: Path) -> Path:
    (tmp_path / "Maildir" / "new").mkdir(parents=True)
    (tmp_path / "Maildir" / "new" / "1.mx").write_bytes(LETTER)
    return tmp_path / "Maildir"


@pytest.fixture
def database(environ: dict[str, str], tmp_path: Path) -> Path:
    path = tmp_path / "club.sqlite3"
    environ["DATABASE_URL"] = f"sqlite:///{path}"
    make_tables(environ["DATABASE_URL"])
    return path


def deliver(environ: dict[str, str], maildir: Path) -> Result:
    return CliRunner(env=environ).invoke(main, ["deliver", "--maildir", str(maildir)])


def test_new_letters_are_taken(environ: dict[str, str], database: Path, maildir: Path) -> None:
    assert deliver(environ, maildir).exit_code == 0
    store = Store(f"sqlite:///{database}")
    with store.reading() as reading:
        assert list(reading.scalars(select(Inbox.channel))) == ["maildir"]
    store.close()
    assert [path.name for path in (maildir / "cur").iterdir()] == ["1.mx:2,S"]


def test_they_are_left_while_the_database_is_locked(
    environ: dict[str, str], database: Path, maildir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session.Store.__init__, "__kwdefaults__", {"busy_seconds": 0.1})
    other = sqlite3.connect(str(database), isolation_level=None)
    other.execute("begin immediate")
    done = deliver(environ, maildir)
    other.close()
    assert done.exit_code == 75
    assert "is taken next time" in done.output
    assert [path.name for path in (maildir / "new").iterdir()] == ["1.mx"]


def test_strangers_are_counted_and_what_is_too_much_is_left(
    environ: dict[str, str], database: Path, maildir: Path
) -> None:
    other = LETTER.replace(b"anna@anna", b"bob@bob")
    (maildir / "new" / "2.mx").write_bytes(other)
    done = deliver(environ | {"ADJUDICATOR_STRANGERS": "1"}, maildir)
    assert done.exit_code == 75
    assert "1 letters in" in done.output
    assert len(list((maildir / "new").iterdir())) == len(list((maildir / "cur").iterdir())) == 1


def test_a_folder_that_is_no_maildir_is_told(environ: dict[str, str], database: Path, tmp_path: Path) -> None:
    done = deliver(environ, tmp_path)
    assert done.exit_code == 75
    assert "is no maildir: it has no folder new" in done.output
