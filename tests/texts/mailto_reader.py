"""Links that write a letter, read back."""

from __future__ import annotations

from urllib.parse import parse_qsl, unquote, urlsplit


def read_mailto(link: str) -> tuple[str, str, str]:
    """Read a link as the address, body and subject of its letter."""
    parts = urlsplit(link)
    fields = dict(parse_qsl(parts.query))
    return unquote(parts.path), fields.get("body", "").replace("\r\n", "\n"), fields.get("subject", "")
