"""The chess example is somebody else's package: it passes its tests from its wheel, and nothing here knows of it."""

import re
from pathlib import Path

from testkit.bare_environment import BareEnvironment, build_wheel

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "adjudicator-chess"


def test_it_passes_its_tests_where_only_wheels_are_installed(bare: BareEnvironment, tmp_path: Path) -> None:
    bare.install(build_wheel(EXAMPLE, tmp_path / "dist"))
    # Its options only count to other numbers: the suite runs over the usual rules here, `pytest` there over all.
    assert bare.pass_tests(EXAMPLE, "-k", "not (test_contract and (repetition or quiet or fide))") > 100


def test_nothing_of_ours_knows_of_it() -> None:
    sources = [path for top in ("adjudicator", "worker") for path in (ROOT / top).rglob("*.py")]
    assert len(sources) > 300
    assert not [path for path in sources if re.search(r"^\s*(?:import|from) chess\b", path.read_text(), re.MULTILINE)]
    assert not [path for path in (ROOT / "templates").rglob("*") if "chess" in path.name]
