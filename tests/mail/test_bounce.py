"""Bounces: recognised among other letters, with their status, and whether the address is at fault."""

from __future__ import annotations

import pytest

from adjudicator.mail.incoming.bounce import Bounce
from adjudicator.mail.incoming.delivery_status import blames_address, status_in
from adjudicator.mail.incoming.letter import read_letter

OURS = "<7.k7q2-1-9-dygsnhv6iujjgv2x@club.example>"
DAEMON = b"From: MAILER-DAEMON@example.org\n\n"


def report(action: str, status: str, diagnostic: str = "smtp; 550 no such user", enclosed: str = "") -> bytes:
    return (
        "From: MAILER-DAEMON@example.org\nSubject: Undelivered\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
        "--b\n\nI am sorry.\n--b\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; mx.example.org\n\n"
        f"Final-Recipient: rfc822; bert@example.org\nAction: {action}\nStatus: {status}\n"
        f"Diagnostic-Code: {diagnostic}\n{enclosed}--b--\n"
    ).encode()


def enclosing(kind: str) -> str:
    return f"--b\nContent-Type: {kind}\n\nMessage-ID: {OURS}\nSubject: Your turn\n\nM16\n"


@pytest.mark.parametrize(
    ("raw", "bounce"),
    [
        (report("failed", "5.1.1"), Bounce(True, "5.1.1", "smtp; 550 no such user")),
        (report("failed", "5.2.2", "smtp; 552 full"), Bounce(False, "5.2.2", "smtp; 552 full")),
        (report("failed", "5.7.1", "smtp; 550 spam"), Bounce(False, "5.7.1", "smtp; 550 spam")),
        (report("failed", "4.4.7"), Bounce(False, "4.4.7", "smtp; 550 no such user")),
        (report("delayed", "4.4.1", "smtp; 450 busy"), Bounce(False, "4.4.1", "smtp; 450 busy", final=False)),
        (report("failed", ""), Bounce(True, "", "smtp; 550 no such user")),
        (report("failed", "5.1.1", "x", enclosing("message/rfc822")), Bounce(True, "5.1.1", "x", letters=(OURS,))),
        (report("failed", "5.1.1", "x", enclosing("text/rfc822-headers")), Bounce(True, "5.1.1", "x", letters=(OURS,))),
        (
            DAEMON + b"Sorry.\nbert at example.org: 550 5.1.1 unknown\n",
            Bounce(True, "5.1.1", "bert at example.org: 550 5.1.1 unknown"),
        ),
        (DAEMON + b"This is a warning: 4 hours late\n", Bounce(False, "", "", final=False)),
        (DAEMON + b"The mailbox does not exist\n", Bounce(True, "", "")),
    ],
)
def test_a_bounce_says_whether_it_is_permanent(raw: bytes, bounce: Bounce) -> None:
    assert read_letter(raw, "").bounce == bounce


QMAIL = b"""Hi. This is the qmail-send program at mx.example.org.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<bert@example.org>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Message-ID: <7.k7q2-1-9-dygsnhv6iujjgv2x@club.example>
"""


def test_wording_is_evidence_only_in_a_returned_letter() -> None:
    head = b"From: Bert <bert@example.org>\n\n"
    for null in ("", "<>"):
        bounce = read_letter(head + QMAIL, null).bounce
        assert bounce is not None
        assert (bounce.permanent, bounce.status, OURS in bounce.letters) == (True, "5.1.1", True)
    to_its_letter = b"To: play+bounce-7-dygsnhv6iujjgv2x@club.example\n" + head
    assert read_letter(to_its_letter + QMAIL, "bert@example.org").bounce
    assert read_letter(head + QMAIL, "bert@example.org").bounce is None


@pytest.mark.parametrize("head", [b"Subject: x\n\n", b"From: \n\n", b"From: \xff\n\n"])
def test_a_bounce_without_a_sender_is_read(head: bytes) -> None:
    bounce = read_letter(head + QMAIL, "").bounce
    assert bounce is not None
    assert bounce.permanent


@pytest.mark.parametrize(
    "raw",
    [
        report("delivered", "2.0.0"),
        report("relayed", "2.0.0"),
        b"From: Bert <bert@example.org>\n\n550 5.1.1 is a reply code\n",
    ],
)
def test_other_letters_are_no_bounces(raw: bytes) -> None:
    assert read_letter(raw, "bert@example.org").bounce is None


@pytest.mark.parametrize(
    ("text", "status", "dead"),
    [
        ("550 5.1.1 no such user", "5.1.1", True),
        ("550 no such user", "550", True),
        ("host mx said: 550 5.2.1 disabled", "5.2.1", True),
        ("550 5.4.1 access denied", "5.4.1", True),
        ("550 5.5.0 mailbox unavailable", "5.5.0", True),
        ("552 5.2.2 over quota", "5.2.2", False),
        ("552 5.3.4 too large", "5.3.4", False),
        ("554 5.4.6 loop", "5.4.6", False),
        ("550 5.4.14 hops", "5.4.14", False),
        ("501 5.5.4 syntax", "5.5.4", False),
        ("554 5.6.0 content", "5.6.0", False),
        ("550 5.7.26 unauthenticated", "5.7.26", False),
        ("450 4.2.1 busy", "4.2.1", False),
        ("2026 was good", "", False),
    ],
)
def test_a_status_blames_the_address_or_the_moment_or_the_letter(text: str, status: str, dead: bool) -> None:
    assert (status_in(text), blames_address(status_in(text))) == (status, dead)
