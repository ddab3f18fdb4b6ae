"""What was written down is read back by many threads at once, from the first letter on."""

import ast
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from adjudicator.codec import Codec, codec_for
from adjudicator.engines.registry import engines
from adjudicator.engines.suite.cases import cases_of
from adjudicator.engines.suite.walks import start_match
from testkit.cases import check_cases

ROOT = Path(__file__).parents[1]
ALONE = ROOT / "adjudicator" / "engines" / "suite"
"""Runs under pytest, one test at a time."""
SOURCES = sorted(
    path
    for part in ("adjudicator", "worker")
    for path in (ROOT / part).rglob("*.py")
    if path.stem != "codec" and ALONE not in path.parents
)
TAKE_APART = {"convert", "Decoder"}
"""What of msgspec's looks at a class, beside `decode` with a type."""

PROGRAM = """
import sys
import threading
from adjudicator.engines.registry import engine_for
from adjudicator.codec import codec_for

threads = 8
sys.setswitchinterval(1e-6)
kind, written = engine_for(sys.argv[1]).position_type, sys.stdin.buffer.read()
together = threading.Barrier(threads)

def read():
    together.wait()
    codec_for(kind).read(written)

crowd = [threading.Thread(target=read) for _ in range(threads)]
for one in crowd:
    one.start()
for one in crowd:
    one.join()
print("read")
"""


@dataclass(frozen=True)
class Stone:
    """Something to be read."""

    cell: str
    weight: int = 1


@pytest.mark.parametrize("key", sorted(engines()))
def test_the_first_positions_of_a_program_are_read_by_many_threads_at_once(key: str) -> None:
    written = msgspec.json.encode(start_match(cases_of(engines()[key])[0], "first"))
    done = subprocess.run([sys.executable, "-c", PROGRAM, key], input=written, capture_output=True, check=False)
    assert done.returncode == 0, done
    assert done.stdout == b"read\n"


@pytest.mark.parametrize("folder", sorted({path.parent for path in SOURCES}), ids=str)
def test_no_class_is_taken_apart_when_something_is_read_into_it(folder: Path) -> None:
    with check_cases() as case:
        for path in (path for path in SOURCES if path.parent == folder):
            calls = _calls_of_msgspec(path)
            with case(path.name):
                assert not [call.lineno for call in calls if _takes_a_class_apart(call)], "reads without its Codec"


def _calls_of_msgspec(path: Path) -> list[ast.Call]:
    text = path.read_text()
    if "msgspec." not in text:
        return []
    calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    return [call for call in calls if ast.unparse(call.func).startswith("msgspec.")]


def _takes_a_class_apart(call: ast.Call) -> bool:
    name = ast.unparse(call.func).rpartition(".")[2]
    return name in TAKE_APART or (name == "decode" and any(word.arg == "type" for word in call.keywords))


def test_a_shape_reads_what_was_written_in_every_way() -> None:
    stone = Stone("K13", 2)
    shape: Codec[Stone] = Codec(Stone)
    assert shape.read(msgspec.json.encode(stone)) == stone
    assert shape.unpack(msgspec.msgpack.encode(stone)) == stone
    assert shape.convert(msgspec.to_builtins(stone)) == stone


@pytest.mark.parametrize("written", [b"", b"{", b'{"weight": 2}', b'{"cell": 3}'])
def test_what_has_another_shape_is_refused(written: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        codec_for(Stone).read(written)


def test_a_type_is_taken_apart_once() -> None:
    assert codec_for(Stone) is codec_for(Stone)


def to_complex(_kind: type, parts: object) -> complex:
    assert isinstance(parts, list)
    return complex(*parts)


def test_what_is_no_plain_value_is_made_again() -> None:
    shape: Codec[list[complex]] = Codec(list[complex], to_complex)
    assert shape.unpack(msgspec.msgpack.encode([(1, 2)])) == [1 + 2j]
