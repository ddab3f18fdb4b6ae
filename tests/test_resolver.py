"""Text records are looked up soon or not at all, against a name server of our own on loopback."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.infra.dns_lookup import TxtResolver
from adjudicator.mail.errors import DnsUnavailable
from testkit.dns_server import DnsServer


@pytest.fixture
def server() -> Iterator[DnsServer]:
    with DnsServer.running() as server:
        yield server


@pytest.fixture
def records(server: DnsServer) -> TxtResolver:
    return TxtResolver(server.resolver(), seconds=0.5)


def test_a_record_in_pieces_is_put_together_and_kept(server: DnsServer, records: TxtResolver) -> None:
    server.texts["s1._domainkey.bob.example"] = ['"v=DKIM1; k=rsa; " "p=abc"']
    assert [records("s1._domainkey.bob.example") for _ in range(3)] == ["v=DKIM1; k=rsa; p=abc"] * 3
    assert len(server.asked) == 1


@pytest.mark.parametrize("name", ["nobody.example", "empty.example", "a..b", "x" * 64 + ".example", ""])
def test_what_is_not_there_is_empty(records: TxtResolver, name: str) -> None:
    assert records(name) == ""


def test_records_that_contradict_each_other_are_none(server: DnsServer, records: TxtResolver) -> None:
    server.texts["two.example"] = ['"v=DKIM1; p=abc"', '"v=DKIM1; p=abd"']
    assert records("two.example") == ""


@pytest.mark.parametrize("name", ["silent.example", "broken.example"])
def test_a_server_that_does_not_answer_is_told_from_one_that_knows_nothing(records: TxtResolver, name: str) -> None:
    with pytest.raises(DnsUnavailable):
        records(name)
