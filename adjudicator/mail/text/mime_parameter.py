"""The parameters of a part's headers, such as its character set or a file's name, read without an error."""

from __future__ import annotations

from email.message import Message


def read_parameter(part: Message, name: str, header: str = "content-type") -> str:
    """Read a parameter as text in lower case; empty when there is none, or none that can be read."""
    try:
        value = part.get_param(name, "", header)
    except (TypeError, ValueError):  # the standard library stumbles over a value that is cut in two contrary ways
        return ""
    return (value[2] if isinstance(value, tuple) else str(value)).strip().lower()
