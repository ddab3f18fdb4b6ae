"""The chess example is somebody else's package: it passes its tests from its wheel, and nothing here knows of it."""

import ast
from pathlib import Path

from testkit.bare_environment import BareEnvironment, build_wheel

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "adjudicator-chess"


def test_it_passes_its_tests_where_only_wheels_are_installed(bare: BareEnvironment, tmp_path: Path) -> None:
    bare.install(build_wheel(EXAMPLE, tmp_path / "dist"))
    # Its options only count to other numbers: the suite runs over the usual rules here, `pytest` there over all.
    assert bare.pass_tests(EXAMPLE, "-k", "not (test_contract and (repetition or quiet))") > 140


def test_nothing_of_ours_knows_of_it() -> None:
    imported = {
        name.name.partition(".")[0]
        for top in ("adjudicator", "worker")
        for path in (ROOT / top).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Import)
        for name in node.names
    }
    assert "chess" not in imported
    assert not [path for path in (ROOT / "templates").rglob("*") if "chess" in path.name]
