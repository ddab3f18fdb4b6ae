"""Is the domain in a letter's From header authentic? A verdict from the findings about DMARC, DKIM and SPF."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from adjudicator.mail.domain import ascii_domain, domains_align
from adjudicator.mail.trust.auth_results import Finding


class Proof(StrEnum):
    """Verdict on the domain of a From header."""

    PROVED = "proved"
    """DMARC passed; or the domain has no DMARC record, and an aligned DKIM signature or SPF result passed."""
    UNPROVED = "unproved"
    """No evidence. Much honest mail has none."""
    DISPROVED = "disproved"
    """DMARC failed."""


def judge_findings(found: Sequence[Finding], domain: str) -> Proof:
    """Judge the domain of a From header by the findings of the host's mail server."""
    dmarc = [one for one in found if one.method == "dmarc"]
    if any(one.result == "fail" for one in dmarc):
        return Proof.DISPROVED
    asked = [one for one in dmarc if one.result != "none"]
    if asked:
        passed = all(one.result == "pass" and _speaks_of(one, domain) for one in dmarc)
        return Proof.PROVED if passed else Proof.UNPROVED
    vouched = any(one.result == "pass" and _vouches(one, domain) for one in found)
    return Proof.PROVED if vouched else Proof.UNPROVED


def judge_signers(sealed: Sequence[str], domain: str, record: str) -> Proof:
    """Judge the domain by our own check: `sealed` are the domains with good DKIM signatures.

    `record` is the DMARC record of `domain`; empty if it has none, and then alignment is relaxed. Never `DISPROVED`:
    without SPF, a missing signature proves nothing.
    """
    vouched = any(domains_align(one, domain, strict=_is_strict(record)) for one in sealed)
    return Proof.PROVED if vouched else Proof.UNPROVED


def _speaks_of(dmarc: Finding, domain: str) -> bool:
    """Is a finding about this From domain? The server may have parsed the From header differently from us."""
    return list(dmarc.domains("header.from")) == [ascii_domain(domain)]


def _vouches(finding: Finding, domain: str) -> bool:
    if finding.method == "dkim":
        named = list(finding.domains("header.d")) or list(finding.domains("header.i"))
    elif finding.method == "spf":
        named = list(finding.domains("smtp.mailfrom", "smtp.mail"))
    else:
        named = []
    return len(named) == 1 and domains_align(named[0], domain)


def _is_strict(record: str) -> bool:
    tags = dict(_tag(part) for part in record.split(";"))
    return tags.get("v") == "DMARC1" and tags.get("adkim", "r").lower() == "s"


def _tag(part: str) -> tuple[str, str]:
    name, _, value = part.partition("=")
    return name.strip().lower(), value.strip()
