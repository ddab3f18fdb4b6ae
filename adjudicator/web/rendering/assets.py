"""The style sheet and the favicon, under URLs that change with their content."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from flask import url_for

FOLDER = Path(__file__).parents[1] / "static"


def asset_url(name: str) -> str:
    """Return the URL of a file; browsers may cache it for ever, because new content has a new URL."""
    return url_for("static", filename=name, v=_digest(name))


@cache
def _digest(name: str) -> str:
    return hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()[:12]
