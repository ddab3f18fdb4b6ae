"""Every sentence of a game's rule sheet has a test that names it, and no test names one that is not there."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SHEETS = sorted(Path(__file__).parent.glob("*/rules.txt"))


def named_in(path: Path) -> set[str]:
    """Collect the ids in the ``rule`` marks of a test file."""
    marks = [
        call
        for test in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(test, ast.FunctionDef) and test.name.startswith("test_")
        for call in test.decorator_list
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule"
    ]
    return {ast.literal_eval(argument) for call in marks for argument in call.args}


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.parent.name)
def test_every_rule_has_a_test_and_every_test_names_a_rule_that_there_is(sheet: Path) -> None:
    rules = sheet.read_text(encoding="utf-8").split()
    named = set[str]().union(*map(named_in, sheet.parent.glob("test_*.py")))
    assert sorted(rules) == sorted(named)


def test_no_sheet_is_missing() -> None:
    counts = {path.parent.name: len(path.read_text(encoding="utf-8").split()) for path in SHEETS}
    assert counts == {"cheops": 134, "egyptos": 35, "pharao": 104}


def test_the_search_finds_marks(tmp_path: Path) -> None:
    sample = tmp_path / "test_sample.py"
    sample.write_text(
        '@pytest.mark.rule("Q1", "Q2")\ndef test_it(): pass\n@pytest.mark.rule("Q3")\ndef helps(): pass\n'
    )
    assert named_in(sample) == {"Q1", "Q2"}
