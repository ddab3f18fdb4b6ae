"""The three verifiers of records: the program's own, which knows the rules, and two that share no code with it."""

from __future__ import annotations

import io
import runpy
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from unittest import mock

from adjudicator.match.course.verify import verify_published
from adjudicator.match.record.bad_record import BadRecord
from adjudicator.match.record.record import load_published

TOOLS = Path(__file__).parents[1] / "tools"
IN_PYTHON = TOOLS / "verify.py"
IN_JAVASCRIPT = TOOLS / "verify.mjs"
RIGHT = 0


def run_python(path: Path, *lines: str) -> tuple[int, str]:
    """Run the stand-alone verifier in this process; return its exit code and what it printed."""
    printed = io.StringIO()
    with mock.patch.object(sys, "argv", [str(IN_PYTHON), str(path), *lines]), redirect_stdout(printed):
        try:
            runpy.run_path(str(IN_PYTHON), run_name="__main__")
        except SystemExit as stopped:
            code = stopped.code
    assert isinstance(code, int)
    return code, printed.getvalue()


def run_node(paths: Sequence[Path], *lines: str) -> Mapping[Path, bool]:
    """Run the verifier in JavaScript over records; tell of each whether it is right."""
    node = shutil.which("node")
    assert node, "needs Debian's nodejs"
    done = subprocess.run([node, IN_JAVASCRIPT, *paths, *lines], capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    printed = done.stdout.splitlines()
    last = {path: [line for line in printed if line.startswith(f"{path}: ")][-1] for path in paths}
    return {path: line.endswith(" 0 faults") for path, line in last.items()}


def is_right_by_rules(text: bytes) -> bool:
    """Verify a record with all that the program knows."""
    try:
        return verify_published(load_published(text)) == []
    except BadRecord:
        return False
