"""The suite as its authors use it: a pytest plugin that is there because Adjudicator is installed."""

import re
import subprocess
import sys
from pathlib import Path

MINE = """
import pytest
from adjudicator.engines.egyptos import ENGINE
from adjudicator.engines.suite.cases import cases_of
from adjudicator.engines.suite.checks import *

@pytest.fixture(params=cases_of(ENGINE)[:2], ids=str)
def contract_case(request):
    return request.param
"""


def passed(folder: Path, *arguments: str) -> int:
    """Run pytest in a folder of its own and count what passed."""
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "table_of_facts", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    assert not re.search(r"failed|error", told), told
    found = re.search(r"(\d+) passed", told)
    return int(found[1]) if found else 0


def test_an_author_runs_it_over_his_installed_engine(tmp_path: Path) -> None:
    suite = ("--pyargs", "adjudicator.engines.suite.checks")
    assert passed(tmp_path, *suite, "--engine", "egyptos/1") == 10
    assert passed(tmp_path, *suite, "--engine", "senet/1") == 0


def test_an_author_runs_it_over_an_engine_that_is_not_installed(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text(MINE)
    assert passed(tmp_path) == 2
