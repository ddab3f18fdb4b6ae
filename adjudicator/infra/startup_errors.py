"""Errors that a host can mend, as one line: a setting, a game, the database, the broker, a file.

Any other error is a bug of ours and keeps its traceback.
"""

from __future__ import annotations

import errno
import logging
import os
import pwd
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from adjudicator.config.env_reader import BadSetting

LONGEST = 300
_NO_TABLES = ("no such table", "no such column", "does not exist")
_NOT_LET_IN = ("authentication failed", "no pg_hba.conf entry", "no password supplied", "permission denied")
_FULL = ("database or disk is full", "No space left on device")
_NO_FILE = ("unable to open database file", "readonly database", "file is not a database")
_NOT_THERE = re.compile(r'(?P<kind>database|role) "(?P<name>.+)" does not exist')
_SERVER = re.compile(r'connection to server (?:at|on socket) "(?P<place>[^"]+)"')
_MAKERS = {"database": "createdb", "role": "createuser"}
_PATHS = tuple(f"ADJUDICATOR_{name}" for name in ("VAR", "DATA_DIR", "EXPORT_DIR", "MAILDIR"))
"""Settings that are folders."""


def explain_failure(fault: BaseException, environ: Mapping[str, str] = os.environ) -> str:
    """Describe a fault and its remedy in one line; empty for a bug of ours. No line holds a password.

    `environ`: the settings, among which the one is found that names a file.
    """
    if isinstance(fault, BadSetting) or _is_of(fault, "adjudicator.engines.registry", "BadEngine"):
        return str(fault)
    if _is_of(fault, "sqlalchemy.exc", "DBAPIError"):
        return _of_database(_first_line(getattr(fault, "orig", None) or fault))
    if _is_of(fault, "redis.exceptions", "RedisError"):
        return f"the broker does not answer: {_first_line(fault)}; start it, or correct REDIS_URL"
    if isinstance(fault, UnicodeEncodeError):
        return f"{ascii(fault.object)[:LONGEST]} is no text"
    if isinstance(fault, OSError) and not isinstance(fault, BrokenPipeError) and fault.strerror:
        return _of_file(fault, environ)
    return ""


def _is_of(fault: BaseException, module: str, name: str) -> bool:
    """Is the fault of this class? The module is not imported for it: one that is not loaded has raised nothing."""
    loaded = sys.modules.get(module)
    return loaded is not None and isinstance(fault, getattr(loaded, name))


def _of_database(said: str) -> str:
    if there := _SERVER.search(said):
        return _of_server(there["place"], said)
    if any(words in said for words in _NO_TABLES):
        return f"the database lacks tables of this version ({said}): run `adjudicator migrate`"
    if any(words in said for words in _FULL):
        return f"the disk of the database is full ({said}): make room on the disk that DATABASE_URL names"
    if any(words in said for words in _NO_FILE):
        return f"the user {_user()} cannot use the database: {said}; see to the file that DATABASE_URL names"
    return f"the database does not do it: {said}; start it, or correct DATABASE_URL"


def _of_server(place: str, said: str) -> str:
    """Describe why a database server at `place` took no connection."""
    if missing := _NOT_THERE.search(said):
        kind, name = missing["kind"], missing["name"]
        return f'there is no {kind} "{name}" at {place}: make it with {_MAKERS[kind]}, or correct DATABASE_URL'
    if any(words in said for words in _NOT_LET_IN):
        return f"the database does not let us in: {said}; correct user and password in DATABASE_URL"
    return f"the database does not answer: {said}; start it, or correct DATABASE_URL"


def _of_file(fault: OSError, environ: Mapping[str, str]) -> str:
    said = fault.strerror or ""
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        said = f"{said}: make room; `adjudicator doctor` says where"
    if not isinstance(fault.filename, str):
        return said
    path = Path(fault.filename).absolute()
    named = _named_by(path, environ)
    if not isinstance(fault, PermissionError):
        return f"{fault.filename}: {said}{named}"
    return f"{path}: {said} for the user {_user()}{named}"


def _named_by(path: Path, environ: Mapping[str, str]) -> str:
    """Tell which setting names this path, or a folder above it; empty if none does."""
    named = {name: environ.get(name, "").strip() for name in _PATHS}
    above = [name for name, value in named.items() if value and path.is_relative_to(Path(value).absolute())]
    nearest = max(above, key=lambda name: len(named[name]), default="")
    return f": see {nearest}={named[nearest]}" if nearest else ""


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def log_failure(log: logging.Logger, fault: BaseException, message: str, *values: object) -> None:
    """Log a fault that the host can mend in one line, and any other with its traceback."""
    line = explain_failure(fault) or (explain_failure(fault.__cause__) if fault.__cause__ else "")
    if line:
        log.error("%s: %s", message % values, line)
    else:
        log.error(message, *values, exc_info=fault)


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
