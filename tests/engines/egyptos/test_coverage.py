"""Every sentence of the rule sheet has a test that names it."""

import ast
from pathlib import Path

HERE = Path(__file__).parent
RULES = (HERE / "rules.txt").read_text(encoding="utf-8").split()


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


def test_every_rule_has_a_test_and_every_test_names_a_rule_that_there_is() -> None:
    assert len(set(RULES)) == len(RULES) == 35
    named = set().union(*map(named_in, HERE.glob("test_*.py")))
    assert sorted(named) == sorted(RULES)


def test_the_search_finds_marks(tmp_path: Path) -> None:
    sample = tmp_path / "test_sample.py"
    sample.write_text(
        '@pytest.mark.rule("Q1", "Q2")\ndef test_it(): pass\n@pytest.mark.rule("Q3")\ndef helps(): pass\n'
    )
    assert named_in(sample) == {"Q1", "Q2"}
