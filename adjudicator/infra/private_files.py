"""File permissions: our files hold addresses, letters and the secrets of matches, so only their owner may read them."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

UMASK = 0o077
FILES = ("secret", "lock", "adjudicator.sqlite3", "adjudicator.sqlite3-wal", "adjudicator.sqlite3-shm")
FOLDERS = ("broker", "spool")
"""The files and folders that we create in the data folder. Other files in it are not ours to change."""


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A file or folder with too wide a mode."""

    path: Path
    mode: int
    right: int
    """The mode that it should have."""

    def __str__(self) -> str:
        return f"{self.path} ({self.mode:04o}, should be {self.right:04o})"


@contextmanager
def private_files() -> Iterator[None]:
    """Set the umask to 077 inside a `with` block."""
    before = os.umask(UMASK)
    try:
        yield
    finally:
        os.umask(before)


def find_open_files(var: Path, *more: Path) -> list[OpenFile]:
    """Find files in the data folder, and single files such as a database, with too wide a mode.

    Exception: a host may let the group of the mail server write to a folder (for delivery to a pipe) or to the socket
    of the listener. These keep their group's permissions, and the data folder above keeps `g+x`.
    """
    found = []
    shared = [path for path in (*_below(var), *var.glob("*")) if _is_shared(path)]
    for path in dict.fromkeys((var, *_below(var), *more)):
        mode = _mode(path)
        if mode is None or stat.S_ISLNK(mode):
            continue
        passable = stat.S_IXGRP if path == var and shared else 0
        allowed = 0o770 if path in shared else 0o700 | passable
        right = stat.S_IMODE(mode) & ~0o777 | stat.S_IMODE(mode) & allowed
        if right != stat.S_IMODE(mode):
            found.append(OpenFile(path, stat.S_IMODE(mode), right))
    return found


def close_open_files(var: Path, *more: Path) -> list[OpenFile]:
    """Correct the modes that an earlier version left, and return the files that belong to another user."""
    left = []
    for found in find_open_files(var, *more):
        try:
            found.path.chmod(found.right)
        except OSError:
            left.append(found)
    return left


def _below(var: Path) -> list[Path]:
    folders = [var / name for name in FOLDERS]
    return [
        *(var / name for name in FILES),
        *folders,
        *(path for folder in folders for path in sorted(folder.rglob("*"))),
    ]


def _is_shared(path: Path) -> bool:
    mode = _mode(path)
    if mode is None or not mode & stat.S_IWGRP:
        return False
    return stat.S_ISSOCK(mode) or (stat.S_ISDIR(mode) and not mode & stat.S_IWOTH)


def _mode(path: Path) -> int | None:
    try:
        return path.lstat().st_mode
    except OSError:
        return None
