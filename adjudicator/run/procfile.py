"""The Procfile: one line `name: command` for each program of the service."""

from __future__ import annotations

import re
from pathlib import Path

_LINE = re.compile(r"(?P<name>[a-z][a-z0-9_-]*):\s*(?P<command>\S.*)")


class BadProcfile(ValueError):
    """A line of the Procfile is not `name: command`, or repeats a name; the text quotes it."""


def read_procfile(text: str) -> dict[str, str]:
    """Map each program's name to its command, in the order of the lines. Raises `BadProcfile`."""
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
    """Find the Procfile of this version: inside an installed package, or at the top of a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "Procfile"
    return installed if installed.exists() else package.parent / "Procfile"
