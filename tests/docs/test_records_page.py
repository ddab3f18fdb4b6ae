"""The page about records is enough to write a checker: its program and its test vectors are right."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from adjudicator.engines.registry import engine_for
from adjudicator.match.course.replay import deal_again
from adjudicator.match.dealing.seeded_dealer import SeededDealer, commitment
from adjudicator.match.record.record import Cause, Entry, How, Record, Terms, Values, Why, load_record
from adjudicator.match.record.v1.chain import first_digest
from adjudicator.match.record.v1.record import load_record as load_record_v1
from testkit.doc_snippets import ROOT

PAGE = (ROOT / "docs" / "developers" / "records.md").read_text()
RECORDS = [path for path in sorted((ROOT / "tests" / "records").rglob("*.json")) if path.parent.name != "played"]
VECTORS = sorted((ROOT / "tests" / "match" / "vectors").glob("*.txt"))
SEED, SALTS = bytes(15) + b"\x03", ("salt", "pepper")


def checked(path: Path) -> subprocess.CompletedProcess[str]:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    words = [sys.executable, "-X", "utf8", "-", str(path)]
    return subprocess.run(words, input=program, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_the_program_on_the_page_follows_the_chain(path: Path) -> None:
    record = load_record(path.read_bytes())
    end = record.entries[-1] if isinstance(record, Record) else record.end
    assert end is not None
    assert checked(path).stdout == f"the chain holds {end.digest}\n"


@pytest.mark.parametrize("path", [RECORDS[0], RECORDS[-1]], ids=["version 1", "version 2"])
def test_the_program_on_the_page_sees_a_step_that_was_changed(path: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed.json"
    changed.write_text(path.read_text().replace('"turn": 2,', '"turn": 3,', 1))
    assert "AssertionError: differs at" in checked(changed).stderr


def test_the_vectors_of_version_1_are_those_of_the_kept_record() -> None:
    record = load_record_v1((ROOT / "tests" / "records" / "egyptos-1.json").read_bytes())
    first, second, *_ = record.steps
    for digest in (first_digest(record.header), first.digest, second.digest):
        assert f"\n{digest}\n" in PAGE


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_the_vectors_of_version_2_are_those_of_the_tests(path: Path) -> None:
    assert f"```text\n{path.read_text()}```" in PAGE


def test_the_vectors_of_chance_are_those_of_the_dealer() -> None:
    told = dict(re.findall(r"^\| (.+) \| `(.+)` \|$", PAGE, re.MULTILINE))
    dealer = SeededDealer(SEED, SALTS)
    assert told["commitment"] == commitment(SEED, SALTS)
    assert told["ten numbers below 6"].split() == [str(dealer.below(6)) for _ in range(10)]
    assert told["a new stream shuffles `abcdefgh` to"] == "".join(SeededDealer(SEED, SALTS).shuffled("abcdefgh"))


@pytest.mark.parametrize("game", ["egyptos/1", "cheops/1", "pharao/1"])
def test_the_vectors_of_deals_are_those_of_the_engines(game: str) -> None:
    (told,) = re.findall(rf"^{game} at (\d) seats\n(.*)\n(.*)$", PAGE, re.MULTILINE)
    engine, seats, text = engine_for(game), int(told[0]), told[1]
    header = json.loads(VECTORS[1].read_text().splitlines()[0])
    salts = [salt["salt"] for salt in header["salts"]][:seats]
    dealt = deal_again(engine, engine.rules.complete({}), seats, bytes(15) + b"\x05", salts)
    assert json.dumps(dealt, sort_keys=True, separators=(",", ":")) == text
    assert hashlib.sha256(text.encode()).hexdigest() == told[2]


def test_every_word_of_version_2_is_explained() -> None:
    words = [*get_args(How), *get_args(Why), *get_args(Cause), *Terms.__struct_fields__]
    words += [shape.__struct_config__.tag for shape in get_args(Entry)]
    words += [name for shape in get_args(Values) for name in shape.__struct_encode_fields__]
    missing = [word for word in words if f"`{word}`" not in PAGE]
    assert missing == []
