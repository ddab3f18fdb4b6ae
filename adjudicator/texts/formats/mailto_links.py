"""``mailto:`` links with subject and body filled in."""

from __future__ import annotations

from urllib.parse import quote


def mailto_link(address: str, body: str, subject: str = "") -> str:
    """Build a ``mailto:`` link (RFC 6068)."""
    fields = {"subject": subject} if subject else {}
    fields["body"] = body.replace("\n", "\r\n")
    # RFC 6068 wants %20 for a space: mail programs show a plus sign literally.
    filled = "&".join(f"{name}={quote(value, safe='')}" for name, value in fields.items())
    return f"mailto:{quote(address, safe='@+')}?{filled}"
