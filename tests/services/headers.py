"""Letters to a seat in every combination of sender, proof and policy, and the expected result of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import dkim

from adjudicator.mail.trust.sender_policy import Policy, SenderPolicy
from adjudicator.services.jobs import judging
from adjudicator.services.players.players import find_player
from adjudicator.store.tables import FurtherAddress, Seat
from testkit.club import ANNA, Club, address_of
from testkit.mail.dkim_keys import ED25519_BARE, dkim_signer, records

OURS = "mx.club.example"
RECEIVED = f"Received: from afar by {OURS}\n"
FURTHER = "anna@work.example"
SENDERS = {
    "same": ("Anna <anna@anna.example>", "anna.example"),
    "further": (FURTHER, "work.example"),
    "different": ("Anna <anna@evil.example>", "evil.example"),
    "ambiguous": ("anna@anna.example <eve@evil.example>", "evil.example"),
}
SEALERS = {domain: dkim_signer(domain) for domain in ("anna.example", "work.example", "evil.example", "other.example")}
KEYS = records(*SEALERS.values())


@dataclass(frozen=True, slots=True)
class Evidence:
    """What vouches for a letter: lines of mail servers above it, a signature, and whether that proves its sender."""

    head: Callable[[str], str] = lambda _domain: ""
    sign: Callable[..., bytes] = lambda raw, domain: raw
    edge: bool = True
    """Whether the host has a mail server that finds such things out."""
    direct: bool = False
    """Whether the letter passed by that server and was handed to our listener by anybody."""
    proves: bool = False


def results(result: str, by: str = OURS) -> Callable[[str], str]:
    return lambda domain: f"Authentication-Results: {by}; dmarc={result} header.from={domain}\n"


PASS, FAIL = results("pass"), results("fail")


def signed(raw: bytes, domain: str, **how: object) -> bytes:
    by = SEALERS[domain]
    header: bytes = dkim.sign(raw, b"s1", domain.encode(), by.key, signature_algorithm=by.algorithm, **how)
    return header + raw


def over_from_alone(raw: bytes, domain: str) -> bytes:
    return b"Content-Type: text/plain; charset=utf-7\n" + signed(raw, domain, include_headers=[b"from"])


EVIDENCE = {
    "the edge says pass": Evidence(lambda d: PASS(d) + RECEIVED, proves=True),
    "the edge says pass, a forged fail below": Evidence(lambda d: PASS(d) + RECEIVED + FAIL(d), proves=True),
    "the edge says fail": Evidence(lambda d: FAIL(d) + RECEIVED),
    "the edge says fail, a forged pass below": Evidence(lambda d: FAIL(d) + RECEIVED + PASS(d) + RECEIVED),
    "the edge says fail, a forged name above": Evidence(lambda d: results("pass", f"{OURS}.x")(d) + FAIL(d) + RECEIVED),
    "the edge says nothing": Evidence(lambda _: RECEIVED),
    "the edge says nothing, a forged pass below": Evidence(lambda d: RECEIVED + PASS(d) + RECEIVED),
    "a forged pass alone": Evidence(PASS),
    "somebody at our own door says what the edge would": Evidence(lambda d: PASS(d) + RECEIVED, direct=True),
    "the edge says pass of another domain": Evidence(lambda _: PASS("other.example") + RECEIVED),
    "the edge says nothing, a good signature": Evidence(
        lambda _: RECEIVED, lambda raw, domain: SEALERS[domain].sign(raw)
    ),
    "a good signature": Evidence(sign=lambda raw, domain: SEALERS[domain].sign(raw), edge=False, proves=True),
    "no signature, a forged pass": Evidence(lambda d: PASS(d) + RECEIVED, edge=False),
    "a signature of another domain": Evidence(sign=lambda raw, domain: SEALERS["other.example"].sign(raw), edge=False),
    "a signature by another key": Evidence(
        sign=lambda raw, domain: dkim_signer(domain, key=ED25519_BARE).sign(raw), edge=False
    ),
    "a broken signature": Evidence(
        sign=lambda raw, domain: SEALERS[domain].sign(raw).replace(b"status", b"Status"), edge=False
    ),
    "an open signature": Evidence(sign=partial(signed, length=True), edge=False),
    "a signature over From alone": Evidence(sign=over_from_alone, edge=False),
}
TOKENS = ("valid", "old turn", "forged", "other seat", "revoked")


def address(club: Club, token: str) -> str:
    book, match = club.context.addresses, club.match()
    good = book.seat(match.code, 0, match.turn, 2)
    return {
        "valid": good,
        "old turn": book.seat(match.code, 0, match.turn - 1, 2),
        "forged": good.replace("-0-", "-1-", 1),
        "other seat": book.seat(match.code, 1, match.turn),
        "revoked": book.seat(match.code, 0, match.turn, 1),
    }[token]


def expected(token: str, sender: str, evidence: Evidence, policy: Policy) -> str:
    """Return the expected result of a letter, derived from the meaning of its parts and not from the code."""
    if token == "forged":
        return "refused: forged"
    if token == "revoked":
        return "refused: revoked"
    if sender == "ambiguous":
        return "refused: no_sender"
    if policy is not Policy.TOKEN and (sender == "different" or token == "other seat"):
        return "refused: not_you"
    if policy is Policy.TOKEN_FROM_DMARC and not evidence.proves:
        return "refused: unproved"
    return "answered"


def under(club: Club, policy: Policy, *, edge: bool) -> Club:
    trust = SenderPolicy(policy, OURS if edge else "")
    return replace(club, context=replace(club.context, trust=trust, lookup=lambda name: KEYS.get(name, "")))


def bring(
    club: Club, to: str, sender: str, head: str, body: str, seal: Callable[[bytes], bytes], *, direct: bool = False
) -> str:
    club.written += 1
    raw = f"From: {sender}\nTo: {to}\nSubject: Re: \nMessage-ID: <{club.written}@mail.example>\n\n{body}\n"
    whole = head.encode() + seal(raw.encode())
    crlf = whole.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    number = club.bring(crlf, to, "anna@anna.example", trusted=not direct)
    judging.judge_letter(club.context, number, club.now)
    return club.inbox(number).verdict


def begin(club: Club) -> None:
    """Begin a match in which Anna has a further address, and her seat's reply addresses were revoked twice."""
    club.begin()
    with club.context.store.writing() as session:
        player = find_player(session, address_of(ANNA))
        assert player is not None
        session.add(FurtherAddress(player_id=player.id, address=FURTHER, since=club.now))
        session.get_one(Seat, 1).epoch = 2
