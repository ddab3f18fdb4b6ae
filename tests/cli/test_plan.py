import json
from pathlib import Path
from typing import Any

from testkit.console import Console

RECORDS = Path(__file__).parents[1] / "records" / "version-2"


def told(case: dict[str, Any], tmp_path: Path) -> dict[str, Any]:
    record = json.loads((RECORDS / "egyptos-1.json").read_text())
    path = tmp_path / "plans.jsonl"
    path.write_text(json.dumps({"record": record, "seat": 0, "after": 2, "lines": [], **case}) + "\nnonsense\n")
    ran = Console()("plan", str(path))
    assert ran.exit_code == 0
    answer, wrong = (json.loads(line) for line in ran.output.splitlines())
    assert "error" in wrong
    assert isinstance(answer, dict)
    return answer


def test_a_plan_is_told_as_a_tree_and_played_against_given_letters(tmp_path: Path) -> None:
    lines = ["if L13 then N13, if N12 then O13", "if M13 then L12", "hello", "if M14", "sonst N13"]
    # Entry 2 is L12; it is the turn of the seat that laid M13.
    answer = told({"id": "a", "seat": 0, "move": "L11", "lines": lines, "others": ["L13", "N12", "M14"]}, tmp_path)
    assert [line["is"] for line in answer["lines"]] == ["plan", "refused", "chatter", "broken", "plan"]
    assert answer["lines"][1]["checks"][0][0]["reason"] == "egyptos.occupied"
    assert answer["lines"][3]["fault"] == "no_answer"
    assert [(row["number"], row["if"], row["play"], row["waits"]) for row in answer["tree"]] == [
        ("1", "L13", "N13", False),
        ("1.1", "N12", "O13", False),
        ("2", "any", "N13", True),
    ]
    played = [(turn["by"], turn["steps"]) for turn in answer["turns"]]
    assert played == [
        ("letter", ["L13"]),
        ("plan", ["N13"]),
        ("letter", ["N12"]),
        ("plan", ["O13"]),
        ("letter", ["M14"]),
    ]
    assert answer["left"] == []


def test_what_a_plan_did_not_foresee_is_told_with_its_lines(tmp_path: Path) -> None:
    case = {"seat": 0, "move": "L11", "lines": ["wenn L13 dann N13"], "language": "de", "others": ["L10"]}
    turn = told(case, tmp_path)["turns"][-1]
    assert (turn["status"], turn["steps"], turn["lost"]) == ("unforeseen", [], ["wenn L13 dann N13"])


def test_a_case_that_makes_no_sense_is_answered_with_the_reason(tmp_path: Path) -> None:
    for case in ({"seat": 9}, {"after": 999}, {"seat": 1, "move": "M14"}, {"move": "M13"}, {"surprise": 1}):
        assert "error" in told(case, tmp_path)
