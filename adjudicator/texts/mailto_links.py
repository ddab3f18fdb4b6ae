"""Links that write a letter: ``mailto:`` with the text filled in."""

from __future__ import annotations

from urllib.parse import quote


def mailto_link(address: str, body: str, subject: str = "") -> str:
    """Write the link that opens a letter to an address, with the body and perhaps a subject filled in."""
    fields = {"subject": subject} if subject else {}
    fields["body"] = body.replace("\n", "\r\n")
    # RFC 6068 wants %20 for a blank: mail programs show a plus sign as it is.
    filled = "&".join(f"{name}={quote(value, safe='')}" for name, value in fields.items())
    return f"mailto:{quote(address, safe='@+')}?{filled}"
