"""Parses ``mailto:`` links."""

from __future__ import annotations

from urllib.parse import parse_qsl, unquote, urlsplit


def read_mailto(link: str) -> tuple[str, str, str]:
    """Return address, body and subject of a link."""
    parts = urlsplit(link)
    fields = dict(parse_qsl(parts.query))
    return unquote(parts.path), fields.get("body", "").replace("\r\n", "\n"), fields.get("subject", "")
