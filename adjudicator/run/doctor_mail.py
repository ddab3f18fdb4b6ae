"""The doctor's checks of the mail domain's DNS records: MX, SPF and DMARC."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dns.resolver import NoResolverConfiguration

from adjudicator.config.env_reader import is_loopback
from adjudicator.config.settings import Settings
from adjudicator.infra.dns_lookup import DnsRecords
from adjudicator.mail.errors import DnsUnavailable
from adjudicator.run.finding import CheckFailed

SPF, DMARC = "v=spf1", "v=dmarc1"
Dns = Callable[[], DnsRecords]
"""Opens the DNS resolver; called inside a check, so that a machine without a name server is one finding."""
LEAST_LABELS = 2
"""Labels of the highest domain that is asked for a DMARC record, such as club.example."""


def check_mail_servers(settings: Settings, dns: Dns) -> str:
    """Check the MX records and that each server has an address (RFC 5321, 5.1; null MX: RFC 7505)."""
    domain = settings.mail_domain
    if reason := _not_asked(settings) or ("" if settings.intake else "none: no letters are taken in"):
        return reason
    with _answering(domain):
        servers = dns().mail_servers(domain)
        lost = [server for server in servers if server and not dns().has_address(server)]
    publish = f"publish in the DNS: {domain} MX 10 the name of the server that takes its letters"
    if not servers:
        raise CheckFailed(f"{domain} has no MX record", publish)
    if servers == [""]:
        raise CheckFailed(f"{domain} says that it takes no mail", publish)
    if lost:
        raise CheckFailed(
            f"{lost[0]}, a mail server of {domain}, has no address", f"correct the MX record, or give {lost[0]} one"
        )
    return f"letters to {domain} go to {', '.join(servers)}"


def check_spf(settings: Settings, dns: Dns) -> str:
    """Check that there is one SPF record, and that it excludes other senders (RFC 7208)."""
    domain = settings.mail_domain
    if reason := _not_asked(settings) or _nothing_sent(settings):
        return reason
    with _answering(domain):
        found = [text for text in dns().texts(domain) if _tag(text) == SPF]
    publish = f'publish in the DNS: {domain} TXT "v=spf1 mx -all", with what the provider of your relay wants between'
    if not found:
        raise CheckFailed(
            f"{domain} has no SPF record: large providers refuse its letters or sort them as spam", publish
        )
    if len(found) > 1:
        raise CheckFailed(f"{domain} has {len(found)} SPF records, which count for none", "leave one of them")
    words = found[0].lower().split()
    if {"+all", "all"} & set(words):
        raise CheckFailed(f"the SPF record of {domain} lets everybody send in its name", "end it with -all or ~all")
    if not {"-all", "~all"} & set(words) and not any(word.startswith("redirect=") for word in words):
        raise CheckFailed(f"the SPF record of {domain} says nothing of other senders", "end it with -all or ~all")
    return found[0]


def check_dmarc(settings: Settings, dns: Dns) -> str:
    """Check that there is one DMARC record with a policy, here or at a parent domain (RFC 7489)."""
    domain = settings.mail_domain
    if reason := _not_asked(settings) or _nothing_sent(settings):
        return reason
    publish = f'publish in the DNS: _dmarc.{domain} TXT "v=DMARC1; p=quarantine"'
    for name in _and_above(domain):
        with _answering(name):
            found = [text for text in dns().texts(name) if _tag(text) == DMARC]
        if len(found) > 1:
            raise CheckFailed(f"{name} has {len(found)} DMARC records, which count for none", "leave one of them")
        if found:
            return _policy(name, found[0], publish)
    raise CheckFailed(f"{domain} has no DMARC record: large providers sort its letters as spam", publish)


def _policy(name: str, record: str, publish: str) -> str:
    tags = dict(tag.replace(" ", "").lower().partition("=")[::2] for tag in record.split(";"))
    if tags.get("p") not in {"none", "quarantine", "reject"}:
        raise CheckFailed(f"the DMARC record of {name} has no policy, and counts for none", publish)
    return f"{name} asks for {tags['p']}"


def _tag(text: str) -> str:
    """Return the version tag at the start of a TXT record, in small letters."""
    return next(iter(text.lower().replace(";", " ").split()), "")


def _and_above(domain: str) -> Iterator[str]:
    labels = domain.split(".")
    for start in range(max(len(labels) - LEAST_LABELS, 0) + 1):
        yield "_dmarc." + ".".join(labels[start:])


def _not_asked(settings: Settings) -> str:
    return f"none: {settings.mail_domain} is a name of this machine alone" if is_loopback(settings.mail_domain) else ""


def _nothing_sent(settings: Settings) -> str:
    return "none: letters are kept for the mailbox page" if settings.smtp_out.keeps else ""


@contextmanager
def _answering(name: str) -> Iterator[None]:
    try:
        yield
    except (DnsUnavailable, NoResolverConfiguration) as fault:
        raise CheckFailed(
            f"the DNS does not answer for {name}", "see to this machine's name servers, and ask again"
        ) from fault
