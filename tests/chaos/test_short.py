"""A short run of everything: one fault of each kind while a club plays, and nothing is lost and nothing done twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from chaos.faults import FAULTS
from chaos.plan import SHORT
from chaos.run import run


@pytest.mark.timeout(600)  # on a busy machine the programs take their time to start again
@pytest.mark.usefixtures("servers")
def test_nothing_is_lost_and_nothing_is_done_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = run(SHORT)
    assert outcome.passed, outcome.told
    assert [name for name in FAULTS if f"1 {name}" not in outcome.told] == []
