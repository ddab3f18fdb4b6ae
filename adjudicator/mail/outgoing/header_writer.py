"""Headers as they go over the wire: what people read is encoded and folded, what programs read stays in one piece.

The standard library's policies parse every header that they are given, which takes most of the time of composing a
letter, and turn a Message-ID or a link of more than 78 characters into an encoded word, which breaks threads and
one-click unsubscribing (https://github.com/python/cpython/issues/79986). So these few lines are written here.
"""

from __future__ import annotations

import re
from email.header import Header

from adjudicator.mail.text.rfc2047 import printable

_TOKEN = re.compile(r"[\x21-\x7e]+")
_ATOMS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]*")
_LINE = 900


def text_header(name: str, text: str) -> str:
    """Write a header that people read."""
    return f"{name}: {_encoded(name, text) if _needs_encoding(text) else text}\r\n"


def address_header(name: str, address: str, display: str = "") -> str:
    """Write a header that holds one address. Raises `ValueError` for an address that cannot stand there."""
    if not display:
        return f"{name}: {token(address)}\r\n"
    if _needs_encoding(display):
        phrase = _encoded(name, display)
    elif _ATOMS.fullmatch(display):
        phrase = display
    else:
        phrase = '"' + re.sub(r'([\\"])', r"\\\1", display) + '"'
    return f"{name}: {phrase} <{token(address)}>\r\n"


def token_header(name: str, *tokens: str) -> str:
    """Write a header that programs read, broken only between its tokens, and only where a line would be too long.

    Raises `ValueError` for a token that cannot stand in a header.
    """
    lines = [f"{name}:"]
    for word in map(token, tokens):
        if len(lines[-1]) + 1 + len(word) > _LINE and lines[-1].strip():
            lines.append("")
        lines[-1] += f" {word}"
    return "\r\n".join(lines) + "\r\n"


def one_line(text: str, longest: int) -> str:
    """Put anybody's text on one line of a header."""
    return printable(text)[:longest].strip()


def is_token(text: str) -> bool:
    """Tell whether text can stand in a header as it is."""
    return bool(_TOKEN.fullmatch(text))


def token(text: str) -> str:
    """Pass on text that programs read. Raises `ValueError` when it could not stand in a header as it is."""
    if not is_token(text):
        raise ValueError(f"{text!r} cannot stand in a header")
    return text


def _needs_encoding(text: str) -> bool:
    # Text that only looks like an encoded word would be decoded by whoever reads it.
    return not text.isascii() or "=?" in text


def _encoded(name: str, text: str) -> str:
    return Header(text, "utf-8", header_name=name, maxlinelen=75).encode(linesep="\r\n")
