"""Every sentence of the rule sheet has a test that names it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
RULES = (HERE / "rules.txt").read_text().split()


def named_in(path: Path) -> Iterator[str]:
    """List the ids in the marks of a file's tests."""
    for node in ast.walk(ast.parse(path.read_text())):
        for decorator in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
                yield from (ast.literal_eval(argument) for argument in decorator.args)


NAMED = {rule for path in HERE.glob("test_*.py") for rule in named_in(path)}


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_test(rule: str) -> None:
    assert rule in NAMED


def test_no_test_names_a_rule_that_is_not_in_the_sheet() -> None:
    assert set(RULES) >= NAMED
    assert len(set(RULES)) == len(RULES)
