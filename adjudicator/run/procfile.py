"""The Procfile: the programs that make up the service, a name and a command a line."""

from __future__ import annotations

import re
from pathlib import Path

_LINE = re.compile(r"(?P<name>[a-z][a-z0-9_-]*):\s*(?P<command>\S.*)")


class BadProcfile(ValueError):
    """A line of the Procfile that names no program; the text quotes it."""


def read_procfile(text: str) -> dict[str, str]:
    """Read the commands by the names of their programs, in their order. Raises `BadProcfile`."""
    programs: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line.rstrip())
        if found is None:
            raise BadProcfile(f"line {number} must be `name: command`, not {line!r}")
        if found["name"] in programs:
            raise BadProcfile(f"line {number} names {found['name']} a second time")
        programs[found["name"]] = found["command"]
    return programs


def find_procfile() -> Path:
    """Find the Procfile that this version came with: inside an installed package, or at the top of a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "Procfile"
    return installed if installed.exists() else package.parent / "Procfile"
