"""The digest of the code that replays a match: its engine's, and the code that all engines and records share.

Two versions of the program with the same digest play every match in the same way. A digest is told apart by its first
16 hexadecimal digits, which is more than enough for the few that one installation ever has.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

import adjudicator
from adjudicator.engines.contract import AnyEngine

DIGITS = 16
_OURS = Path(adjudicator.__file__).parent
_HOME = "adjudicator.engines"


def digest_code(engine: AnyEngine) -> str:
    """Digest the source of an engine and of what it is played with, and the options that its components allow."""
    digest = sha256(_digest_shared().encode())
    for path in _sources(engine):
        digest.update(f"{path.name}\n".encode() + path.read_bytes())
    digest.update(repr(engine.rules.options).encode())
    return digest.hexdigest()[:DIGITS]


@cache
def _digest_shared() -> str:
    digest = sha256(f"{sys.version_info[:2]}".encode())
    shared = [*(_OURS / "engines").glob("*.py"), *(_OURS / "match").rglob("*.py")]
    for path in sorted(shared):
        digest.update(f"{path.relative_to(_OURS)}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def _sources(engine: AnyEngine) -> Iterator[Path]:
    """List the files of an engine: its package, or the package that another author's engine came in."""
    name = type(engine).__module__
    package = sys.modules[name if name.startswith(_HOME) else name.partition(".")[0]]
    file = Path(package.__file__ or "")
    yield from sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]
