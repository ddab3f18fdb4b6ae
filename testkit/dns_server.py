"""A name server of our own on loopback."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset
from dns.resolver import Resolver


@dataclass(slots=True)
class DnsServer:
    """Answers what it was told to, and counts how often it was asked."""

    socket: socket.socket
    texts: dict[str, list[str]] = field(default_factory=dict)
    records: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """By name and type, as ``("club.example", "MX")``."""
    asked: list[str] = field(default_factory=list)

    @classmethod
    @contextmanager
    def running(cls) -> Iterator[DnsServer]:
        """Run one for the time of a `with` block."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as place:
            place.bind(("127.0.0.1", 0))
            server = cls(place)
            thread = threading.Thread(target=server.serve)
            thread.start()
            yield server
            place.sendto(b"", place.getsockname())
            thread.join(5)

    def resolver(self) -> Resolver:
        """Make a resolver that asks this server."""
        resolver = Resolver(configure=False)
        resolver.nameservers = ["127.0.0.1"]
        resolver.port = self.socket.getsockname()[1]
        return resolver

    def serve(self) -> None:
        while True:
            question, asker = self.socket.recvfrom(4096)
            if not question:
                return
            self.answer(dns.message.from_wire(question), asker)

    def answer(self, question: dns.message.Message, asker: tuple[str, int]) -> None:
        name, kind = question.question[0].name, dns.rdatatype.to_text(question.question[0].rdtype)
        short = str(name).rstrip(".")
        self.asked.append(short)
        if short == "silent.example":
            return
        answer = dns.message.make_response(question)
        known = {asked for asked, _ in self.records}
        if kind == "TXT" and short in self.texts:
            answer.answer = [dns.rrset.from_text(name, 300, "IN", kind, *self.texts[short])]
        elif (short, kind) in self.records:
            answer.answer = [dns.rrset.from_text(name, 300, "IN", kind, *self.records[short, kind])]
        elif short == "broken.example":
            answer.set_rcode(dns.rcode.SERVFAIL)
        elif short != "empty.example" and short not in known:
            answer.set_rcode(dns.rcode.NXDOMAIN)
        self.socket.sendto(answer.to_wire(), asker)
