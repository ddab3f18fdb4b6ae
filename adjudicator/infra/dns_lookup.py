"""Looks records up in the DNS: soon or not at all, and each record once in a while."""

from __future__ import annotations

from typing import Any

from dns.exception import DNSException, Timeout
from dns.resolver import NXDOMAIN, LRUCache, NoAnswer, NoNameservers, Resolver

from adjudicator.mail.errors import DnsUnavailable

SECONDS = 4.0
"""For one record, however many servers are asked."""
RECORDS = 2000
"""Kept until their owners' time runs out; more push the oldest out."""


class DnsRecords:
    """Answers from the DNS, kept as long as they may be. Any thread may ask. Each raises `Unresolved`."""

    def __init__(self, resolver: Resolver | None = None, seconds: float = SECONDS) -> None:
        """Take a resolver; without one, the system's settings say whom to ask."""
        self._resolver = resolver or Resolver()
        self._resolver.lifetime = seconds
        self._resolver.cache = LRUCache(RECORDS)

    def texts(self, name: str) -> list[str]:
        """List the text records of a name."""
        return [b"".join(record.strings).decode("utf-8", "replace") for record in self._ask(name, "TXT")]

    def mail_servers(self, name: str) -> list[str]:
        """List the mail servers of a domain, the preferred ones first; one that is empty says that it takes no mail."""
        records = sorted((record.preference, str(record.exchange).rstrip(".")) for record in self._ask(name, "MX"))
        return [host for _, host in records]

    def has_address(self, name: str) -> bool:
        """Tell whether a host has an address."""
        return bool(self._ask(name, "A") or self._ask(name, "AAAA"))

    def _ask(self, name: str, kind: str) -> list[Any]:
        try:
            return list(self._resolver.resolve(name, kind))
        except (NXDOMAIN, NoAnswer):
            return []
        except (Timeout, NoNameservers) as fault:
            raise DnsUnavailable(name) from fault
        except DNSException:
            return []  # a name that cannot be asked for


class TxtResolver(DnsRecords):
    """Text records for signatures on letters, of which a name has one."""

    def __call__(self, name: str) -> str:
        """Look a text record up; empty when there is none, or several that contradict each other."""
        texts = set(self.texts(name))
        return texts.pop() if len(texts) == 1 else ""
