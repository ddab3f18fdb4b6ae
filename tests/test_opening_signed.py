"""DKIM and OpenPGP signatures are checked in the sandbox, where a hostile letter harms nobody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.infra.sandbox.pool import SandboxPool
from adjudicator.mail.incoming.openpgp import SignedText, read_signed
from adjudicator.mail.outgoing.dkim_record import dkim_record
from adjudicator.mail.trust.dkim_verify import dkim_signers, needed_keys
from testkit.mail.dkim_keys import dkim_signer, records
from testkit.mail.openpgp import Signer

BY = dkim_signer("bob.example")
SEALED = BY.sign(b"From: bob@bob.example\r\n\r\nM14\r\n")


@pytest.fixture(scope="module")
def opener() -> Iterator[SandboxPool]:
    opener = SandboxPool(1 << 20)
    yield opener
    opener.close()


def test_a_signature_checked_in_the_sandbox_gives_the_same_result(opener: SandboxPool) -> None:
    assert opener.run(needed_keys, SEALED, "bob.example") == (BY.record_name,)
    assert opener.run(dkim_signers, SEALED, "bob.example", records(BY)) == ("bob.example",)
    signer = Signer.make("Bob")
    raw = signer.mime("From: bob@bob.example", "M14")
    assert opener.run(read_signed, raw, signer.public) == read_signed(raw, signer.public)
    assert opener.run(read_signed, SEALED, signer.public) == SignedText("unsigned")


@pytest.mark.parametrize(
    "raw",
    [
        b"DKIM-Signature: " + b"v=1; " * 100_000 + b"\r\n" + SEALED,
        (b"DKIM-Signature: d=bob.example; s=x; h=from; a=rsa-sha256; b=" + b"A" * 60_000 + b"\r\n") * 10 + SEALED,
        b"h: \r\n" * 100_000 + SEALED,
        SEALED + b" \r\n" * 300_000,
    ],
    ids=["tags", "long ones", "headers", "blank lines"],
)
def test_a_letter_that_is_costly_to_verify_is_checked_in_time(opener: SandboxPool, raw: bytes) -> None:
    names = opener.run(needed_keys, raw, "bob.example")
    opener.run(dkim_signers, raw, "bob.example", dict.fromkeys(names, dkim_record(BY)))
