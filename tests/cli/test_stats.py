"""`adjudicator stats` prints statistics; with --check every difference from the records is a line and a fault."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from adjudicator.cli import main
from testkit.club import START, Club
from testkit.database import make_tables
from testkit.finished_matches import Played, finish_matches


def test_statistics_are_printed_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path}/club.sqlite3"
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("ADJUDICATOR_SECRET", "a secret for tests, long enough to sign with")
    make_tables(url)
    club = Club.found(url)
    finish_matches(club.context, START, [Played(("M14",)), Played(("M14",), options={"opening": "swap"})])
    run = CliRunner().invoke
    assert "Egyptos" in run(main, ["stats"]).output
    assert ["opening=swap", "2", "1"] in [
        line.split()[:3] for line in run(main, ["stats", "egyptos"]).output.splitlines()
    ]
    assert "egyptos" in run(main, ["stats", "egyptoss"]).output
    right = run(main, ["stats", "--check"])
    assert (right.exit_code, right.output) == (0, "2 matches counted anew, 0 differences\n")
    with club.context.store.writing() as session:
        session.execute(text("UPDATE counted_matches SET turns = 99 WHERE match_id = 1"))
        session.execute(text("UPDATE matches SET counted = 0 WHERE id = 2"))
        session.execute(text("DELETE FROM counted_matches WHERE match_id = 2"))
    wrong = run(main, ["stats", "--check"])
    assert wrong.exit_code == 1
    assert "F000: turns is 99, by the record it is" in wrong.output
    assert "1 finished matches are not counted yet" in wrong.output
    club.context.store.close()
