"""Reads the findings of the host's own mail server about a sender from Authentication-Results (RFC 8601).

Anybody can write such a header, so its place decides. It counts if it carries the host's authserv-id and stands above
the Received header with which the host's server accepted the letter: nothing that arrived with the letter can stand
there. OpenDMARC writes it there.

rspamd writes its header right below that Received header, where forged ones would stand too, and removes all others
that claim its authserv-id. The host must say that theirs is such a server (`below`).
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
"""The Received and Authentication-Results headers of a letter as (name, value), from the top."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of one authentication method, as in ``dkim=pass header.d=example.org``."""

    method: str
    result: str
    properties: tuple[tuple[str, str], ...] = ()

    def domains(self, *names: str) -> Iterator[str]:
        """Yield the domains in the named properties; of an address, its domain."""
        for name, value in self.properties:
            if name in names:
                yield ascii_domain(value.rpartition("@")[2])


def read_findings(trace: Trace, authserv_id: str, hops: int = 1, *, below: bool = False) -> tuple[Finding, ...]:
    """List the findings of the host's server, topmost first; empty when it wrote none, or nothing readable.

    `hops` is the number of Received headers that the host's own servers add. A letter with fewer did not pass through
    them, and nothing in it counts.

    With `below`, exactly one header of this authserv-id must stand in the letter, right below the last of these
    Received headers. A second one proves that no such server cleaned the letter, and then none counts.
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
    """Read a header as findings of the host's server; None when it is another header, or another server's."""
    read = read_results(value) if name == RESULTS else None
    return read[1] if read and read[0] == authserv_id.lower() else None


def read_results(text: str) -> tuple[str, tuple[Finding, ...]] | None:
    """Read an Authentication-Results header as (authserv-id, findings); None when it is malformed."""
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
    """Remove comments, which may nest (RFC 5322, 3.2.2); None when a comment or quoted string does not end.

    A comment could hold `dkim=pass`, so a header that is malformed here is refused, not guessed at.
    """
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
    """Split at semicolons outside of quoted strings."""
    parts, start = [], 0
    for found in re.finditer(rf"{_QUOTED.pattern}|;", text):
        if found[0] == ";":
            parts.append(text[start : found.start()])
            start = found.end()
    return [*parts, text[start:]]


def _unquoted(value: str) -> str:
    return _ESCAPE.sub(r"\1", value[1:-1]) if value.startswith('"') else value
