"""What a host can mend ends a command with one readable line: bad input, paths, settings, database, broker."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli import COMMANDS, main

NOWHERE = "postgresql+psycopg://club:hunter2@127.0.0.1:2/club"
WITH_AN_AT = "postgresql+psycopg://club:hunter2@pa@127.0.0.1:2/club"
WORKS_WITH_A_DATABASE = (
    ("migrate",),
    ("backup", "FILE"),
    ("site", "FILE"),
    ("replay", "--all"),
    ("match", "list"),
    ("match", "show", "K7Q2"),
    ("match", "resume", "K7Q2", "--because", "it rains"),
    ("broadcast", "Hello"),
    ("player", "show", "a@b.example"),
    ("player", "revoke", "a@b.example"),
    ("player", "silence", "a@b.example"),
    ("retry",),
    ("retry", "7"),
    ("drop", "7"),
)
NEED_NO_SETTINGS = {"clock", "plan", "new-engine", "playout", "lint", "replay", "verify", "read"}


def run(environ: Mapping[str, str], *words: str, **settings: str) -> Result:
    return CliRunner(env={**environ, **settings}).invoke(main, words, prog_name="adjudicator")


def one_line(done: Result) -> str:
    """Take the line that a command ended with, and look that it is one, and no traceback."""
    assert done.exit_code not in (0, None)
    assert isinstance(done.exception, SystemExit), done.exception
    *usage, line = [line for line in done.output.splitlines() if line.strip()]
    assert all(line.startswith(("Usage:", "Try ")) for line in usage), done.output
    assert "Traceback" not in done.output
    assert "hunter2" not in done.output
    return line


@pytest.fixture
def migrated(environ: dict[str, str], empty_database: Path, tmp_path: Path) -> dict[str, str]:
    return environ | {"DATABASE_URL": f"sqlite:///{shutil.copy(empty_database, tmp_path / 'club.sqlite3')}"}


@pytest.mark.parametrize("words", WORKS_WITH_A_DATABASE, ids=" ".join)
def test_a_database_that_does_not_answer(environ: dict[str, str], tmp_path: Path, words: tuple[str, ...]) -> None:
    words = tuple(str(tmp_path / "a backup") if word == "FILE" else word for word in words)
    assert one_line(run(environ, *words, DATABASE_URL=NOWHERE)).endswith("start it, or correct DATABASE_URL")


@pytest.mark.parametrize("words", WORKS_WITH_A_DATABASE[1:], ids=" ".join)
def test_a_mistyped_file_is_not_made(environ: dict[str, str], tmp_path: Path, words: tuple[str, ...]) -> None:
    words = tuple(str(tmp_path / "a backup") if word == "FILE" else word for word in words)
    line = one_line(run(environ, *words, DATABASE_URL=f"sqlite:///{tmp_path}/adjudictor.sqlite3"))
    assert line.startswith(f"Error: DATABASE_URL: there is no file {tmp_path}/adjudictor.sqlite3: correct it, or run")
    assert not list(tmp_path.glob("adjudictor*"))


@pytest.mark.parametrize("words", WORKS_WITH_A_DATABASE[2:7], ids=" ".join)
def test_a_database_without_tables(environ: dict[str, str], tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "empty").touch()
    line = one_line(run(environ, *words, DATABASE_URL=f"sqlite:///{tmp_path}/empty"))
    assert line.endswith("run `adjudicator migrate`")


@pytest.mark.parametrize(
    ("name", "setting", "value"),
    [
        *((name, "DATABASE_URL", WITH_AN_AT) for name in sorted(COMMANDS.keys() - NEED_NO_SETTINGS)),
        ("listen", "DATABASE_URL", "sqlite://"),
        ("deliver", "REDIS_URL", "http://hunter2@x"),
        ("poll", "ADJUDICATOR_PACE", "x"),
    ],
)
def test_a_wrong_setting(environ: dict[str, str], tmp_path: Path, name: str, setting: str, value: str) -> None:
    (tmp_path / "file").touch()
    words = {
        "backup": [str(tmp_path / "b")],
        "restore": [str(tmp_path / "file")],
        "drop": ["7"],
        "deliver": ["play@x"],
        "site": [str(tmp_path / "s")],
    }
    words |= {"match": ["list"], "player": ["show", "a@b.example"], "broadcast": ["Hello"]}
    words["site"] = [str(tmp_path / "site")]
    done = run(environ, name, *words.get(name, []), **{setting: value})
    if name == "doctor":
        assert done.output.startswith("ill   settings     " + setting)
        assert done.exit_code == 1
        return
    assert setting in one_line(done)
    assert done.exit_code == (75 if name == "deliver" else 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("match", "list", "--limit", "-1"), "-1 is not in the range"),
        (("match", "list", "--limit", "many"), "'many' is not a valid integer range"),
        (("match", "show", "\udcff\x00"), "is no text"),
        (("match", "show", "0" * 50), "there is no match"),
        (("player", "show", "nobody"), "no player has the address nobody"),
        (("player", "revoke", "a@b.example"), "no player has the address"),
        (("retry", "7"), "letter 7 is not set aside"),
        (("retry", "0"), "0 is not in the range"),
        (("retry", str(1 << 70)), "is not in the range"),
        (("drop", str(1 << 70)), "is not in the range"),
        (("drop", "x"), "'x' is not a valid integer range"),
        (("drop", "7"), "letter 7 is not set aside"),
        (("backup", "FOLDER/no/such/folder/b"), "FOLDER/no/such/folder/.b.unfinished: No such file or directory"),
        (("backup", "FOLDER/a file/b"), "FOLDER/a file/.b.unfinished: Not a directory"),
        (("backup", "FOLDER"), "is a directory"),
        (("restore", "FOLDER/nothing"), "does not exist"),
        (("restore", "FOLDER/a file"), "FOLDER/a file"),
        (("verify", "FOLDER/a file"), "FOLDER/a file"),
        (("replay", "FOLDER/a file"), "FOLDER/a file"),
        (("read", "FOLDER/nothing"), "No such file or directory"),
        (("lint", "FOLDER/nothing"), "does not exist"),
        (("playout", "chess"), "no game 'chess' is installed"),
        (("playout", "egyptos", "--seats", "-1"), "is not played at -1 seats"),
        (("playout", "egyptos", "--seconds", "0"), "is not in the range"),
        (("up", "--procfile", "FOLDER/nothing"), "does not exist"),
        (("up", "--procfile", "FOLDER/a file"), "line 1 must be"),
        (("poll",), "there is nothing to look into"),
    ],
    ids=str,
)
def test_bad_input(migrated: dict[str, str], tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    (tmp_path / "a file").write_bytes(b"\xff\x00 nothing of ours")
    words = tuple(word.replace("FOLDER", str(tmp_path)) for word in words)
    assert said.replace("FOLDER", str(tmp_path)) in one_line(run(migrated, *words))


def test_a_folder_that_cannot_be_made(environ: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    var = f"{tmp_path}/a file/var"
    assert "Not a directory" in one_line(run(environ, "up", ADJUDICATOR_VAR=var))
    assert "Not a directory" in one_line(run(environ, "migrate", DATABASE_URL=f"sqlite:///{var}/club.sqlite3"))


@pytest.mark.parametrize(
    "program",
    [
        ("-m", "worker.beat"),
        ("-m", "adjudicator.run.prepare"),
        ("-m", "celery", "-A", "worker.app", "worker", "--pool", "solo", "--loglevel", "WARNING"),
    ],
    ids=lambda words: words[1],
)
def test_the_other_programs_end_with_one_line_too(environ: dict[str, str], program: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, *program],
        env=environ | {"DATABASE_URL": WITH_AN_AT},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("DATABASE_URL: must be postgresql+psycopg://user:password@host:5432/name; in a password")


def test_what_a_command_writes_is_for_nobody_else_to_read(environ: dict[str, str], tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        assert run(environ, "migrate").exit_code == 0
        assert run(environ, "backup", str(tmp_path / "backup")).exit_code == 0
        assert os.umask(0) == 0
    finally:
        os.umask(before)
    var = Path(environ["ADJUDICATOR_VAR"])
    for path in (var, *var.iterdir(), tmp_path / "backup"):
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path
