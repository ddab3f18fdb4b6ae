"""Automatic letters are recognised by headers and parts, never by words that people use too."""

import pytest

from adjudicator.mail.incoming.letter import read_letter

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
        ("Precedence: auto_reply\n", "autoreply"),
        ("Precedence: bulk\nAuto-Submitted: auto-replied\n", "auto-submitted"),
        ("Precedence: junk\nReturn-Path: <>\n", "null-sender"),
        ("Return-Path: <>\n", "null-sender"),
        ("From: MAILER-DAEMON@example.org\n", "daemon"),
        ("From: Mail System <postmaster@example.org>\n", "daemon"),
        ("X-Failed-Recipients: bert@example.org\n", "failed-recipients"),
        ("Content-Type: multipart/report; report-type=disposition-notification; boundary=b\n", "report"),
        ("Content-Type: message/disposition-notification\n", "report"),
        ("Content-Type: multipart/report; report-type=feedback-report; boundary=b\n", "report"),
        ("Content-Type: text/calendar; method=REPLY\n", "calendar"),
        ("Content-Type: text/vnd.google.email-reaction+json\n", "reaction"),
    ],
)
def test_an_auto_reply_is_recognised_by_its_headers(headers: str, reason: str) -> None:
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
def test_a_persons_letter_is_no_auto_reply(headers: str) -> None:
    assert robot(headers, "bert@example.org") == ""


@pytest.mark.parametrize("null", ["", "<>"])
def test_a_letter_with_the_null_sender_is_automatic(null: str) -> None:
    assert robot("", null) == "null-sender"


def parts(kind: str, *others: str) -> bytes:
    """Build a multipart letter with a text part and other parts, each with its own headers."""
    texts = "".join(f"--b\n{part}\n" for part in ("Content-Type: text/plain\n\nM16\n", *others))
    return f"{HEAD}MIME-Version: 1.0\nContent-Type: multipart/{kind}; boundary=b\n\n{texts}--b--\n".encode()


REACTION = 'Content-Type: text/vnd.google.email-reaction+json\n\n{"emoji": "\U0001f44d", "version": 1}'
ANSWER = "Content-Type: text/calendar{}\n\nBEGIN:VCALENDAR\nMETHOD:{}\nEND:VCALENDAR"


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (parts("alternative", REACTION), "reaction"),
        (parts("mixed", "Content-Type: multipart/alternative; boundary=c\n\n--c\n" + REACTION + "\n--c--"), "reaction"),
        (parts("alternative", ANSWER.format("; method=REPLY", "REPLY")), "calendar"),
        (parts("mixed", ANSWER.format("", "COUNTER")), "calendar"),
        (parts("mixed", ANSWER.format("", "CANCEL")), "calendar"),
        (parts("mixed", ANSWER.format("", "PUBLISH")), ""),
        (parts("mixed", "Content-Type: message/rfc822\n\nAuto-Submitted: auto-replied\n\nM16"), ""),
        (f"{HEAD}\nBert Bakker reacted to your message:\n\nFrom: Adjudicator\n".encode(), "reaction"),
        (f"{HEAD}\n\U0001f44d Bert reacted via Gmail <https://gmail.example>\n".encode(), "reaction"),
        (f"{HEAD}\nM16\nShe reacted to your message: well played\n".encode(), ""),
    ],
)
def test_reactions_and_meeting_replies_are_no_letters(raw: bytes, reason: str) -> None:
    assert read_letter(raw, "bert@example.org").robot == reason


@pytest.mark.parametrize(
    ("headers", "word"),
    [
        ("", ""),
        ("List-Id: <games.example.org>\n", "list"),
        ("List-Unsubscribe: <https://news.example>\n", "list"),
        ("Precedence: list\n", "list"),
        ("X-Spam-Flag: YES\n", "spam"),
        ("X-Spam-Status: Yes, score=12.1\n", "spam"),
        ("X-Spam-Status: No, score=1.2\nX-Spam-Flag: NO\n", ""),
        ("Precedence: first-class\n", ""),
    ],
)
def test_mailing_lists_and_spam_are_recognised(headers: str, word: str) -> None:
    assert read_letter(f"{headers}{HEAD}\nM16\n".encode(), "bert@example.org").for_many == word
