"""A docstring begins with the thing or the action: a reader can search for that, and not for "what" or "so many"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted(path for part in ("adjudicator", "worker") for path in (ROOT / part).rglob("*.py"))
_VAGUE = re.compile(r'^\s*"""(?:What|Whatever|Whoever|So many|As many)\b.*', re.MULTILINE)


def vague_beginnings(text: str) -> Iterator[str]:
    return (found.group().strip() for found in _VAGUE.finditer(text))


def test_no_docstring_begins_with_a_vague_word() -> None:
    found = [f"{path.relative_to(ROOT)}: {line}" for path in SOURCES for line in vague_beginnings(path.read_text())]
    assert not found


@pytest.mark.parametrize("word", ["What", "Whatever", "Whoever", "So many", "As many"])
def test_a_vague_beginning_is_found(word: str) -> None:
    assert list(vague_beginnings(f'x = 1\n    """{word} letters came."""\n')) == [f'"""{word} letters came."""']
