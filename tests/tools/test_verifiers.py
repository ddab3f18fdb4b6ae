"""Two programs that share no code with ours check records, and see all that can be seen without the rules of a game."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from adjudicator.match.record.record import Record, dump_record, load_record, published_record
from testkit.match_writer import STARTED
from testkit.spoilt_records import SPOILINGS, Game, double_a_key, forge_digests, keep_sealed, spoil_record
from testkit.verifiers import IN_PYTHON, RIGHT, is_right_by_rules, run_node, run_python
from tests.match.course.woven_matches import WOVEN

ROOT = Path(__file__).parents[2]
KEPT = sorted((ROOT / "tests" / "records").rglob("*.json"))
NEEDS_NODE = pytest.mark.skipif(not shutil.which("node"), reason="needs Debian's nodejs")
BY_RULES = {name for name, spoiling in SPOILINGS.items() if spoiling.rules_only}
SEEN_BY_ALL = [*sorted(SPOILINGS.keys() - BY_RULES), "a key stands twice", "half of the file"]


@cache
def record_of(game: Game) -> bytes:
    if game in WOVEN:
        return dump_record(WOVEN[game]())
    kept = (ROOT / "tests" / "records" / "cheops-1.json").read_bytes()
    if game == "version 1":
        return kept
    record = json.loads(kept)
    first = "5" * 64
    record["header"]["seats"][0]["name"] = "a former player"
    erased = {"format": "adjudicator-erased", "version": 1, "first": first, "record": record}
    forge_digests(erased)
    return json.dumps(erased).encode()


@cache
def spoilt(name: str) -> bytes:
    if name == "a key stands twice":
        return double_a_key(record_of("egyptos"))
    if name == "half of the file":
        return record_of("egyptos")[:2000]
    return spoil_record(record_of(SPOILINGS[name].game), SPOILINGS[name])


@pytest.fixture(scope="module")
def in_files(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    folder = tmp_path_factory.mktemp("spoilt")
    found = {}
    for number, name in enumerate([*SEEN_BY_ALL, *sorted(BY_RULES)]):
        found[name] = folder / f"{number}.json"
        found[name].write_bytes(spoilt(name))
    return found


def test_the_standalone_verifier_is_short_and_shares_no_code_with_the_program() -> None:
    text = IN_PYTHON.read_text()
    assert len(text.splitlines()) <= 120
    tree = list(ast.walk(ast.parse(text, feature_version=(3, 8))))
    imported = {name.name for node in tree if isinstance(node, ast.Import) for name in node.names}
    assert not [node for node in tree if isinstance(node, ast.ImportFrom)]
    assert imported <= sys.stdlib_module_names


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_a_kept_record_is_right(path: Path) -> None:
    code, printed = run_python(path)
    assert (code, "The deal was made again" in printed) == (RIGHT, True), printed


@pytest.mark.parametrize("name", SEEN_BY_ALL)
def test_a_spoilt_record_is_wrong(name: str, in_files: Mapping[str, Path]) -> None:
    assert run_python(in_files[name])[0] != RIGHT
    assert not is_right_by_rules(spoilt(name))


@pytest.mark.parametrize("name", sorted(BY_RULES))
def test_what_only_the_rules_forbid_is_seen_by_the_program_alone(name: str, in_files: Mapping[str, Path]) -> None:
    assert run_python(in_files[name])[0] == RIGHT
    assert not is_right_by_rules(spoilt(name))


@NEEDS_NODE
def test_the_verifier_written_from_the_page_agrees(in_files: Mapping[str, Path], tmp_path: Path) -> None:
    whole = [tmp_path / f"{game}.json" for game in WOVEN]
    for path in whole:
        path.write_bytes(record_of(path.stem))
    found = run_node([*KEPT, *whole, *in_files.values()])
    assert [path for path in (*KEPT, *whole) if not found[path]] == []
    assert {name for name, path in in_files.items() if found[path]} == BY_RULES


def test_half_a_match_is_right_as_it_is_published(tmp_path: Path) -> None:
    for game in ("egyptos", "cheops", "pharao"):
        record = json.loads(record_of(game))
        del record["entries"][5:]
        keep_sealed(record)
        running = load_record(json.dumps(record))
        assert isinstance(running, Record)
        path = tmp_path / f"{game}.json"
        path.write_bytes(dump_record(published_record(running, STARTED)))
        code, printed = run_python(path)
        assert code == RIGHT, printed


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("K7Q2 turn 3, chain {0} {1}", 0, "stands at entry 3 of"),
        ("K7Q2 Zug 3, Kette {0} {1} {2} {3}", 0, "stands at entry 3 of"),
        ("{0}{1}{2}{3}", 0, "stands at entry 3 of"),
        ("X2X2 turn 3, chain {0} {1}", 1, "is not of this record"),
        ("K7Q2 turn 3, chain {0} 0000", 1, "is not of this record"),
        ("K7Q2 turn 3", 1, "is not of this record"),
    ],
)
def test_the_last_line_of_a_letter_is_found(line: str, code: int, said: str, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(record_of("egyptos"))
    digest = json.loads(record_of("egyptos"))["entries"][2]["digest"]
    found, printed = run_python(path, line.format(*(digest[at : at + 4] for at in range(0, 16, 4))))
    assert (found, said in printed) == (code, True), printed


def test_it_runs_as_a_program_and_says_what_it_cannot_read(tmp_path: Path) -> None:
    def run(*words: str) -> tuple[int, str]:
        done = subprocess.run([sys.executable, "-I", IN_PYTHON, *words], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    assert run(str(KEPT[0]))[0] == RIGHT
    code, said = run(str(tmp_path / "missing.json"))
    assert (code, said.startswith("this is not a record: FileNotFoundError")) == (2, True)
