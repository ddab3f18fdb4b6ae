"""Lines in which a host asks for a deed: ``K7Q2 extend 3 because our relay was down``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from adjudicator.mail.commands.arguments.dates import read_named_day
from adjudicator.mail.commands.arguments.durations import read_duration
from adjudicator.mail.errors import SenderFault
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.mail.trust.from_header import check_address
from adjudicator.services.host import deeds
from adjudicator.services.host.deeds import DeedRefused
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match

EXAMPLES = (
    "extend 3 because our relay was down",
    "pause until 10 January because I move house",
    "resume because all is well again",
    "rewind 14 because of a fault of ours",
    "vacate Bob because he asked for it",
    "seat Bob carl@carl.example because Bob is ill",
    "broadcast We move house on Sunday",
)
_LINE = re.compile(
    r"(?:(?P<code>[a-z0-9]{4,8})\s+)?(?P<verb>extend|pause|resume|seat|vacate|rewind|broadcast)\b(?P<rest>.*)",
    re.IGNORECASE,
)
_BECAUSE = re.compile(r"\bbecause\b(?:\s+of\b)?", re.IGNORECASE)
_PLAYERS_TOO = frozenset({"pause", "resume", "seat"})
"""Verbs that players have as well: without a reason they are not the host's."""


@dataclass(frozen=True, slots=True)
class DeedLine:
    """A deed that a host asks for; `code` is empty if the line names no match."""

    text: str
    code: str
    verb: str
    argument: str
    reason: str

    @property
    def is_hosts(self) -> bool:
        """Can only a host mean this line?"""
        return self.verb not in _PLAYERS_TOO or bool(self.reason)


def read_deed_line(text: str) -> DeedLine | None:
    """Read a line; None if it asks for no deed."""
    found = _LINE.fullmatch(text.strip())
    if found is None:
        return None
    verb, rest = found["verb"].lower(), found["rest"].strip()
    argument, reason = (rest, rest) if verb == "broadcast" else _split(rest)
    return DeedLine(text.strip(), (found["code"] or "").upper(), verb, argument, reason)


def _split(rest: str) -> tuple[str, str]:
    argument, *reason = _BECAUSE.split(rest, maxsplit=1)
    return argument.strip(), reason[0].strip() if reason else ""


def read_entry(line: DeedLine) -> int:
    """Read the number of an entry. Raises `DeedRefused`."""
    if not line.argument.isdecimal() or len(line.argument) > len("999999"):
        raise DeedRefused("rewind needs the number of an entry, such as: rewind 14 because of a fault of ours")
    return int(line.argument)


def carry_out_line(work: UnitOfWork, match: Match, line: DeedLine) -> None:
    """Carry out the deed that a line asks for. Raises `DeedRefused`."""
    match line.verb:
        case "extend":
            given = read_duration(line.argument)
            if given is None:
                raise DeedRefused(f"extend needs days or hours, such as: {EXAMPLES[0]}")
            deeds.extend_deadline(work, match, given, line.reason)
        case "pause":
            _pause(work, match, line)
        case "resume":
            deeds.resume_match(work, match, line.reason)
        case "rewind":
            deeds.rewind_match(work, match, read_entry(line), line.reason)
        case "vacate":
            deeds.vacate_seat_of(work, match, line.argument, line.reason)
        case "seat":
            _seat(work, match, line)
        case _:
            deeds.broadcast(work, line.argument, match)


def _pause(work: UnitOfWork, match: Match, line: DeedLine) -> None:
    words = fold_line(line.argument).removeprefix("until").strip()
    day = read_named_day(words, work.now.date()) if words else None
    if words and day is None:
        raise DeedRefused(f"{line.argument} names no day; right would be: {EXAMPLES[1]}")
    deeds.pause_match(work, match, None if day is None else deeds.end_of_day(day), line.reason)


def _seat(work: UnitOfWork, match: Match, line: DeedLine) -> None:
    name, _, typed = line.argument.rpartition(" ")
    try:
        address = check_address(typed)
    except SenderFault as fault:
        raise DeedRefused(f"seat needs a player and an address, such as: {EXAMPLES[5]}") from fault
    deeds.seat_player(work, match, name, address, line.reason)
