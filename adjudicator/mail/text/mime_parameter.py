"""Parameters of MIME headers (RFC 2045, 5.1), such as `charset` and `name`, read without errors."""

from __future__ import annotations

from email.message import Message


def read_parameter(part: Message, name: str, header: str = "content-type") -> str:
    """Read a parameter in lower case; empty when it is missing or unreadable."""
    try:
        value = part.get_param(name, "", header)
    except (TypeError, ValueError):  # raised by the standard library for contradictory RFC 2231 continuations
        return ""
    return (value[2] if isinstance(value, tuple) else str(value)).strip().lower()
