"""Letters that nobody wrote are known by what machines write about them, never by words that people use too."""

import pytest

from adjudicator.mail.bounce import Bounce
from adjudicator.mail.incoming import read_letter

HEAD = "From: Bert <bert@example.org>\nSubject: Re: Your turn\n"


def robot(headers: str, envelope_from: str | None = None) -> str:
    return read_letter(f"{headers}{'' if 'From:' in headers else HEAD}\nM16\n".encode(), envelope_from).robot


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ("Auto-Submitted: auto-replied\n", "auto-submitted"),
        ("Auto-Submitted: auto-generated; owner-email=x\n", "auto-submitted"),
        ("X-Autoreply: yes\n", "autoreply"),
        ("X-Autorespond: Away\n", "autoreply"),
        ("Precedence: bulk\n", "precedence"),
        ("Precedence: auto_reply\n", "precedence"),
        ("Return-Path: <>\n", "null-sender"),
        ("From: MAILER-DAEMON@example.org\n", "daemon"),
        ("From: Mail System <postmaster@example.org>\n", "daemon"),
        ("X-Failed-Recipients: bert@example.org\n", "failed-recipients"),
        ("Content-Type: multipart/report; report-type=disposition-notification; boundary=b\n", "report"),
    ],
)
def test_a_robot_says_that_it_is_one(headers: str, reason: str) -> None:
    assert robot(headers) == reason


@pytest.mark.parametrize(
    "headers",
    [
        "",
        "Auto-Submitted: no\n",
        "X-Auto-Response-Suppress: All\n",
        "Precedence: bulk\nList-Id: <games.example.org>\n",
        "Precedence: list\n",
        "Subject: Out of office\n",
        "From: Postmaster Bert <bert@example.org>\n",
        "Return-Path: <bert@example.org>\n",
    ],
)
def test_a_person_is_no_robot(headers: str) -> None:
    assert robot(headers, "bert@example.org") == ""


@pytest.mark.parametrize("null", ["", "<>"])
def test_the_null_sender_of_the_envelope_is_a_robot(null: str) -> None:
    assert robot("", null) == "null-sender"


def report(action: str, status: str, diagnostic: str = "smtp; 550 no such user") -> bytes:
    return (
        "From: MAILER-DAEMON@example.org\nSubject: Undelivered\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
        "--b\n\nI am sorry.\n--b\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; mx.example.org\n\n"
        f"Final-Recipient: rfc822; bert@example.org\nAction: {action}\nStatus: {status}\n"
        f"Diagnostic-Code: {diagnostic}\n--b--\n"
    ).encode()


@pytest.mark.parametrize(
    ("raw", "bounce"),
    [
        (report("failed", "5.1.1"), Bounce(True, "5.1.1", "smtp; 550 no such user")),
        (report("failed", "4.4.7"), Bounce(False, "4.4.7", "smtp; 550 no such user")),
        (report("delayed", "4.4.1", "smtp; 450 busy"), Bounce(False, "4.4.1", "smtp; 450 busy")),
        (report("failed", ""), Bounce(True, "", "smtp; 550 no such user")),
        (
            b"From: MAILER-DAEMON@example.org\n\nSorry.\n<bert@example.org>: 550 5.1.1 unknown\n",
            Bounce(True, "5.1.1", "<bert@example.org>: 550 5.1.1 unknown"),
        ),
        (b"From: MAILER-DAEMON@example.org\n\nThis is a warning: 4 hours late\n", Bounce(False, "", "")),
        (b"From: MAILER-DAEMON@example.org\n\nThe mailbox does not exist\n", Bounce(True, "", "")),
    ],
)
def test_a_letter_that_came_back_says_whether_for_good(raw: bytes, bounce: Bounce) -> None:
    assert read_letter(raw, "").bounce == bounce


@pytest.mark.parametrize(
    "raw", [report("delivered", "2.0.0"), report("relayed", "2.0.0"), HEAD.encode() + b"\n550 5.1.1 is a reply code\n"]
)
def test_other_letters_did_not_come_back(raw: bytes) -> None:
    assert read_letter(raw, "bert@example.org").bounce is None
