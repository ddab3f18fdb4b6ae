"""Routing and senders: forged letters, and unusual honest ones, as far as the steps that were played."""

from __future__ import annotations

import pytest

from adjudicator.services.jobs import judging
from testkit.club import Club, address_of, other, to_move


def bring(club: Club, head: str, to: str, text: str = "M14") -> str:
    number = club.bring(f"{head}\r\nMessage-ID: <x@mail.example>\r\n\r\n{text}\r\n".encode(), to, "x@mail.example")
    judging.judge_letter(club.context, number, club.now)
    return club.inbox(number).verdict


@pytest.fixture
def mover(club: Club) -> str:
    club.begin()
    return address_of(to_move(club))


@pytest.mark.parametrize(
    ("head", "verdict"),
    [
        ("From: {me}", "played"),
        ("From: {me} <{me}>", "played"),
        ('From: "eve@evil.example" <{me}>', "played"),
        ("From: =?utf-8?q?eve=40evil.example?= <{me}>", "played"),
        ("From: Me (eve@evil.example) <{me}>", "played"),
        ("From: Me\r\n <{me}>", "played"),
        ("Sender: eve@evil.example\r\nFrom: {me}", "played"),
        ("From: {me} <eve@evil.example>", "refused: no_sender"),
        ("From: <eve@evil.example> {me}", "refused: no_sender"),
        ("From: {me}, eve@evil.example", "refused: no_sender"),
        ("From: {me}\r\nFrom: eve@evil.example", "refused: no_sender"),
        ("From: eve@evil.example\r\nX-A: b\rFrom: {me}", "refused: no_sender"),
        ("From: eve@evil.example\r\n {me}", "refused: no_sender"),
        ("From: Me: {me};", "refused: no_sender"),
        ("X-From: {me}", "refused: no_sender"),
        ("From: ({me}) eve@evil.example", "refused: not_you"),
        ('From: "{me}" <eve@evil.example>', "refused: not_you"),
        ("From: =?utf-8?b?e21lfQ==?= <eve@evil.example>", "refused: not_you"),
        ("From: eve@evil.example\r\nSender: {me}\r\nReply-To: {me}", "refused: not_you"),
        ("From: {me}.evil.example", "refused: not_you"),
    ],
)
def test_one_from_line_names_one_writer(club: Club, mover: str, head: str, verdict: str) -> None:
    to = address_of(club.last(mover)["Reply-To"])
    assert bring(club, head.replace("{me}", mover), to) == verdict
    assert club.match().entry_count == 1 + (verdict == "played")


@pytest.mark.parametrize(
    "head",
    [
        "Subject: Re: [{code}] Your turn",
        "Subject: play+{code}-0-2-aaaaaaaaaaaaaaaa@club.example",
        "Subject: x\r\nReferences: <{code}.match@club.example>",
        "Subject: x\r\nIn-Reply-To: <7.{code}-0-2-aaaaaaaaaaaaaaaa@club.example>",
        "Subject: x\r\nTo: play+{code}-0-2-aaaaaaaaaaaaaaaa@club.example",
        "Subject: x\r\nX-Match: {code}\r\nThread-Topic: Egyptos {code}",
    ],
)
def test_the_code_of_a_match_authorises_nothing(club: Club, mover: str, head: str) -> None:
    """The public facts of a match authorise nobody, not even its player."""
    code = club.match().code.lower()
    for sender in (mover, address_of(other(to_move(club))), "eve@evil.example"):
        assert bring(club, f"From: {sender}\r\n{head.replace('{code}', code)}", "play@club.example").startswith(
            "answered"
        )
    assert club.match().entry_count == 1


@pytest.mark.parametrize("envelope", ["play@club.example", "play+hello@club.example"])
@pytest.mark.parametrize("name", ["To", "Delivered-To", "X-Forwarded-To", "In-Reply-To", "References"])
def test_a_letter_with_a_shortened_recipient_still_finds_its_match(
    club: Club, mover: str, name: str, envelope: str
) -> None:
    letter = club.last(mover)
    named = letter["Message-ID"] if name in ("In-Reply-To", "References") else address_of(letter["Reply-To"])
    assert bring(club, f"From: {mover}\r\n{name}: {named}", envelope) == "played"


def test_the_envelope_recipient_comes_before_the_headers(club: Club, mover: str) -> None:
    mine, theirs = (address_of(club.last(person)["Reply-To"]) for person in (mover, other(to_move(club))))
    assert bring(club, f"From: {mover}\r\nTo: {theirs}", mine) == "played"


@pytest.mark.parametrize("change", [str.lower, str.upper, str.title])
def test_a_program_may_change_the_case_of_our_address(club: Club, mover: str, change: object) -> None:
    assert callable(change)
    assert bring(club, f"From: {mover}", change(address_of(club.last(mover)["Reply-To"]))) == "played"
