"""The spool: letters on disk that wait for the database, read back by the periodic sweep.

A letter is a file ``<hash>.letter``: a line of JSON with the envelope, then the raw bytes. To survive a power cut:

1. write to a temporary name, and fsync the file;
2. rename, so that a file with the right name is always complete;
3. fsync the folder, so that the rename lasts.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SUFFIX = ".letter"
UNREADABLE = ".unreadable"


@dataclass(frozen=True, slots=True)
class SpooledLetter:
    """One letter of the spool."""

    path: Path
    raw: bytes
    recipient: str
    envelope_from: str
    channel: str
    trusted_relay: bool = False

    def done(self) -> None:
        """Delete the file, once the letter is committed elsewhere."""
        self.path.unlink(missing_ok=True)

    def set_aside(self) -> None:
        """Rename the file, so that no sweep reads it again; the host has to look at it."""
        self.path.rename(self.path.with_suffix(UNREADABLE))


def write_spool(
    folder: Path, raw: bytes, recipient: str, envelope_from: str, channel: str, *, trusted_relay: bool = False
) -> Path:
    """Write a letter to disk; it survives a power cut once this has returned. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    envelope = {
        "recipient": recipient,
        "envelope_from": envelope_from,
        "channel": channel,
        "trusted_relay": trusted_relay,
    }
    content = json.dumps(envelope).encode() + b"\n" + raw
    name = hashlib.sha256(content).hexdigest()[:32]
    unfinished, path = folder / f"{name}.{os.getpid()}.part", folder / f"{name}{SUFFIX}"
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    _sync_folder(folder)
    return path


def read_spool(folder: Path) -> Iterator[SpooledLetter]:
    """Yield the letters of a spool, oldest first; an unreadable file is renamed and left to the host."""
    for path in sorted(folder.glob(f"*{SUFFIX}"), key=written_at):
        try:
            head, _, raw = path.read_bytes().partition(b"\n")
            envelope = json.loads(head)
            words = envelope["recipient"], envelope["envelope_from"], envelope["channel"]
            letter = SpooledLetter(path, raw, *words, trusted_relay=bool(envelope.get("trusted_relay")))
        except FileNotFoundError:
            continue  # another sweep took it
        except (ValueError, KeyError, TypeError, AttributeError):
            path.rename(path.with_suffix(UNREADABLE))
            continue
        yield letter


def written_at(path: Path) -> tuple[float, str]:
    """Return a sort key by time of writing; a file that has just been removed comes first."""
    try:
        return path.stat().st_mtime, path.name
    except FileNotFoundError:
        return 0.0, path.name


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
