"""Summary of a traceback for the host: its last line, the kind of fault, and the end of the traceback."""

from __future__ import annotations

import re

from adjudicator.mail.address_token import redact_tokens

TRACE_LINES = 12
LONGEST_KIND = 100
_NAMED = re.compile(r"[A-Za-z_][\w.]*(?:: .*)?$")
_PLACE = re.compile(r'File "[^"]*?([^"/]+/[^"/]+)", line (\d+)')


def fault_line(trace: str) -> str:
    """Return the last line of a traceback that names an exception; libraries may add other lines below it."""
    lines = [line.strip() for line in trace.splitlines() if line.strip()]
    named = [line for line in lines if _NAMED.match(line)]
    return (named or lines or [""])[-1]


def name_fault(trace: str) -> str:
    """Name a fault by its exception and place, so that equal faults are recognised."""
    places = _PLACE.findall(trace)
    name = fault_line(trace).partition(":")[0].rpartition(".")[2]
    return f"{name}, {places[-1][0]} line {places[-1][1]}" if places else name[:LONGEST_KIND]


def end_of_trace(trace: str) -> tuple[str, ...]:
    """Return the last lines of a traceback, without reply tokens."""
    return tuple(redact_tokens(trace).strip().splitlines()[-TRACE_LINES:])
