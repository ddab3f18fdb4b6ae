"""Limits redirects to our own pages."""

from __future__ import annotations

from urllib.parse import urlsplit


def safe_path(text: str, otherwise: str = "/") -> str:
    """Accept text as a path of our own pages; anything that could lead elsewhere becomes `otherwise`."""
    try:
        split = urlsplit(text)
    except ValueError:  # of a bracket that is never closed, for example
        return otherwise
    elsewhere = split.scheme or split.netloc or not text.startswith("/") or text.startswith("//")
    # Browsers read a backslash as a slash, and drop control characters.
    return otherwise if elsewhere or "\\" in text or not text.isprintable() else text
