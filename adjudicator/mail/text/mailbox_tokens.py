"""Tokens of an address header (RFC 5322, 3.4): quoted strings, comments, angle brackets, and bare text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

_DEEPEST = 20
"""Maximum nesting of comments."""


@dataclass(frozen=True, slots=True)
class MailboxTokens:
    """An address header as tokens, joined by kind."""

    bare: str
    """Text outside of quotes, comments and angle brackets."""
    name: str
    """Bare and quoted words in order: the display name."""
    angles: tuple[str, ...]
    broken: bool
    """Whether a quote, comment or bracket does not close, or comments nest too deep."""


def read_mailbox_tokens(text: str) -> MailboxTokens:
    """Read an address header into tokens, in linear time."""
    parts: dict[str, list[str]] = {"bare": [], "quote": [], "angle": [], "comment": [], "broken": []}
    name: list[str] = []
    for kind, part in _parts(text):
        parts[kind].append(part)
        if kind in ("bare", "quote"):
            name.append(part)
    return MailboxTokens(
        bare=" ".join(parts["bare"]).strip(),
        name=" ".join(" ".join(name).split()),
        angles=tuple(parts["angle"]),
        broken=bool(parts["broken"]),
    )


def _parts(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(text):
        if text[at] == '"':
            kind, (part, at) = "quote", _quoted(text, at + 1)
        elif text[at] == "(":
            kind, (part, at) = "comment", _comment(text, at + 1)
        elif text[at] == "<":
            kind, (part, at) = "angle", _until(text, at + 1, ">")
        else:
            end = next((n for n in range(at, len(text)) if text[n] in '"(<'), len(text))
            kind, part, at = "bare", text[at:end], end
        yield (kind, part) if at >= 0 else ("broken", part)
        if at < 0:
            return


def _until(text: str, at: int, close: str) -> tuple[str, int]:
    end = text.find(close, at)
    return (text[at:end], end + 1) if end >= 0 else (text[at:], -1)


def _quoted(text: str, at: int) -> tuple[str, int]:
    read: list[str] = []
    while at < len(text):
        if text[at] == '"':
            return "".join(read), at + 1
        at += text[at] == "\\"
        read.append(text[at : at + 1])
        at += 1
    return "".join(read), -1


def _comment(text: str, at: int) -> tuple[str, int]:
    start, depth = at, 1
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] in "()":
            depth += 1 if text[at] == "(" else -1
            if depth == 0:
                return text[start:at], at + 1
            if depth > _DEEPEST:
                break
        at += 1
    return text[start:at], -1
