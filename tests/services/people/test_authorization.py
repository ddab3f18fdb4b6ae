"""Authorization: who may act for a player, in every combination of address, sender, proof and policy."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import product

import pytest

from adjudicator.mail.errors import DnsUnavailable
from adjudicator.mail.outgoing.dkim_record import dkim_record
from adjudicator.mail.trust.sender_policy import Policy, SenderPolicy
from adjudicator.services.jobs import judging
from adjudicator.store.states import InboxState
from testkit.club import ANNA, Club
from testkit.mail.dkim_keys import dkim_signer
from tests.services.headers import EVIDENCE, RECEIVED, SEALERS, SENDERS, TOKENS, address, begin, bring, expected, under


@pytest.fixture
def club(club: Club) -> Club:
    begin(club)
    return club


@pytest.mark.parametrize("policy", Policy)
def test_the_weakest_part_of_a_combination_decides(club: Club, policy: Policy) -> None:
    wrong = []
    for (kind, evidence), token, sender in product(EVIDENCE.items(), TOKENS, SENDERS):
        written, domain = SENDERS[sender]
        clubs = under(club, policy, edge=evidence.edge)
        clubs.written = club.written = club.written + 1
        verdict = bring(
            clubs,
            address(club, token),
            written,
            evidence.head(domain),
            "status",
            partial(evidence.sign, domain=domain),
            direct=evidence.direct,
        )
        if verdict != expected(token, sender, evidence, policy):
            wrong.append((kind, token, sender, verdict))
    assert wrong == []


def test_the_table_has_cases_in_which_each_part_alone_decides() -> None:
    """With everything else good, each part is bad once: without this the table above could not fail for it."""
    best = EVIDENCE["the edge says pass"]
    assert expected("valid", "same", best, Policy.TOKEN_FROM_DMARC) == "answered"
    alone = {
        *(expected(token, "same", best, Policy.TOKEN_FROM_DMARC) for token in ("forged", "other seat", "revoked")),
        *(expected("valid", sender, best, Policy.TOKEN_FROM_DMARC) for sender in ("different", "ambiguous")),
        *(expected("valid", "same", one, Policy.TOKEN_FROM_DMARC) for one in EVIDENCE.values() if not one.proves),
    }
    assert "answered" not in alone
    assert len(alone) == 5


def test_an_old_turns_order_is_read_and_found_stale(club: Club) -> None:
    to = address(club, "old turn")
    assert bring(under(club, Policy.TOKEN_FROM, edge=True), to, ANNA, "", "M14", lambda raw: raw).startswith("refused:")
    assert club.match().entry_count == 1


def test_an_unproved_letter_is_reported_to_the_player_only_and_rarely(club: Club) -> None:
    strict = under(club, Policy.TOKEN_FROM_DMARC, edge=True)
    before = len(club.letters(ANNA))
    for _ in range(6):
        bring(strict, address(club, "valid"), ANNA, RECEIVED, "status", lambda raw: raw)
    strict.work()
    assert len(club.letters(ANNA)) == before + 3


def test_a_letter_waits_an_hour_at_most_for_a_silent_dns(club: Club) -> None:
    def silent(name: str) -> str:
        raise DnsUnavailable(name)

    strict = replace(club, context=replace(club.context, trust=SenderPolicy(Policy.TOKEN_FROM_DMARC), lookup=silent))
    raw = f"From: {ANNA}\r\nTo: {address(club, 'valid')}\r\n\r\nstatus\r\n".encode()
    number = strict.bring(SEALERS["anna.example"].sign(raw), address(club, "valid"), "anna@anna.example")
    with pytest.raises(DnsUnavailable):
        judging.judge_letter(strict.context, number, club.now)
    assert club.inbox(number).state is InboxState.WAITING
    judging.judge_letter(strict.context, number, club.now + timedelta(hours=1))
    assert club.inbox(number).verdict == "refused: unproved"


def test_a_signature_of_a_parent_domain_counts_unless_dmarc_is_strict(club: Club) -> None:
    relative = dkim_signer("mail.anna.example")
    for record, verdict in (("", "answered"), ("v=DMARC1; p=none; adkim=s", "refused: unproved")):
        known = {relative.record_name: dkim_record(relative), "_dmarc.anna.example": record}
        context = replace(club.context, trust=SenderPolicy(Policy.TOKEN_FROM_DMARC), lookup=known.__getitem__)
        strict = replace(club, context=context)
        strict.written = club.written = club.written + 1
        assert bring(strict, address(club, "valid"), ANNA, "", "status", relative.sign) == verdict
