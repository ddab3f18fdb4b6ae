"""DNS look-ups with a time limit and a cache: TXT records for DKIM keys, MX and addresses for `adjudicator doctor`."""

from __future__ import annotations

from typing import Any

from dns.exception import DNSException, Timeout
from dns.resolver import NXDOMAIN, LRUCache, NoAnswer, NoNameservers, Resolver

from adjudicator.mail.errors import DnsUnavailable

SECONDS = 4.0
"""For one record, over all servers and retries."""
RECORDS = 2000
"""Size of the cache. A record stays until its TTL has passed or newer records displace it."""


class DnsRecords:
    """A caching resolver. Thread-safe. Each look-up raises `DnsUnavailable` when no server answers in time."""

    def __init__(self, resolver: Resolver | None = None, seconds: float = SECONDS) -> None:
        """Use this resolver, or one with the system's name servers."""
        self._resolver = resolver or Resolver()
        self._resolver.lifetime = seconds
        self._resolver.cache = LRUCache(RECORDS)

    def texts(self, name: str) -> list[str]:
        """List the TXT records of a name; empty when it has none or does not exist."""
        return [b"".join(record.strings).decode("utf-8", "replace") for record in self._ask(name, "TXT")]

    def mail_servers(self, name: str) -> list[str]:
        """List the MX hosts of a domain in order of preference; an empty one means that it takes no mail (RFC 7505)."""
        records = sorted((record.preference, str(record.exchange).rstrip(".")) for record in self._ask(name, "MX"))
        return [host for _, host in records]

    def has_address(self, name: str) -> bool:
        """Has the host an IPv4 or IPv6 address?"""
        return bool(self._ask(name, "A") or self._ask(name, "AAAA"))

    def _ask(self, name: str, kind: str) -> list[Any]:
        try:
            return list(self._resolver.resolve(name, kind))
        except (NXDOMAIN, NoAnswer):
            return []
        except (Timeout, NoNameservers) as fault:
            raise DnsUnavailable(name) from fault
        except DNSException:
            return []  # not a valid name


class TxtResolver(DnsRecords):
    """Looks DKIM keys up."""

    def __call__(self, name: str) -> str:
        """Return the one TXT record of a name; empty for none, and for several that differ (RFC 6376, 3.6.2.2)."""
        texts = set(self.texts(name))
        return texts.pop() if len(texts) == 1 else ""
