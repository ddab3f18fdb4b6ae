"""Text records are looked up soon or not at all, against a name server of our own on loopback."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import dns.message
import dns.rcode
import dns.rrset
import pytest
from dns.resolver import Resolver

from adjudicator.mail.faults import Unresolved
from adjudicator.resolver import TextRecords


@dataclass(slots=True)
class NameServer:
    """Answers what it was told to, and counts how often it was asked."""

    socket: socket.socket
    texts: dict[str, list[str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def serve(self) -> None:
        while True:
            question, asker = self.socket.recvfrom(4096)
            if not question:
                return
            self.answer(dns.message.from_wire(question), asker)

    def answer(self, question: dns.message.Message, asker: tuple[str, int]) -> None:
        name = question.question[0].name
        short = str(name).rstrip(".")
        self.asked.append(short)
        if short == "silent.example":
            return
        answer = dns.message.make_response(question)
        if short in self.texts:
            answer.answer = [dns.rrset.from_text(name, 300, "IN", "TXT", *self.texts[short])]
        elif short == "broken.example":
            answer.set_rcode(dns.rcode.SERVFAIL)
        elif short != "empty.example":
            answer.set_rcode(dns.rcode.NXDOMAIN)
        self.socket.sendto(answer.to_wire(), asker)


@pytest.fixture
def server() -> Iterator[NameServer]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as place:
        place.bind(("127.0.0.1", 0))
        server = NameServer(place)
        thread = threading.Thread(target=server.serve)
        thread.start()
        yield server
        place.sendto(b"", place.getsockname())
        thread.join(5)


@pytest.fixture
def records(server: NameServer) -> TextRecords:
    resolver = Resolver(configure=False)
    resolver.nameservers = ["127.0.0.1"]
    resolver.port = server.socket.getsockname()[1]
    return TextRecords(resolver, seconds=0.5)


def test_a_record_in_pieces_is_put_together_and_kept(server: NameServer, records: TextRecords) -> None:
    server.texts["s1._domainkey.bob.example"] = ['"v=DKIM1; k=rsa; " "p=abc"']
    assert [records("s1._domainkey.bob.example") for _ in range(3)] == ["v=DKIM1; k=rsa; p=abc"] * 3
    assert len(server.asked) == 1


@pytest.mark.parametrize("name", ["nobody.example", "empty.example", "a..b", "x" * 64 + ".example", ""])
def test_what_is_not_there_is_empty(records: TextRecords, name: str) -> None:
    assert records(name) == ""


def test_records_that_contradict_each_other_are_none(server: NameServer, records: TextRecords) -> None:
    server.texts["two.example"] = ['"v=DKIM1; p=abc"', '"v=DKIM1; p=abd"']
    assert records("two.example") == ""


@pytest.mark.parametrize("name", ["silent.example", "broken.example"])
def test_a_server_that_does_not_answer_is_told_from_one_that_knows_nothing(records: TextRecords, name: str) -> None:
    with pytest.raises(Unresolved):
        records(name)
