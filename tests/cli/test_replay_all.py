"""`adjudicator replay --all` and `migrate`: every match of an installation is replayed, once for each code."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli import main, replay_runs
from adjudicator.cli.progress import show_progress
from adjudicator.engines.registry import engine_for
from adjudicator.run.doctor_machine import check_replays
from adjudicator.run.finding import CheckFailed
from adjudicator.services.archive import code_digest
from adjudicator.services.archive import stored_replays as service
from adjudicator.store import backup
from testkit.club import Club, to_move
from testkit.database import make_tables

# What may have become of a row, and what is said of it. A match that is over is `over`, the other one runs.
SPOILINGS = {
    "another step": ("over", "UPDATE entries SET step = 'N13' WHERE n = 2 AND match_id = :id", "2: digest differs"),
    "a step that is not legal": ("runs", "UPDATE entries SET step = 'A1' WHERE n = 2 AND match_id = :id", "not legal"),
    "another digest": ("runs", "UPDATE entries SET digest = replace(digest, 'a', 'b') WHERE match_id = :id", "differs"),
    "a lost entry": ("runs", "DELETE FROM entries WHERE n = 2 AND match_id = :id", "counts 2 entries, and has 1"),
    "another position": ("over", "UPDATE matches SET position = X'7b7d' WHERE id = :id", "row: its position is not"),
    "another player to move": ("runs", "UPDATE matches SET to_move = 1 - to_move WHERE id = :id", "is to move, not"),
    "another result": ("over", """UPDATE matches SET "end" = json_set("end", '$.seat', 5) WHERE id = :id""", "of its"),
    "an end that the record does not have": ("runs", "UPDATE matches SET state = 'finished' WHERE id = :id", "no end"),
    "another seed": ("over", "UPDATE matches SET seed = X'00000000000000000000000000000000' WHERE id = :id", "seed: "),
    "another deal": ("over", """UPDATE matches SET deal = '{"first":7}' WHERE id = :id""", "deal: "),
    "a deal that is none": ("runs", "UPDATE matches SET deal = '[]' WHERE id = :id", "deal: nothing can be laid out"),
    "rules that nobody plays": ("over", "UPDATE matches SET rules = 'halma/1' WHERE id = :id", "no engine for halma/1"),
    "other options": ("over", "UPDATE matches SET options = '{}' WHERE id = :id", "its options"),
    "another number of entries": ("runs", "UPDATE matches SET entry_count = 9 WHERE id = :id", "counts 9 entries"),
    "another last digest": ("over", "UPDATE matches SET chain = first_digest WHERE id = :id", "not that of the last"),
}  # fmt: skip

OLD = Path(__file__).parents[1] / "store" / "backups" / "0001.gz"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> SimpleNamespace:
    """Play two matches: one that is over, and one that runs."""
    path = tmp_path_factory.mktemp("played") / "club.sqlite3"
    make_tables(f"sqlite:///{path}")
    club = Club.found(f"sqlite:///{path}")
    codes = []
    for orders in (("L14", "L15", "I resign"), ("L14",)):
        club.now += timedelta(days=1)
        codes.append(club.begin().code)
        for order in orders:
            club.answer(club.last(to_move(club)), order)
    club.context.store.close()
    return SimpleNamespace(path=path, over=codes[0], runs=codes[1])


@pytest.fixture
def database(played: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = Path(shutil.copy(played.path, tmp_path))
    for name, value in {
        "DATABASE_URL": f"sqlite:///{path}",
        "ADJUDICATOR_SECRET": "a secret for tests, long enough to sign with",
        "ADJUDICATOR_VAR": str(tmp_path),
    }.items():
        monkeypatch.setenv(name, value)
    return path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def interrupt(*_given: object) -> None:
    raise KeyboardInterrupt


def change(database: Path, statement: str, code: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        (number,) = connection.execute("SELECT id FROM matches WHERE code = ?", [code]).fetchone()
        assert connection.execute(statement, {"id": number}).rowcount > 0


@pytest.mark.parametrize("name", SPOILINGS)
def test_a_row_that_contradicts_the_others_is_named_with_its_match(
    played: SimpleNamespace, database: Path, name: str
) -> None:
    which, statement, said = SPOILINGS[name]
    code, other = (played.over, played.runs) if which == "over" else (played.runs, played.over)
    change(database, statement, code)
    done = run("replay", "--all")
    assert done.exit_code == 1, done.output
    assert f"\n{code}: " in f"\n{done.output}"
    assert said in done.output
    assert other not in done.output
    assert done.output.splitlines()[-1] == "2 matches were replayed; 1 of them have faults."


def test_all_matches_are_replayed_and_finished_ones_once(database: Path) -> None:
    assert run("replay", "--all").output == "2 matches were replayed, without a fault.\n"
    assert run("replay", "--all").output == "1 match was replayed, without a fault.\n"
    assert run("replay", "--all", "--again").output == "2 matches were replayed, without a fault.\n"


def test_what_was_stopped_goes_on_where_it_stopped(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "AT_A_TIME", 1)
    compare, seen = service.compare_match, list[object]()

    def interrupted(match: object) -> object:
        if seen:
            raise KeyboardInterrupt
        seen.append(match)
        return compare(match)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(service, "compare_match", interrupted)
        stopped = run("replay", "--all")
    assert stopped.exit_code == 130
    assert "Stopped. 1 match was replayed, without a fault. `adjudicator replay --all` goes on there: 1 are left" in (
        stopped.output
    )
    assert run("replay", "--all").exit_code == 0


def test_migrating_replays_only_what_other_code_has_replayed(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("migrate").output == "2 matches were replayed, without a fault.\nThe database is up to date.\n"
    assert run("migrate").output == "The database is up to date.\n"
    monkeypatch.setattr(service, "digest_code", lambda engine: "newer")
    assert run("migrate", "--minutes", "0").output == "The database is up to date.\n"
    assert "2 matches were replayed" in run("migrate").output
    assert run("migrate").output == "The database is up to date.\n"


def test_migrating_takes_no_longer_than_it_may_and_says_what_is_left(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_runs, "time", SimpleNamespace(monotonic=iter(range(0, 9000, 30)).__next__))
    done = run("migrate", "--minutes", "0.1")
    assert done.exit_code == 0
    assert "1 more are still to be replayed: run `adjudicator replay --all` while people play." in done.output
    assert "2 matches were" not in done.output


def test_a_version_that_plays_otherwise_is_stopped_and_so_is_every_further_start(
    played: SimpleNamespace, database: Path
) -> None:
    change(database, SPOILINGS["another position"][1], played.over)
    for _ in range(2):
        done = run("migrate")
        assert done.exit_code == 1
        assert f"{played.over}: row: its position" in done.output
        assert "does not play 1 matches as they were played" in done.output


@pytest.mark.parametrize("words", [("replay",), ("replay", "--again"), ("replay", "--all", "--trace")])
def test_words_that_do_not_go_together_are_refused(words: tuple[str, ...]) -> None:
    assert run(*words).exit_code == 2


def test_the_digest_of_code_is_that_of_its_files_and_components(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = {code_digest.digest_code(engine_for(f"{game}/1")) for game in ("egyptos", "cheops", "pharao")}
    assert len(digests) == 3
    engine = engine_for("egyptos/1")
    before = code_digest.digest_code(engine)
    source = tmp_path / "legal.py"
    source.write_text("changed = True\n")
    monkeypatch.setattr(code_digest, "_sources", lambda _engine: [source])
    assert code_digest.digest_code(engine) != before
    other = SimpleNamespace(rules=replace(engine.rules, options=()))
    assert code_digest.digest_code(other) != code_digest.digest_code(engine)


def test_without_a_terminal_progress_is_a_line_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    clock = iter([0.0, 10.0, 31.0, 31.0, 40.0]).__next__
    with show_progress("Counting", 4000, clock) as advance:
        for _ in range(3):
            advance(1000)
    assert capsys.readouterr() == ("", "Counting: 2,000 of 4,000\n")


def test_the_doctor_says_until_all_is_replayed(played: SimpleNamespace, database: Path) -> None:
    club = Club.found(f"sqlite:///{database}")
    with pytest.raises(CheckFailed, match="cheops/1, egyptos/1, pharao/1"):
        check_replays(club.context)
    run("migrate")
    assert check_replays(club.context) == "all replayed by this version"
    club.context.store.close()


@pytest.mark.parametrize("words", [("backup", "club.backup"), ("restore", "old.gz")])
def test_a_backup_that_was_stopped_leaves_nothing_behind(
    words: tuple[str, str], database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(OLD, "old.gz")
    if words[0] == "restore":
        monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/new.sqlite3")
    with monkeypatch.context() as patched:
        patched.setattr(backup, "_write" if words[0] == "backup" else "insert", interrupt)
        stopped = run(*words)
    assert stopped.exit_code == 130
    assert "Stopped. Nothing was" in stopped.output
    assert not Path("club.backup").exists()
    assert not list(tmp_path.glob(".*unfinished"))
    assert run(*words).exit_code == 0
