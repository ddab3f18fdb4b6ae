"""Whom a letter is for and who sent it, for the ways in that are told neither: from its own headers.

What the servers on its way wrote down comes first, as it names the copy that lies before us. Our signed addresses count
before the service's own: a provider writes its mailbox into Delivered-To, which is often just that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from adjudicator.listen.protocols import Known
from adjudicator.mail.address import HostAddress, ServiceAddress
from adjudicator.mail.errors import ForgedAddress, MailFault
from adjudicator.mail.incoming.headers import Headers

MOST = 50
"""Recipients of one letter; who writes to more seats than that plays none of them."""

_VARIABLES = ("ORIGINAL_RECIPIENT", "RECIPIENT", "DELIVERED_TO")
_TRACES = ("x-original-to", "delivered-to", "envelope-to", "x-envelope-to", "x-forwarded-to")
_WRITTEN = ("to", "cc")
_NOBODY_KNOWN = "unknown"
"""Stands for an envelope sender that we were not told: an empty one would be the null sender of a bounce."""


class _Rank(Enum):
    """What we know of an address."""

    SIGNED = auto()
    SERVICE = auto()
    FORGED = auto()
    FOREIGN = auto()


@dataclass(frozen=True, slots=True)
class Recipients:
    """The addresses of ours that a letter is for, none when it is not for us, and its envelope sender."""

    recipients: tuple[str, ...]
    sender: str


def read_recipients(headers: Headers, known: Known, variables: Mapping[str, str] | None = None) -> Recipients:
    """Read the envelope of a letter from its headers and from what a mail server said besides."""
    told = variables or {}
    return Recipients(_recipients(headers, known, told), _sender(headers, told))


def _recipients(headers: Headers, known: Known, variables: Mapping[str, str]) -> tuple[str, ...]:
    """Find our addresses; a forged one counts when there is no better, as its writer is owed an answer."""
    told = _ranked(known, (variables.get(name, "") for name in _VARIABLES))
    traced, written = (_ranked(known, headers.addresses(*names)) for names in (_TRACES, _WRITTEN))
    if best := told[_Rank.SIGNED] or told[_Rank.SERVICE] or traced[_Rank.SIGNED]:
        return (best[0],)
    if seats := written[_Rank.SIGNED]:  # one copy for all of them
        return tuple(seats[:MOST])
    rest = (source[rank] for rank in (_Rank.SERVICE, _Rank.FORGED) for source in (told, traced, written))
    return next(((found[0],) for found in rest if found), ())


def _ranked(known: Known, addresses: Iterable[str]) -> dict[_Rank, list[str]]:
    """Sort addresses by what we know of them; each once, whatever its case."""
    ranked: dict[_Rank, list[str]] = {rank: [] for rank in _Rank}
    for address in {address.lower(): address for address in addresses}.values():
        ranked[_rank(known, address)].append(address)
    return ranked


def _rank(known: Known, address: str) -> _Rank:
    try:
        found = known(address)
    except ForgedAddress:
        return _Rank.FORGED
    except MailFault:
        return _Rank.FOREIGN
    if isinstance(found, HostAddress):
        return _Rank.FOREIGN  # where letters lie in a mailbox, the host reads it there
    return _Rank.SERVICE if isinstance(found, ServiceAddress) else _Rank.SIGNED


def _sender(headers: Headers, variables: Mapping[str, str]) -> str:
    """Name the envelope sender as well as it can be known."""
    if sender := variables.get("SENDER"):
        return sender
    if paths := headers.all("return-path"):
        return next(headers.addresses("return-path"), "" if b"<>" in paths[0] else _NOBODY_KNOWN)
    return next(headers.addresses("from"), _NOBODY_KNOWN)
