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


def signatures(count: int, size: int) -> bytes:
    return (b"DKIM-Signature: d=bob.example; s=x; h=from; a=rsa-sha256; b=" + b"A" * size + b"\r\n") * count


COSTLY = {
    "tags": (b"DKIM-Signature: " + b"v=1; " * 12_000 + b"\r\n" + SEALED, ("bob.example",)),
    "tags beyond a head": (b"DKIM-Signature: " + b"v=1; " * 100_000 + b"\r\n" + SEALED, ()),
    "long ones": (signatures(4, 15_000) + SEALED, ("bob.example",)),
    "more than are checked": (signatures(10, 6_000) + SEALED, ("bob.example",)),
    "long ones beyond a head": (signatures(10, 60_000) + SEALED, ()),
    "headers": (b"h: \r\n" * 12_000 + SEALED, ("bob.example",)),
    "headers beyond a head": (b"h: \r\n" * 100_000 + SEALED, ()),
    "blank lines": (SEALED + b" \r\n" * 300_000, ("bob.example",)),
    "blank lines below another order": (SEALED + b"N13\r\n" + b" \r\n" * 300_000, ()),
}
"""Letters with what makes them costly, and whose signature is good."""


@pytest.mark.parametrize(("raw", "signers"), COSTLY.values(), ids=COSTLY)
def test_a_letter_that_is_costly_to_verify_is_checked_in_time_and_rightly(
    opener: SandboxPool, raw: bytes, signers: tuple[str, ...]
) -> None:
    names = opener.run(needed_keys, raw, "bob.example")
    assert opener.run(dkim_signers, raw, "bob.example", dict.fromkeys(names, dkim_record(BY))) == signers
