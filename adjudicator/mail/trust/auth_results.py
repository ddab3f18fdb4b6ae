"""What the host's own mail server found out about a letter's sender, read from its Authentication-Results (RFC 8601).

Anybody can write such a header. Ours is one that names our server and stands above the line with which that server
took the letter in: nothing that comes with a letter can get there. Where the server wrote none, nothing was found out.

OpenDMARC writes there. rspamd writes right below that line, where what came with the letter begins, and removes all
lines of its kind that came; so a host must say that theirs is such a server.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.mail.domain import ascii_domain

RECEIVED = "received"
RESULTS = "authentication-results"

_LONGEST = 8 << 10
_DEEPEST = 20
_ITEM = re.compile(r"""\s*([A-Za-z0-9_.-]+)(?:/[0-9]+)?\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;"]+)""")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_ESCAPE = re.compile(r"\\(.)")

Trace = Sequence[tuple[str, str]]
"""The Received and Authentication-Results lines of a letter, by name, as they stand from its top."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one method, as in ``dkim=pass header.d=example.org``."""

    method: str
    result: str
    properties: tuple[tuple[str, str], ...] = ()

    def domains(self, *names: str) -> Iterator[str]:
        """Yield the domains that properties name; an address counts by its domain."""
        for name, value in self.properties:
            if name in names:
                yield ascii_domain(value.rpartition("@")[2])


def findings(trace: Trace, authserv_id: str, hops: int = 1, *, below: bool = False) -> tuple[Finding, ...]:
    """List what our own server found out, the topmost first; empty when it wrote nothing that can be read.

    `hops` is the number of Received lines that the host's own servers write; without so many, nothing can be believed.
    With `below`, the server writes one line, right below the last of them, and leaves no other in the letter: where
    another stands, the letter did not pass through such a server.
    """
    received = [at for at, (name, _) in enumerate(trace) if name == RECEIVED]
    if not authserv_id or hops < 1 or len(received) < hops:
        return ()
    last = received[hops - 1]
    ours = {at: found for at, (name, value) in enumerate(trace) if (found := _of(authserv_id, name, value)) is not None}
    if below:
        return ours[last + 1] if list(ours) == [last + 1] else ()
    return tuple(finding for at, found in ours.items() if at < last for finding in found)


def _of(authserv_id: str, name: str, value: str) -> tuple[Finding, ...] | None:
    """Read a line as what our own server found out; None when it is none of its lines."""
    read = read_results(value) if name == RESULTS else None
    return read[1] if read and read[0] == authserv_id.lower() else None


def read_results(text: str) -> tuple[str, tuple[Finding, ...]] | None:
    """Read an Authentication-Results header as who wrote it and what he found; None when it cannot be read."""
    plain = _without_comments(text) if len(text) <= _LONGEST else None
    parts = _split(plain) if plain is not None else []
    writer = parts[0].split() if parts else []
    if not 1 <= len(writer) <= 2 or "=" in writer[0]:
        return None
    found = [_finding(part) for part in parts[1:] if part.strip() and part.strip().lower() != "none"]
    if None in found:
        return None
    return _unquoted(writer[0]).lower(), tuple(finding for finding in found if finding)


def _finding(part: str) -> Finding | None:
    items, at = [], 0
    while part[at:].strip():
        item = _ITEM.match(part, at)
        if item is None:
            return None
        items.append((item[1].lower(), _unquoted(item[2])))
        at = item.end()
    (method, result), *properties = items
    return Finding(method, result.lower(), tuple(properties))


def _without_comments(text: str) -> str | None:
    """Cut comments, which nest and may hold anything; None when one, or a quotation, does not end."""
    kept: list[str] = []
    at = depth = 0
    while at < len(text):
        quoted = _QUOTED.match(text, at) if text[at] == '"' and not depth else None
        if text[at] == '"' and not depth and quoted is None:
            return None
        if quoted:
            kept.append(quoted[0])
            at = quoted.end()
            continue
        if text[at] in "()":
            depth += 1 if text[at] == "(" else -1
            kept.append(" ")
        elif not depth:
            kept.append(text[at])
        elif text[at] == "\\":
            at += 1
        if not 0 <= depth <= _DEEPEST:
            return None
        at += 1
    return None if depth else "".join(kept)


def _split(text: str) -> list[str]:
    """Split at semicolons that are not quoted."""
    parts, start = [], 0
    for found in re.finditer(rf"{_QUOTED.pattern}|;", text):
        if found[0] == ";":
            parts.append(text[start : found.start()])
            start = found.end()
    return [*parts, text[start:]]


def _unquoted(value: str) -> str:
    return _ESCAPE.sub(r"\1", value[1:-1]) if value.startswith('"') else value
