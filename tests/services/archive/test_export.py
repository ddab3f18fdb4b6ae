"""The export of all public matches: the records of `record.json`, checked by what lies beside them, resumable."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from sqlalchemy import delete

from adjudicator.cli import main
from adjudicator.match.course.verify import verify_published
from adjudicator.match.record.record import dump_record, load_record
from adjudicator.services.archive import export
from adjudicator.services.archive.export import Exported, count_public, write_export
from adjudicator.services.archive.export_files import ALL, EXPORTED, INCOMPLETE, SUMS, VERIFIER
from adjudicator.services.match_reader import MatchReader
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.store import operation_tables
from adjudicator.store.operation_tables import SweepFault, last_job_run, record_job_run
from adjudicator.store.states import SweepTask
from adjudicator.store.tables import Match, Opening
from testkit.automatic_mail import sweep
from testkit.club import ANNA, BOB, Club, to_move
from testkit.faulty_matches import FAULTS, spoil_match

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

WEEK = timedelta(days=8)


def play(club: Club, *options: str, orders: tuple[str, ...] = ("L14", "I resign")) -> str:
    code = club.begin(*options).code
    for order in orders:
        club.answer(club.last(to_move(club)), order)
    return code


def end_by_time(club: Club) -> str:
    code = club.begin("days=1 grace=0 absence=0").code
    late = to_move(club)
    club.pass_time(days=3)
    club.answer(club.last(BOB if late == ANNA else ANNA), "claim")
    return code


def run(club: Club, folder: Path, advance: Callable[[int], None] = lambda _count: None) -> Exported:
    return write_export(club.context.store, folder, club.now, advance, MatchReader())


def read(folder: Path) -> dict[str, bytes]:
    """Read the lines of an export by the codes of the matches."""
    lines = zstd.decompress((folder / ALL).read_bytes()).splitlines()
    return {json.loads(line)["header"]["match"]: line for line in lines}


def test_it_has_every_public_match_that_is_over_as_its_record_is_published(club: Club, tmp_path: Path) -> None:
    over, private = play(club), play(club, "private")
    by_time = end_by_time(club)
    club.begin()
    assert run(club, tmp_path) == Exported(1, 1)
    assert read(tmp_path).keys() == {over}, "the seed of an end by time comes a week later"
    assert private.encode() not in b"".join(read(tmp_path).values())
    club.now += WEEK
    assert run(club, tmp_path) == Exported(2, 2)
    written = read(tmp_path)
    assert written.keys() == {over, by_time}
    for code, line in written.items():
        with club.context.store.reading() as session:
            match = session.query(Match).filter_by(code=code).one()
            assert line == msgspec.json.format(dump_record(record_of(match, club.now)), indent=-1)
        assert verify_published(load_record(line)) == []


def test_what_lies_beside_it_checks_it(club: Club, tmp_path: Path) -> None:
    code = play(club)
    run(club, tmp_path)
    sums = "".join(f"{sha256((tmp_path / name).read_bytes()).hexdigest()}  {name}\n" for name in EXPORTED[:3])
    assert (tmp_path / SUMS).read_text() == sums
    record = tmp_path / "record.json"
    record.write_bytes(read(tmp_path)[code])
    done = subprocess.run([sys.executable, tmp_path / VERIFIER, record], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_only_what_has_changed_is_written_anew_and_what_was_erased_is_gone(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "ROWS", 1)
    first, second = play(club), play(club)
    assert run(club, tmp_path) == Exported(2, 2)
    before = (tmp_path / ALL).read_bytes()
    assert run(club, tmp_path) == Exported(2, 0)
    assert (tmp_path / ALL).read_bytes() == before
    with club.context.store.writing() as session:
        match = session.query(Match).filter_by(code=first).one()
        session.execute(delete(Opening).where(Opening.match_id == match.id, Opening.text == "Bob"))
    assert run(club, tmp_path) == Exported(2, 1)
    written = read(tmp_path)
    assert b"Bob" not in written[first]
    assert b"Bob" in written[second]
    assert len(list(tmp_path.glob(".frames/*.zst*"))) == 2


def test_one_that_was_stopped_goes_on_and_leaves_the_last_one_whole(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "ROWS", 1)
    play(club)
    run(club, tmp_path)
    before = (tmp_path / ALL).read_bytes()
    play(club)
    play(club)
    counted: list[int] = []

    def stop(count: int) -> None:
        counted.append(count)
        if sum(counted) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(club, tmp_path, stop)
    assert (tmp_path / ALL).read_bytes() == before
    assert count_public(club.context.store) == 3
    assert run(club, tmp_path) == Exported(3, 1)
    assert len(read(tmp_path)) == 3


def test_without_a_match_it_is_empty_and_right(club: Club, tmp_path: Path) -> None:
    assert run(club, tmp_path) == Exported(0, 0)
    assert zstd.decompress((tmp_path / ALL).read_bytes()) == b""


def test_two_at_once_do_not_write_into_one_another(club: Club, tmp_path: Path) -> None:
    play(club)

    def another(_count: int) -> None:
        with pytest.raises(export.AlreadyRunning):
            run(club, tmp_path)

    assert run(club, tmp_path, another) == Exported(1, 1)


def test_a_sweep_asks_for_another_one_until_no_name_in_it_was_taken_back(club: Club) -> None:
    def asks(*notes: str) -> bool:
        with club.context.store.writing() as session:
            for note in notes:
                record_job_run(session, note, club.now)
        before = club.queue.exports
        sweep(club)
        return club.queue.exports > before

    assert not asks(), "there is no export, and no name in it"
    assert not asks(operation_tables.EXPORTED)
    assert asks(operation_tables.NAMES_TAKEN_BACK)
    assert asks(), "it asks again and again"
    club.pass_time(minutes=2)
    assert not asks(operation_tables.EXPORTED)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_match_that_cannot_be_read_takes_no_other_with_it(club: Club, tmp_path: Path, fault: str) -> None:
    broken, healthy = play(club), play(club)
    spoil_match(club, broken, fault)
    for _ in range(2):
        done = run(club, tmp_path)
        written = read(tmp_path)
        assert healthy in written
        assert (broken in written) != (broken in done.left_out), "what it has is all right, or it is named"
        assert done.matches == len(written)


def test_a_match_that_was_mended_is_there_again(club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, healthy = play(club), play(club)

    def fail(match: Match, now: datetime) -> object:
        if match.code == broken:
            raise KeyError(match.rules)
        return record_of(match, now)

    with monkeypatch.context() as patched:
        patched.setattr(export, "record_of", fail)
        for _ in range(2):
            assert run(club, tmp_path) == Exported(1, 1, (broken,))
            assert read(tmp_path).keys() == {healthy}
    assert run(club, tmp_path) == Exported(2, 2)
    assert run(club, tmp_path) == Exported(2, 0)


def test_the_command_names_what_it_leaves_out_and_the_doctor_knows(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, healthy = play(club), play(club)
    monkeypatch.setenv("DATABASE_URL", str(club.context.store.engine.url))
    monkeypatch.setenv("ADJUDICATOR_SECRET", "x" * 40)
    monkeypatch.setenv("ADJUDICATOR_EXPORT_DIR", str(tmp_path))
    spoil_match(club, broken, "clock")
    done = CliRunner().invoke(main, ["export"])
    assert done.exit_code == INCOMPLETE, done.output
    assert f"Left out, because they cannot be read: {broken}." in done.stderr
    assert read(tmp_path).keys() == {healthy}
    with club.context.store.reading() as session:
        assert session.query(SweepFault.task).all() == [(SweepTask.LISTED,)]
        assert last_job_run(session, operation_tables.EXPORTED) is not None, "its names are those of now"
