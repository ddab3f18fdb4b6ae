"""Whether a letter comes from where its From line says, as far as anybody could tell."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from adjudicator.mail.domain import ascii_domain, domains_align
from adjudicator.mail.trust.auth_results import Finding


class Proof(StrEnum):
    """How well the domain of a From line is proved."""

    PROVED = "proved"
    """The domain itself vouches for the letter: by DMARC, or by a signature or a sending server of its own."""
    UNPROVED = "unproved"
    """Nobody vouches for it, which is how much honest mail travels too."""
    DISPROVED = "disproved"
    """The domain says how its letters can be known, and this is none."""


def by_edge(found: Sequence[Finding], domain: str) -> Proof:
    """Judge a From line's domain by what the host's own mail server found out."""
    dmarc = [one for one in found if one.method == "dmarc"]
    if any(one.result == "fail" for one in dmarc):
        return Proof.DISPROVED
    asked = [one for one in dmarc if one.result != "none"]
    if asked:
        passed = all(one.result == "pass" and _speaks_of(one, domain) for one in dmarc)
        return Proof.PROVED if passed else Proof.UNPROVED
    vouched = any(one.result == "pass" and _vouches(one, domain) for one in found)
    return Proof.PROVED if vouched else Proof.UNPROVED


def by_seals(sealed: Sequence[str], domain: str, record: str) -> Proof:
    """Judge it by the domains that signed the letter and the domain's own DMARC record (empty: it has none)."""
    vouched = any(domains_align(one, domain, strict=_is_strict(record)) for one in sealed)
    return Proof.PROVED if vouched else Proof.UNPROVED


def _speaks_of(dmarc: Finding, domain: str) -> bool:
    """Tell whether a finding is about this very From: the server may have read another one than we did."""
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
