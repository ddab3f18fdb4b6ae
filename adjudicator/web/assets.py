"""The style sheet and the picture for the tab, under addresses that change with their content."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from flask import url_for

FOLDER = Path(__file__).parent / "static"


def asset_url(name: str) -> str:
    """Give the address of a file; browsers may keep it for ever, for another content has another address."""
    return url_for("static", filename=name, v=_digest(name))


@cache
def _digest(name: str) -> str:
    return hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()[:12]
