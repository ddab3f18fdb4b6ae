"""Tokens that can play a turn appear in letters to their player, and in no log, traceback or other letter."""

from __future__ import annotations

import re

import pytest

from adjudicator.config import logs
from adjudicator.mail.incoming.delivery_status import Undelivered
from adjudicator.services.inbound import quarantine
from adjudicator.services.orders import seat_handler
from adjudicator.store.tables import Outbox
from testkit.club import ANNA, BOB, Club, address_of, text_of, to_move
from testkit.identity_changes import agree

TOKEN = re.compile(r"(?:[0-9]-|%2[bB].*-)([a-z2-7]{16})(?=@|\b)")


def tokens(club: Club) -> set[str]:
    """List every token that stands in any letter's headers so far."""
    headers = "\n".join(str(value) for letter in club.transport.letters for value in letter.values())
    return set(TOKEN.findall(headers.lower()))


@pytest.fixture
def said(club: Club, capsys: pytest.CaptureFixture[str]) -> str:
    """Run everything that writes to the log, and return the log."""
    logs.set_up_logging()
    club.begin()
    assert agree(club, ANNA, "revoke") == "confirmed"
    mover = to_move(club)
    turn = club.last(mover, "Egyptos")
    club.answer(turn, "M14")
    forged = address_of(turn["Reply-To"]).replace("-1-", "-0-")
    club.write(mover, forged, "M14")
    club.write("Eve <eve@evil.example>", address_of(turn["Reply-To"]), "M14")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            seat_handler, "lock_match", lambda _session, _code: fail(address_of(turn["Reply-To"]), turn["Message-ID"])
        )
        club.answer(turn, "board")
    club.transport.fault = Undelivered(f"550 <{address_of(turn['Reply-To'])}> refused", permanent=False)
    club.answer(club.last(BOB), "status", sender=BOB)
    club.transport.fault = None
    captured = capsys.readouterr()
    return captured.out + captured.err


def fail(*what: object) -> None:
    raise RuntimeError(f"cannot read {what}")


def test_the_log_has_events_and_no_tokens(club: Club, said: str) -> None:
    known = tokens(club)
    assert len(known) > 5
    assert "letter judged" in said
    assert "RuntimeError: cannot read" in said
    assert not [token for token in known if token in said.lower()]


def test_a_traceback_that_is_stored_or_sent_to_the_host_has_no_token(club: Club, said: str) -> None:
    with club.context.store.reading() as session:
        kept = "".join(row.traceback for row in quarantine.quarantined_letters(session))
    told = text_of(club.last("host@club.example"))
    for text in (kept, told):
        assert "RuntimeError" in text
        assert not [token for token in tokens(club) if token in text.lower()]


def test_a_relays_reply_is_stored_without_tokens(club: Club, said: str) -> None:
    with club.context.store.reading() as session:
        errors = [row.error for row in session.query(Outbox) if row.error]
    assert errors
    assert not [token for token in tokens(club) for error in errors if token in error.lower()]


def test_a_bounces_text_is_stored_without_tokens(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    envelope = next(
        sender for sender, recipient in reversed(club.transport.envelopes) if recipient == address_of(mover)
    )
    ours = address_of(club.last(mover)["Reply-To"])
    report = (
        f"From: MAILER-DAEMON@bob.example\r\nTo: {envelope}\r\nSubject: failed\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nsorry\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.bob.example\r\n\r\n"
        f"Final-Recipient: rfc822; {address_of(mover)}\r\nAction: failed\r\nStatus: 5.1.1\r\n"
        f"Diagnostic-Code: smtp; 550 5.1.1 no such user, reply to {ours}\r\n\r\n--b--\r\n"
    )
    club.bring(report.encode(), envelope, "")
    club.work()
    with club.context.store.reading() as session:
        errors = [row.error for row in session.query(Outbox) if "no such user" in row.error]
    assert len(errors) == 1
    for text in (*errors, text_of(club.last("host@club.example"))):
        assert "no such user" in text
        assert not [token for token in tokens(club) if token in text.lower()]
