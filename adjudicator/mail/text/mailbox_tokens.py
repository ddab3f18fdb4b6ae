"""The parts of an address line: what is quoted, a comment, in angle brackets, or bare."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

_DEEPEST = 20
"""Comments nest; a letter that nests them deeper than this is an attack on its reader."""


@dataclass(frozen=True, slots=True)
class MailboxTokens:
    """An address line taken apart."""

    bare: str
    """What is neither quoted, nor a comment, nor in angle brackets."""
    name: str
    """The bare and the quoted words, as a display name."""
    angles: tuple[str, ...]
    broken: bool
    """A quote, comment or bracket that does not close, or nests too deep."""


def read_mailbox_tokens(text: str) -> MailboxTokens:
    """Take an address line apart, reading each character once."""
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
