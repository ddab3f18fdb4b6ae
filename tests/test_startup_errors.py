"""What a host reads of a fault that they can mend: what is wrong, and what would be right, in one line."""

from __future__ import annotations

import errno
import logging
import os
import pwd
import sqlite3
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.exc import OperationalError

from adjudicator.infra.startup_errors import explain_failure, log_failure
from adjudicator.listen.protocols import TemporaryFault

USER = pwd.getpwuid(os.geteuid()).pw_name
SERVER = 'connection failed: connection to server at "db.example", port 5432 failed: '
SOCKET = 'connection failed: connection to server on socket "/run/postgresql/.s.PGSQL.5432" failed: '
DATABASE = {
    f'{SERVER}FATAL:  database "adjudikator" does not exist': (
        'there is no database "adjudikator" at db.example: make it with createdb, or correct DATABASE_URL'
    ),
    f'{SOCKET}FATAL:  role "club" does not exist': (
        'there is no role "club" at /run/postgresql/.s.PGSQL.5432: make it with createuser, or correct DATABASE_URL'
    ),
    f'{SERVER}FATAL:  password authentication failed for user "club"': "correct user and password in DATABASE_URL",
    f"{SERVER}fe_sendauth: no password supplied": "correct user and password in DATABASE_URL",
    f"{SERVER}Connection refused\n\tIs the server running?": "start it, or correct DATABASE_URL",
    'relation "matches" does not exist\nLINE 1: SELECT': "run `adjudicator migrate`",
    'could not extend file "base/5/6": No space left on device': "make room on the disk that DATABASE_URL names",
}
LITE = {
    "no such table: matches": "run `adjudicator migrate`",
    "database or disk is full": "make room on the disk that DATABASE_URL names",
    "unable to open database file": "see to the file that DATABASE_URL names",
    "attempt to write a readonly database": "see to the file that DATABASE_URL names",
}


def of_database(said: str, kind: type[Exception] = psycopg.OperationalError) -> OperationalError:
    return OperationalError("SELECT", None, kind(said))


@pytest.mark.parametrize(("said", "right"), DATABASE.items())
def test_a_fault_of_postgresql_is_told_with_its_remedy(said: str, right: str) -> None:
    line = explain_failure(of_database(said))
    assert line.endswith(right)
    assert "\n" not in line
    if "start it" not in right:
        assert "start it" not in line


@pytest.mark.parametrize(("said", "right"), LITE.items())
def test_a_fault_of_sqlite_is_told_with_its_remedy(said: str, right: str) -> None:
    line = explain_failure(of_database(said, sqlite3.OperationalError))
    assert line.endswith(right)
    assert "start it" not in line


@pytest.mark.parametrize(
    ("path", "name", "value"),
    [
        ("/srv/x/data", "ADJUDICATOR_VAR", "/srv/x"),
        ("/srv/x", "ADJUDICATOR_VAR", "/srv/x"),
        ("/srv/mail/new/1", "ADJUDICATOR_MAILDIR", "/srv/mail"),
        ("/srv/x/export/all", "ADJUDICATOR_EXPORT_DIR", "/srv/x/export"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_with_the_setting(path: str, name: str, value: str) -> None:
    environ = {"ADJUDICATOR_VAR": "/srv/x", name: value}
    fault = PermissionError(errno.EACCES, "Permission denied", path)
    assert explain_failure(fault, environ) == f"{path}: Permission denied for the user {USER}: see {name}={value}"
    other = NotADirectoryError(errno.ENOTDIR, "Not a directory", path)
    assert explain_failure(other, environ) == f"{path}: Not a directory: see {name}={value}"


def test_a_forbidden_file_is_told_with_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    fault = PermissionError(errno.EACCES, "Permission denied", ".club.backup.unfinished")
    assert explain_failure(fault, {}) == f"{tmp_path}/.club.backup.unfinished: Permission denied for the user {USER}"


@pytest.mark.parametrize(("path", "where"), [(None, ""), ("/srv/a file", "/srv/a file: ")])
def test_a_full_disk_is_told_with_who_knows_where(path: str | None, where: str) -> None:
    line = explain_failure(OSError(errno.ENOSPC, "No space left on device", path))
    assert line == f"{where}No space left on device: make room; `adjudicator doctor` says where"


def chained(fault: Exception) -> Exception:
    outer = TemporaryFault("try again")
    outer.__cause__ = fault
    return outer


@pytest.mark.parametrize(
    ("fault", "lines"),
    [
        (of_database("database or disk is full", sqlite3.OperationalError), 1),
        (chained(of_database(f"{SERVER}Connection refused")), 1),
        (OSError(errno.ENOSPC, "No space left on device"), 1),
        (ValueError("a bug of ours"), 2),
    ],
    ids=str,
)
def test_the_log_has_one_line_for_it_and_a_traceback_for_a_bug(
    caplog: pytest.LogCaptureFixture, fault: Exception, lines: int
) -> None:
    log_failure(logging.getLogger("test"), fault, "letter for %s not kept", "play@club.example")
    (record,) = caplog.records
    assert record.getMessage().startswith("letter for play@club.example not kept")
    assert len(logging.Formatter().format(record).splitlines()) == lines
