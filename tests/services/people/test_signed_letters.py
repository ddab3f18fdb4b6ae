"""A player can require that only letters signed with their key count."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from adjudicator.mail.trust.sender_policy import Policy
from adjudicator.services.players.players import find_player
from adjudicator.store.tables import Match
from testkit.club import ANNA, BOB, Club, address_of
from testkit.identity_changes import QUESTION
from testkit.mail.openpgp import Signer
from tests.services.headers import EVIDENCE, SENDERS, TOKENS, address, begin, bring, expected, under


@pytest.fixture
def club(club: Club) -> Club:
    begin(club)
    return club


@pytest.fixture
def signer(club: Club) -> Signer:
    """Let Anna require her key, in a turn that began an hour ago by the clock that signatures are made with."""
    signer = Signer.make("Anna <anna@anna.example>")
    club.now = datetime.now(UTC)
    with club.context.store.writing() as session:
        player = find_player(session, address_of(ANNA))
        assert player is not None
        player.key, player.key_required = signer.public, True
        session.get_one(Match, 1).since = club.now - timedelta(hours=1)
    return signer


EVE = Signer.make("Anna <anna@anna.example>")


def test_with_a_key_required_only_its_letters_count_and_only_with_everything_else(club: Club, signer: Signer) -> None:
    texts = {
        "by it": (signer.clearsign("status"), "answered"),
        "unsigned": ("status", "refused: unsigned"),
        "by another": (EVE.clearsign("status"), "refused: bad_signature"),
        "changed": (signer.clearsign("status").replace("status", "board"), "refused: bad_signature"),
    }
    wrong = []
    for (kind, (text, verdict)), token, sender in product(texts.items(), TOKENS, SENDERS):
        evidence = EVIDENCE["the edge says pass"]
        written, domain = SENDERS[sender]
        strict = under(club, Policy.TOKEN_FROM_DMARC, edge=True)
        strict.written = club.written = club.written + 1
        found = bring(
            strict, address(club, token), written, evidence.head(domain), text, lambda raw: raw, direct=evidence.direct
        )
        least = expected(token, sender, evidence, Policy.TOKEN_FROM_DMARC)
        if found != (least if least != "answered" else verdict):
            wrong.append((kind, token, sender, found))
    assert wrong == []


@pytest.mark.parametrize(
    ("began", "judged", "verdict"),
    [
        (timedelta(minutes=30), timedelta(hours=1), "answered"),
        (timedelta(hours=2), timedelta(hours=3), "refused: old_signature"),
        (timedelta(days=-2), timedelta(hours=-2), "refused: old_signature"),
    ],
    ids=["a clock that is a little wrong", "made for the turn before", "made in the future"],
)
def test_a_signed_letter_counts_for_its_own_turn(
    club: Club, signer: Signer, began: timedelta, judged: timedelta, verdict: str
) -> None:
    with club.context.store.writing() as session:
        session.get_one(Match, 1).since = club.now + began
    body = signer.clearsign("status")
    club.now += judged
    assert bring(club, address(club, "valid"), ANNA, "", body, lambda raw: raw) == verdict


def test_a_key_is_named_by_letter_and_given_up_only_by_letters_that_it_signed(club: Club, signer: Signer) -> None:
    to = address(club, "valid")

    def write(text: str, to: str = to) -> str:
        return bring(club, to, ANNA, "", text, lambda raw: raw)

    def agree(text: str) -> str:
        club.work()
        return write(text, address_of(club.last(ANNA, QUESTION)["Reply-To"]))

    assert write("key optional") == "refused: unsigned"
    assert write(signer.clearsign("key optional")) == "asked back"
    assert agree("yes") == "refused: unsigned"
    assert agree(signer.clearsign("yes")) == "confirmed"
    assert write("status") == "answered"
    for line in (f"key\n\n{EVE.public}", "key required"):
        assert write(line) == "asked back"
        assert agree("yes") == "confirmed"
    assert write(signer.clearsign("status")) == "refused: bad_signature"
    assert write(f"key\n\n{EVE.private}") == "refused: unsigned"


def test_text_outside_the_signature_plays_nothing(club: Club, signer: Signer) -> None:
    body = f"resign\n\n{signer.clearsign('status')}\nresign\n"
    assert bring(club, address(club, "valid"), ANNA, "", body, lambda raw: raw) == "answered"
    assert club.match().end is None


def test_the_other_player_is_not_asked_for_a_signature(club: Club, signer: Signer) -> None:
    assert club.inbox(club.answer(club.last(BOB), "status", sender=BOB)).verdict == "answered"
