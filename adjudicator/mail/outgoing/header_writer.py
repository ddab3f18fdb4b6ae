"""Writes headers for SMTP: text for people is encoded and folded, tokens for programs are never broken.

`email.policy.SMTP` is not used for two reasons. It parses every header that it is given, which takes most of the time
of composing a letter. And it turns a Message-ID or link of more than 78 characters into an encoded word, which breaks
threads and one-click unsubscribing (https://github.com/python/cpython/issues/79986).
"""

from __future__ import annotations

import re
from email.header import Header

from adjudicator.mail.text.rfc2047 import printable_text

_TOKEN = re.compile(r"[\x21-\x7e]+")
_ATOMS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]*")
_LINE = 900


def text_header(name: str, text: str) -> str:
    """Write an unstructured header for people, such as Subject."""
    return f"{name}: {_encoded(name, text) if _needs_encoding(text) else text}\r\n"


def address_header(name: str, address: str, display: str = "") -> str:
    """Write a header with one address. Raises `ValueError` for an address with blanks or outside of ASCII."""
    if not display:
        return f"{name}: {require_token(address)}\r\n"
    if _needs_encoding(display):
        phrase = _encoded(name, display)
    elif _ATOMS.fullmatch(display):
        phrase = display
    else:
        phrase = '"' + re.sub(r'([\\"])', r"\\\1", display) + '"'
    return f"{name}: {phrase} <{require_token(address)}>\r\n"


def token_header(name: str, *tokens: str) -> str:
    """Write a header of tokens for programs, such as References: folded between tokens, where a line gets too long.

    Raises `ValueError` for a token with blanks or outside of ASCII.
    """
    lines = [f"{name}:"]
    for word in map(require_token, tokens):
        if len(lines[-1]) + 1 + len(word) > _LINE and lines[-1].strip():
            lines.append("")
        lines[-1] += f" {word}"
    return "\r\n".join(lines) + "\r\n"


def one_line(text: str, longest: int) -> str:
    """Make a player's text safe for a header: one printable line of at most `longest` characters."""
    return printable_text(text)[:longest].strip()


def is_token(text: str) -> bool:
    """Is the text printable ASCII without blanks?"""
    return bool(_TOKEN.fullmatch(text))


def require_token(text: str) -> str:
    """Return the text unchanged if it is a token. Raises `ValueError` otherwise."""
    if not is_token(text):
        raise ValueError(f"{text!r} cannot stand in a header")
    return text


def _needs_encoding(text: str) -> bool:
    # Plain text that looks like an encoded word must be encoded too: mail programs would decode it.
    return not text.isascii() or "=?" in text


def _encoded(name: str, text: str) -> str:
    return Header(text, "utf-8", header_name=name, maxlinelen=75).encode(linesep="\r\n")
