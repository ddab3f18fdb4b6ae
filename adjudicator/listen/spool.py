"""Letters on disk that wait for the database: written so that a power cut loses none, read back by the sweep.

A letter is a file ``<hash>.letter``: a line of JSON with its envelope, then its raw bytes. It is written under
another name, synced, and renamed, so that a file with the right name is a whole letter.
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
    """A letter that waits on disk."""

    path: Path
    raw: bytes
    recipient: str
    envelope_from: str
    channel: str
    trusted_relay: bool = False

    def done(self) -> None:
        """Take the letter off the disk, once it is kept elsewhere."""
        self.path.unlink(missing_ok=True)

    def set_aside(self) -> None:
        """Leave the letter to the host."""
        self.path.rename(self.path.with_suffix(UNREADABLE))


def write_spool(
    folder: Path, raw: bytes, recipient: str, envelope_from: str, channel: str, *, trusted_relay: bool = False
) -> Path:
    """Write a letter to disk and return only when it would survive a power cut. Raises `OSError`."""
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
    """Yield the letters that wait in a folder, oldest first; what cannot be read is renamed and left to the host."""
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
    """Tell when a file was written, to sort by; one that is gone meanwhile comes first."""
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
