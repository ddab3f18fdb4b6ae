"""Looks up text records in the DNS, for signatures on letters: soon or not at all, and each record once in a while."""

from __future__ import annotations

from dns.exception import DNSException, Timeout
from dns.resolver import NXDOMAIN, LRUCache, NoAnswer, NoNameservers, Resolver

from adjudicator.mail.faults import Unresolved

SECONDS = 4.0
"""For one record, however many servers are asked."""
RECORDS = 2000
"""Kept until their owners' time runs out; more push the oldest out."""


class TextRecords:
    """Answers from the DNS, kept as long as they may be. Any thread may ask."""

    def __init__(self, resolver: Resolver | None = None, seconds: float = SECONDS) -> None:
        """Take a resolver; without one, the system's settings say whom to ask."""
        self._resolver = resolver or Resolver()
        self._resolver.lifetime = seconds
        self._resolver.cache = LRUCache(RECORDS)

    def __call__(self, name: str) -> str:
        """Look a text record up; empty when there is none, or several that contradict each other.

        Raises `Unresolved` when nobody answers.
        """
        try:
            answer = self._resolver.resolve(name, "TXT")
        except (NXDOMAIN, NoAnswer):
            return ""
        except (Timeout, NoNameservers) as fault:
            raise Unresolved(name) from fault
        except DNSException:
            return ""  # a name that cannot be asked for
        texts = {b"".join(record.strings).decode("utf-8", "replace") for record in answer}
        return texts.pop() if len(texts) == 1 else ""
