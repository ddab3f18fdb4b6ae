"""Errors that a host can mend, as one line: a setting, a game, the database, the broker, a file.

Any other error is a bug of ours and keeps its traceback.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from adjudicator.config.env_reader import BadSetting

LONGEST = 300
_NO_TABLES = ("no such table", "no such column", "does not exist")


def explain_failure(fault: BaseException) -> str:
    """Describe a fault and its remedy in one line; empty for a bug of ours. No line holds a password."""
    if isinstance(fault, BadSetting) or _is_of(fault, "adjudicator.engines.registry", "BadEngine"):
        return str(fault)
    if _is_of(fault, "sqlalchemy.exc", "DBAPIError"):
        return _of_database(_first_line(getattr(fault, "orig", None) or fault))
    if _is_of(fault, "redis.exceptions", "RedisError"):
        return f"the broker does not answer: {_first_line(fault)}; start it, or correct REDIS_URL"
    if isinstance(fault, UnicodeEncodeError):
        return f"{ascii(fault.object)[:LONGEST]} is no text"
    if isinstance(fault, OSError) and not isinstance(fault, BrokenPipeError) and fault.strerror:
        return f"{fault.filename}: {fault.strerror}" if fault.filename else fault.strerror
    return ""


def _is_of(fault: BaseException, module: str, name: str) -> bool:
    """Is the fault of this class? The module is not imported for it: one that is not loaded has raised nothing."""
    loaded = sys.modules.get(module)
    return loaded is not None and isinstance(fault, getattr(loaded, name))


def _of_database(said: str) -> str:
    if any(words in said for words in _NO_TABLES):
        return f"the database lacks tables of this version ({said}): run `adjudicator migrate`"
    return f"the database does not do it: {said}; start it, or correct DATABASE_URL"


@contextmanager
def exit_with_one_line() -> Iterator[None]:
    """Exit with one line instead of a traceback for a fault that the host can mend."""
    try:
        yield
    except Exception as fault:
        line = explain_failure(fault)
        if not line:
            raise
        sys.exit(line)


def _first_line(fault: BaseException) -> str:
    """Return the first line of a message that is not blank."""
    lines = (line.strip() for line in str(fault).splitlines())
    return next(filter(None, lines), type(fault).__name__)[:LONGEST]
