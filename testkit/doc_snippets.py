"""The recipes of docs/hosts, so that what they tell a host is what the tests run; and the examples for players."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOSTS = ROOT / "docs" / "hosts"
PLAYERS = ROOT / "docs" / "players"
_FILE = re.compile(r"# (\S+)")
_FENCE = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def blocks(page: str, heading: str, folder: Path = HOSTS) -> list[str]:
    """List the fenced blocks under a heading of a page, up to the next heading."""
    # A "#" within a block begins a comment or names a file, and is no heading.
    text = (folder / page).read_text()
    fences = list(_FENCE.finditer(text))
    headings = [
        found for found in _HEADING.finditer(text) if not any(f.start() < found.start() < f.end() for f in fences)
    ]
    start = next((found.end() for found in headings if found[1] == heading), None)
    assert start is not None, f"{page} has no heading {heading!r}"
    end = next((found.start() for found in headings if found.start() > start), len(text))
    return [fence[1] for fence in fences if start < fence.start() < end]


def files(block: str) -> dict[str, str]:
    """Take a block apart into the files whose names stand above their lines."""
    found: dict[str, str] = {}
    name = ""
    for line in block.splitlines():
        if named := _FILE.fullmatch(line):
            name = named[1]
            found[name] = ""
        else:
            found[name] += f"{line}\n"
    return found


def adapted(text: str, places: Mapping[str, str]) -> str:
    """Put the places of a test where those of an installation stand; each must be there."""
    for there, here in places.items():
        assert there in text, f"the recipe does not name {there}"
        text = text.replace(there, here)
    return text
