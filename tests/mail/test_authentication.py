"""Verdicts on a sender's domain from findings and signatures; unclear evidence proves nothing."""

from __future__ import annotations

import pytest

from adjudicator.mail.domain import domains_align, organisational_domain
from adjudicator.mail.trust.auth_results import read_results
from adjudicator.mail.trust.authentication import Proof, judge_findings, judge_signers

GOOD = "dmarc=pass header.from=bob.example"


@pytest.mark.parametrize(
    ("results", "proof"),
    [
        ("none", Proof.UNPROVED),
        (GOOD, Proof.PROVED),
        ("dmarc=pass header.from=Bob.Example", Proof.PROVED),
        ("dmarc=pass", Proof.UNPROVED),
        ("dmarc=pass header.from=evil.example", Proof.UNPROVED),
        ("dmarc=pass header.from=bob.example header.from=evil.example", Proof.UNPROVED),
        ("dmarc=bestguesspass header.from=bob.example", Proof.UNPROVED),
        ("dmarc=temperror header.from=bob.example", Proof.UNPROVED),
        ("dmarc=fail header.from=bob.example", Proof.DISPROVED),
        ("dmarc=fail header.from=bob.example; dkim=pass header.d=bob.example", Proof.DISPROVED),
        (f"{GOOD}; dmarc=fail header.from=bob.example", Proof.DISPROVED),
        (f"{GOOD}; dmarc=none header.from=bob.example", Proof.UNPROVED),
        (f"{GOOD}; {GOOD}", Proof.PROVED),
        ("dmarc=none header.from=bob.example; dkim=pass header.d=bob.example", Proof.PROVED),
        ("dmarc=temperror; dkim=pass header.d=bob.example", Proof.UNPROVED),
        ("dkim=pass header.d=bob.example", Proof.PROVED),
        ("dkim=pass header.d=mail.bob.example", Proof.PROVED),
        ("dkim=pass header.i=@bob.example", Proof.PROVED),
        ("dkim=pass header.i=bob@bob.example header.s=s1", Proof.PROVED),
        ("dkim=pass", Proof.UNPROVED),
        ("dkim=pass header.d=evil.example", Proof.UNPROVED),
        ("dkim=pass header.d=bob.example header.d=evil.example", Proof.UNPROVED),
        ("dkim=pass header.d=evil.example; dkim=pass header.d=bob.example", Proof.PROVED),
        ("dkim=fail header.d=bob.example", Proof.UNPROVED),
        ("dkim=policy header.d=bob.example", Proof.UNPROVED),
        ("spf=pass smtp.mailfrom=bob@bob.example", Proof.PROVED),
        ("spf=pass smtp.mailfrom=bob.example", Proof.PROVED),
        ("spf=pass smtp.helo=bob.example", Proof.UNPROVED),
        ("spf=pass smtp.mailfrom=evil.example", Proof.UNPROVED),
        ("spf=softfail smtp.mailfrom=bob.example; dkim=none", Proof.UNPROVED),
        ("auth=pass smtp.auth=bob.example", Proof.UNPROVED),
        ("arc=pass header.d=bob.example", Proof.UNPROVED),
    ],
)
def test_findings_of_our_server_lead_to_a_verdict(results: str, proof: Proof) -> None:
    read = read_results(f"mx.club.example; {results}")
    assert read is not None
    assert judge_findings(read[1], "bob.example") is proof


@pytest.mark.parametrize(
    ("sealed", "record", "proof"),
    [
        ((), "", Proof.UNPROVED),
        (("bob.example",), "", Proof.PROVED),
        (("mail.bob.example",), "", Proof.PROVED),
        (("mail.bob.example",), "v=DMARC1; p=reject; adkim=r", Proof.PROVED),
        (("mail.bob.example",), "v=DMARC1; p=reject; adkim=s", Proof.UNPROVED),
        (("mail.bob.example",), "v=DMARC1;p=none; ADKIM = S", Proof.UNPROVED),
        (("mail.bob.example", "bob.example"), "v=DMARC1; p=reject; adkim=s", Proof.PROVED),
        (("mail.bob.example",), "adkim=s", Proof.PROVED),
        (("evil.example",), "", Proof.UNPROVED),
    ],
)
def test_signatures_prove_the_domain_that_made_them(sealed: tuple[str, ...], record: str, proof: Proof) -> None:
    assert judge_signers(sealed, "bob.example", record) is proof


@pytest.mark.parametrize(
    ("domain", "owner"),
    [
        ("bob.example", "bob.example"),
        ("a.mail.bob.example", "bob.example"),
        ("club.co.uk", "club.co.uk"),
        ("mail.club.co.uk", "club.co.uk"),
        ("co.uk", "co.uk"),
        ("anna.github.io", "anna.github.io"),
        ("Käse.Example", "xn--kse-qla.example"),
        ("localhost", "localhost"),
        ("", ""),
    ],
)
def test_a_domain_belongs_to_its_registered_domain(domain: str, owner: str) -> None:
    assert organisational_domain(domain) == owner


@pytest.mark.parametrize(
    ("one", "other", "relaxed"),
    [
        ("bob.example", "mail.bob.example", True),
        ("bob.co.uk", "eve.co.uk", False),
        ("bob.github.io", "eve.github.io", False),
        ("notbob.example", "bob.example", False),
        ("bob.example.evil.example", "bob.example", False),
        ("", "", False),
    ],
)
def test_domains_of_one_owner_are_aligned(one: str, other: str, relaxed: bool) -> None:
    assert domains_align(one, other) is relaxed
    assert not domains_align(one, other, strict=True)
