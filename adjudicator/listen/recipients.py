"""Derives the envelope of a letter from its headers, for channels that hand over none (pipe, IMAP, maildir).

Trace fields of delivering servers (Delivered-To and the like) come before To and Cc, because they name the recipient of
this copy. Signed addresses come before the service's own: a provider's Delivered-To often names just the mailbox.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from adjudicator.listen.protocols import AddressReader
from adjudicator.mail.address import HostAddress, ServiceAddress
from adjudicator.mail.errors import ForgedAddress, MailFault
from adjudicator.mail.incoming.headers import Headers

MOST = 50
"""Recipients of one letter at most; nobody plays as many seats by one letter."""

_VARIABLES = ("ORIGINAL_RECIPIENT", "RECIPIENT", "DELIVERED_TO")
_TRACES = ("x-original-to", "delivered-to", "envelope-to", "x-envelope-to", "x-forwarded-to")
_WRITTEN = ("to", "cc")
_NOBODY_KNOWN = "unknown"
"""The envelope sender if none is known: an empty one would be the null sender of a bounce."""


class _Rank(Enum):
    """Classes of recipient addresses, best first."""

    SIGNED = auto()
    SERVICE = auto()
    FORGED = auto()
    FOREIGN = auto()


@dataclass(frozen=True, slots=True)
class Recipients:
    """The envelope: those recipients that are our addresses (none if the letter is not for us), and the sender."""

    recipients: tuple[str, ...]
    sender: str


def read_recipients(headers: Headers, known: AddressReader, variables: Mapping[str, str] | None = None) -> Recipients:
    """Derive the envelope from a letter's headers, and from the environment variables that a mail server sets."""
    given = variables or {}
    return Recipients(_recipients(headers, known, given), _sender(headers, given))


def _recipients(headers: Headers, known: AddressReader, variables: Mapping[str, str]) -> tuple[str, ...]:
    """Find our addresses; a forged one counts if there is no better one, because its writer gets an answer."""
    given = _ranked(known, (variables.get(name, "") for name in _VARIABLES))
    traced, written = (_ranked(known, headers.addresses(*names)) for names in (_TRACES, _WRITTEN))
    if best := given[_Rank.SIGNED] or given[_Rank.SERVICE] or traced[_Rank.SIGNED]:
        return (best[0],)
    if seats := written[_Rank.SIGNED]:  # a mailbox gets one copy for all recipients in To and Cc
        return tuple(seats[:MOST])
    rest = (source[rank] for rank in (_Rank.SERVICE, _Rank.FORGED) for source in (given, traced, written))
    return next(((found[0],) for found in rest if found), ())


def _ranked(known: AddressReader, addresses: Iterable[str]) -> dict[_Rank, list[str]]:
    """Group addresses by their rank, each once, regardless of case."""
    ranked: dict[_Rank, list[str]] = {rank: [] for rank in _Rank}
    for address in {address.lower(): address for address in addresses}.values():
        ranked[_rank(known, address)].append(address)
    return ranked


def _rank(known: AddressReader, address: str) -> _Rank:
    try:
        found = known(address)
    except ForgedAddress:
        return _Rank.FORGED
    except MailFault:
        return _Rank.FOREIGN
    if isinstance(found, HostAddress):
        return _Rank.FOREIGN  # these channels read a mailbox, and the host reads letters to the host there
    return _Rank.SERVICE if isinstance(found, ServiceAddress) else _Rank.SIGNED


def _sender(headers: Headers, variables: Mapping[str, str]) -> str:
    """Find the envelope sender: SENDER, else Return-Path, else From."""
    if sender := variables.get("SENDER"):
        return sender
    if paths := headers.all("return-path"):
        return next(headers.addresses("return-path"), "" if b"<>" in paths[0] else _NOBODY_KNOWN)
    return next(headers.addresses("from"), _NOBODY_KNOWN)
