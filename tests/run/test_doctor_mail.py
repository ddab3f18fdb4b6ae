"""What the doctor finds in the DNS, against a name server of our own on loopback."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from dns.resolver import NoResolverConfiguration

from adjudicator.config.settings import Settings
from adjudicator.infra.dns_lookup import DnsRecords
from adjudicator.run.doctor_mail import check_dmarc, check_mail_servers, check_spf
from adjudicator.run.finding import CheckFailed
from testkit.dns_server import DnsServer

Check = Callable[[Settings, Callable[[], DnsRecords]], str]
CLUB = "games.club.example"
SPF, DMARC = f"{CLUB} TXT", f"_dmarc.{CLUB} TXT"


@pytest.fixture(scope="module")
def server() -> Iterator[DnsServer]:
    with DnsServer.running() as server:
        yield server


@pytest.fixture
def club(environ: dict[str, str]) -> Settings:
    return settings_of(environ)


def settings_of(environ: dict[str, str], **settings: str) -> Settings:
    sending = {"ADJUDICATOR_SMTP_OUT": "smtp://127.0.0.1:2", "ADJUDICATOR_MAILBOX": "off"}
    return Settings.read({**environ, **sending, "ADJUDICATOR_MAIL_DOMAIN": CLUB, **settings})


def ask(server: DnsServer, club: Settings, check: Check) -> tuple[str, str]:
    """Ask for one part; empty advice means that it is well."""
    try:
        return check(club, partial(DnsRecords, server.resolver(), 0.3)), ""
    except CheckFailed as fault:
        return str(fault), fault.advice


def publish(server: DnsServer, *records: str) -> None:
    """Publish records, written as ``name type value``."""
    server.records.clear()
    for record in records:
        name, kind, value = record.split(" ", 2)
        server.records.setdefault((name, kind), []).append(f'"{value}"' if kind == "TXT" else value)


@pytest.mark.parametrize(
    ("records", "fact", "well"),
    [
        ((f"{CLUB} MX 10 mx.club.example.", "mx.club.example A 192.0.2.1"), "go to mx.club.example", True),
        ((f"{CLUB} MX 10 mx.club.example.", "mx.club.example AAAA 2001:db8::1"), "go to mx.club.example", True),
        ((f"{CLUB} MX 10 mx.club.example.",), "mx.club.example, a mail server of games.club.example, has no", False),
        ((f"{CLUB} A 192.0.2.1",), "has no MX record", False),
        ((f"{CLUB} MX 0 .",), "takes no mail", False),
        ((), "has no MX record", False),
    ],
)
def test_mail_servers(server: DnsServer, club: Settings, records: tuple[str, ...], fact: str, *, well: bool) -> None:
    publish(server, *records)
    found, advice = ask(server, club, check_mail_servers)
    assert fact in found
    assert (advice == "") is well


@pytest.mark.parametrize(
    ("records", "fact", "well"),
    [
        ((f"{SPF} v=spf1 mx -all", f"{SPF} a token of somebody"), "v=spf1 mx -all", True),
        ((f"{SPF} v=spf1 include:relay.example ~all",), "~all", True),
        ((f"{SPF} v=spf1 redirect=_spf.club.example",), "redirect", True),
        ((f"{SPF} v=spf10 -all",), "has no SPF record", False),
        ((), "has no SPF record", False),
        ((f"{SPF} v=spf1 mx -all", f"{SPF} v=spf1 a -all"), "2 SPF records", False),
        ((f"{SPF} v=spf1 +all",), "lets everybody send", False),
        ((f"{SPF} v=spf1 mx ?all",), "says nothing of other senders", False),
    ],
)
def test_spf(server: DnsServer, club: Settings, records: tuple[str, ...], fact: str, *, well: bool) -> None:
    publish(server, *records)
    found, advice = ask(server, club, check_spf)
    assert fact in found
    assert (advice == "") is well


@pytest.mark.parametrize(
    ("records", "fact", "well"),
    [
        ((f"{DMARC} v=DMARC1; p=quarantine",), f"_dmarc.{CLUB} asks for quarantine", True),
        ((f"{DMARC} v=DMARC1;p=none; rua=mailto:h@x",), "asks for none", True),
        (("_dmarc.club.example TXT v=DMARC1; p=reject",), "_dmarc.club.example asks for reject", True),
        ((f"{DMARC} v=DMARC1; sp=none",), "has no policy", False),
        ((f"{DMARC} v=DMARC1; p=none", f"{DMARC} v=DMARC1; p=reject"), "2 DMARC records", False),
        (("_dmarc.example TXT v=DMARC1; p=none",), "has no DMARC record", False),
        ((), "has no DMARC record", False),
    ],
)
def test_dmarc(server: DnsServer, club: Settings, records: tuple[str, ...], fact: str, *, well: bool) -> None:
    publish(server, *records)
    found, advice = ask(server, club, check_dmarc)
    assert fact in found
    assert (advice == "") is well


CHECKS = (check_mail_servers, check_spf, check_dmarc)


@pytest.mark.parametrize("check", CHECKS)
def test_a_dns_that_does_not_answer_is_told(server: DnsServer, environ: dict[str, str], check: Check) -> None:
    club = settings_of(environ, ADJUDICATOR_MAIL_DOMAIN="silent.example")
    server.records.clear()
    found, advice = ask(server, club, check)
    assert "does not answer" in found or "has no DMARC" in found
    assert advice


@pytest.mark.parametrize("check", CHECKS)
def test_a_machine_without_a_name_server_is_told(club: Settings, check: Check) -> None:
    def none() -> DnsRecords:
        raise NoResolverConfiguration

    with pytest.raises(CheckFailed, match="does not answer"):
        check(club, none)


@pytest.mark.parametrize("check", CHECKS)
def test_a_name_of_this_machine_alone_is_not_asked_for(environ: dict[str, str], check: Check) -> None:
    def never() -> DnsRecords:
        raise AssertionError("nobody should ask")

    assert check(Settings.read(environ), never).startswith("none: adjudicator.localhost is a name of this machine")


def test_where_no_letters_come_in_nobody_needs_to_find_the_club(server: DnsServer, environ: dict[str, str]) -> None:
    club = settings_of(environ, ADJUDICATOR_INTAKE="off")
    publish(server)
    assert ask(server, club, check_mail_servers) == ("none: no letters are taken in", "")
