"""Functions that do to the sandbox what a hostile letter could do to its parser."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

from adjudicator.mail.errors import LetterRefused
from adjudicator.mail.reply.alternatives import read_alternatives
from adjudicator.mail.reply.reply import Reply


def answer(number: int) -> int:
    return number


def backtrack() -> int:
    """Stay in C code for longer than anybody lives."""
    return len(re.findall(r"(?:a+)+$", "a" * 60 + "b"))


def hoard() -> int:
    return len(b"x" * (1 << 40))


def fault() -> int:
    raise RuntimeError("a wheel came off")


def refuse() -> int:
    raise LetterRefused("nested", 30, 20)


def lie() -> int:
    return "a word"  # type: ignore[return-value]


def end_by(number: int) -> int:
    os.kill(os.getpid(), number)
    return 0


def taken_away_once(mark: str) -> int:
    """Be killed by somebody else, the first time."""
    path = Path(mark)
    if not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 7


def read_halves_or_explode(
    text: str, html: str, is_ours: Callable[[str], bool], name: str = "", letters: Sequence[str] = (), address: str = ""
) -> Reply:
    """Read a reply; one that says so blows up."""
    if "boom" in text:
        backtrack()
    return read_alternatives(text, html, is_ours, name, letters, address)
