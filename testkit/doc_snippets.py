"""The recipes of the README and of docs/, so that what they tell a host is what the tests run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
_FILE = re.compile(r"# (\S+)")


def blocks(heading: str, page: Path = README) -> list[str]:
    """List the indented blocks under a heading in bold."""
    section = page.read_text().partition(f"**{heading}**")[2]
    assert section, f"{page.name} says nothing about {heading!r}"
    section = re.split(r"^(?:\*\*|#)", section, maxsplit=1, flags=re.MULTILINE)[0]
    found = re.findall(r"(?:^ {4}.*\n)+", section, re.MULTILINE)
    return [re.sub(r"^ {4}", "", block, flags=re.MULTILINE) for block in found]


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
