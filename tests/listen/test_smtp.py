"""Letters over SMTP: kept before they are acknowledged, refused at the right moment, and never more than one each."""

import smtplib
import threading
from datetime import UTC, datetime
from time import monotonic

import pytest
from aiosmtpd.smtp import SMTP

from adjudicator.listen.protocols import TemporaryFault
from adjudicator.listen.smtp_connection import LINE, LimitedSmtp
from adjudicator.listen.smtp_handler import MOST_RECIPIENTS
from testkit.cases import check_cases
from tests.listen.running_listener import BOOK, FakeInbox, Opens

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
SEAT = BOOK.seat("k7q2", 1, 9)
LETTER = b"From: bert@example.org\r\nSubject: M16\r\n\r\nM16\r\n"


def test_a_letter_is_kept_byte_for_byte(opened: Opens) -> None:
    kept = FakeInbox()
    client = opened(kept).client()
    raw = b"From: bert@example.org\r\nSubject: Z\xc3\xbcge\r\n\r\n.\r\nM16 \x80\r\n"
    client.sendmail("bert@example.org", [SEAT], raw)
    assert kept.letters == [(raw, SEAT, "bert@example.org", "smtp")]


def test_a_letter_is_acknowledged_only_when_it_is_kept(opened: Opens) -> None:
    asked, may = threading.Event(), threading.Event()

    def slow(_recipient: str) -> None:
        asked.set()
        assert may.wait(20)

    kept = FakeInbox(fault=slow)
    talk = (listening := opened(kept)).talk(listening.smtp)
    for line in ("EHLO x", "MAIL FROM:<bert@example.org>", f"RCPT TO:<{SEAT}>", "DATA"):
        talk.say(line)
    talk.send(LETTER + b".\r\n")
    assert asked.wait(20)
    talk.connection.settimeout(0.2)
    with pytest.raises(TimeoutError):
        talk.connection.recv(1)
    # Meanwhile others are served: keeping a letter does not hold the loop.
    assert listening.client().noop()[0] == 250
    may.set()
    talk.connection.settimeout(20)
    assert talk.connection.recv(3) == b"250"
    assert len(kept.letters) == 1


def test_the_null_sender_is_empty(opened: Opens) -> None:
    kept = FakeInbox()
    opened(kept).client().sendmail("", [BOOK.bounce(7, NOON)], LETTER)
    assert kept.letters[0][2] == ""


@pytest.mark.parametrize(
    "recipient",
    ["nobody@club.example", "play@other.example", SEAT.replace("-9-", "-8-"), "play+k7q2-1-9@club.example"],
)
def test_an_unknown_or_forged_recipient_is_refused_before_the_letter(opened: Opens, recipient: str) -> None:
    kept = FakeInbox()
    client = opened(kept).client()
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        client.sendmail("bert@example.org", [recipient], LETTER)
    code, reply = refused.value.recipients[recipient]
    assert code == 550
    assert reply.startswith(b"5.1.1")
    assert kept.letters == []


def test_who_knows_nobody_just_now_says_so_for_the_moment(opened: Opens) -> None:
    def broken(_address: str) -> object:
        raise RuntimeError("secret db password")

    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        opened(FakeInbox(), broken).client().sendmail("bert@example.org", [SEAT], LETTER)
    assert refused.value.recipients[SEAT] == (451, b"4.3.0 not possible just now, try again later")


@pytest.mark.parametrize("fault", [TemporaryFault("locked"), RuntimeError("secret db password")])
def test_a_letter_that_cannot_be_kept_comes_again(opened: Opens, fault: Exception) -> None:
    kept = FakeInbox(fault=lambda _recipient: fault)
    client = opened(kept).client()
    with pytest.raises(smtplib.SMTPDataError) as refused:
        client.sendmail("bert@example.org", [SEAT], LETTER)
    assert refused.value.smtp_code == 451
    assert refused.value.smtp_error == b"4.3.0 not possible just now, try again later"
    kept.fault = lambda _recipient: None
    client.sendmail("bert@example.org", [SEAT], LETTER)
    assert len(kept.letters) == 1


def test_a_letter_that_one_recipient_did_not_get_comes_again_for_all(opened: Opens) -> None:
    other = BOOK.seat("k7q2", 0, 9)
    kept = FakeInbox(fault=lambda recipient: TemporaryFault("locked") if recipient == other else None)
    with pytest.raises(smtplib.SMTPDataError, match="451"):
        opened(kept).client().sendmail("bert@example.org", [SEAT, other], LETTER)
    assert [recipient for _, recipient, _, _ in kept.letters] == [SEAT]


@pytest.mark.parametrize(
    "sender",
    [
        "<j\u00fcrgen@ok.example>",
        "<j\u00fcrgen@ok.example> SMTPUTF8",
        "<bert@b\u00fccher.example>",
        "<b@b.example> SMTPUTF8",
    ],
)
def test_whom_no_answer_would_reach_is_refused_at_once(opened: Opens, sender: str) -> None:
    talk = (listening := opened(kept := FakeInbox())).talk(listening.smtp)
    assert "SMTPUTF8" not in talk.say("EHLO x")
    assert talk.say(f"MAIL FROM:{sender}").startswith("553 5.6.7")
    assert talk.say(f"RCPT TO:<{SEAT}>").startswith("503")
    assert talk.say("MAIL FROM:<bert@example.org> BODY=8BITMIME").startswith("250")
    assert kept.letters == []


ADDRESSES = (
    *("<b@b.example>", "b@b.example", "<B.b+c-1_d=e@B-1.b.example>", "<b@localhost>", "<b@[127.0.0.1]>", "<>", "<b>"),
    *(
        '<"b c"@b.example>',
        "<b(c)@b.example>",
        "<.b@b.example>",
        "<b..b@b.example>",
        "<b.@b.example>",
        "<b@b.example.>",
    ),
    *("<@c.example:b@b.example>", "<b @b.example>", "<b@b.example", "b@b.example>", "<b@b@b.example>", "<@b.example>"),
    *("<b!#$%&'*/?^`{|}~@b.example>", "<j\u00fcrgen@b.example>", "<b@b\u00fccher.example>", "<b\n@b.example>"),
)
PARAMETERS = (
    "",
    " SIZE=12 BODY=8BITMIME",
    "  SIZE=12",
    "SIZE=12",
    "\tSIZE=12",
    " (c) SIZE=12",
    " SIZE=12;",
    " <c@c.example>",
)


def test_plain_addresses_are_read_as_by_the_standard_library() -> None:
    protocol = LimitedSmtp.__new__(LimitedSmtp)
    with check_cases() as case:
        for address in ADDRESSES:
            for parameters in PARAMETERS:
                with case(address + parameters):
                    read = protocol._getaddr(address + parameters)
                    assert read == SMTP._getaddr(protocol, address + parameters)


def test_a_letter_that_says_it_is_too_large_is_not_sent(opened: Opens) -> None:
    client = opened(FakeInbox(), limit=10_000).client()
    client.ehlo()
    assert client.esmtp_features["size"] == "10000"
    with pytest.raises(smtplib.SMTPSenderRefused) as refused:
        client.sendmail("bert@example.org", [SEAT], LETTER + b"x" * 20_000)
    assert refused.value.smtp_code == 552


def test_a_letter_of_30_megabytes_is_refused_at_its_end(opened: Opens) -> None:
    kept = FakeInbox()
    talk = (listening := opened(kept)).talk(listening.smtp)
    for line in ("EHLO x", "MAIL FROM:<bert@example.org>", f"RCPT TO:<{SEAT}>", "DATA"):
        talk.say(line)
    row = b"x" * 998 + b"\r\n"
    for _ in range(30):
        talk.send(row * 1_050)
    assert talk.say(b".\r\n").startswith("552")
    assert talk.say("NOOP").startswith("250")
    assert kept.letters == []


def test_whoever_pours_without_end_is_hung_up_on(opened: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.listen.smtp_connection.FLOOD", 200_000)
    talk = (listening := opened(FakeInbox(), limit=1_000)).talk(listening.smtp)
    for line in ("EHLO x", "MAIL FROM:<bert@example.org>", f"RCPT TO:<{SEAT}>", "DATA"):
        talk.say(line)
    with pytest.raises(ConnectionError):
        talk.send(b"x" * 50_000_000)


def test_it_counts_each_letter_for_itself(opened: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.listen.smtp_connection.FLOOD", 200_000)
    kept = FakeInbox()
    client = opened(kept, limit=100_000).client()
    for _ in range(8):
        client.sendmail("bert@example.org", [SEAT], LETTER + b"x\r\n" * 20_000)
    assert len(kept.letters) == 8


def test_long_lines_are_taken_and_very_long_ones_refused(opened: Opens) -> None:
    kept = FakeInbox()
    client = opened(kept).client()
    client.sendmail("bert@example.org", [SEAT], LETTER + b"x" * 50_000 + b"\r\n")
    assert len(kept.letters) == 1
    with pytest.raises(smtplib.SMTPDataError, match="too long"):
        client.sendmail("bert@example.org", [SEAT], LETTER + b"x" * (LINE + 10) + b"\r\n")
    assert len(kept.letters) == 1


@pytest.mark.parametrize("end", [b"\n.\n", b"\n.\r\n", b"\r.\r", b"\r\n.\n", b"\r\n\0.\r\n", b"\r.\n"], ids=repr)
def test_a_second_letter_cannot_be_smuggled_in(opened: Opens, end: bytes) -> None:
    kept = FakeInbox()
    talk = (listening := opened(kept)).talk(listening.smtp)
    for line in ("EHLO x", "MAIL FROM:<bert@example.org>", f"RCPT TO:<{SEAT}>", "DATA"):
        talk.say(line)
    smuggled = f"MAIL FROM:<admin@example.org>\r\nRCPT TO:<{SEAT}>\r\nDATA\r\nresign\r\n".encode()
    assert talk.say(LETTER + b"x" + end + smuggled + b".\r\n").startswith("250")
    assert len(kept.letters) == 1
    assert b"admin@example.org" in kept.letters[0][0]
    assert talk.say("NOOP").startswith("250")


def test_too_many_recipients_are_asked_to_come_apart(opened: Opens) -> None:
    client = opened(FakeInbox()).client()
    recipients = [BOOK.seat("k7q2", 0, turn) for turn in range(MOST_RECIPIENTS + 3)]
    refused = client.sendmail("bert@example.org", recipients, LETTER)
    assert {code for code, _ in refused.values()} == {452}
    assert len(refused) == 3


def test_too_many_connections_are_turned_away_and_let_in_later(opened: Opens) -> None:
    listening = opened(FakeInbox(), connections=2)
    first, second = listening.talk(listening.smtp), listening.talk(listening.smtp)
    assert first.greeting.startswith("220")
    assert second.greeting.startswith("220")
    assert listening.talk(listening.smtp).greeting.startswith("421 4.3.2")
    assert first.say("QUIT").startswith("221")
    assert first.answer() == ""
    until = monotonic() + 20
    while not (again := listening.talk(listening.smtp).greeting).startswith("220"):
        assert monotonic() < until, again


def test_whoever_says_nothing_is_hung_up_on(opened: Opens) -> None:
    listening = opened(FakeInbox(), seconds=0.2)
    talk = listening.talk(listening.smtp)
    assert talk.greeting.startswith("220")
    assert talk.answer() == ""


def test_nobody_is_told_which_addresses_exist(opened: Opens) -> None:
    talk = (listening := opened(FakeInbox())).talk(listening.smtp)
    talk.say("EHLO x")
    assert talk.say(f"VRFY {SEAT}") == talk.say("VRFY nobody@club.example")


def test_several_letters_go_over_one_connection(opened: Opens) -> None:
    kept = FakeInbox()
    client = opened(kept).client()
    for _ in range(3):
        client.sendmail("bert@example.org", [SEAT], LETTER)
    assert len(kept.letters) == 3


def test_a_client_that_leaves_in_the_middle_leaves_nothing(opened: Opens) -> None:
    kept = FakeInbox()
    listening = opened(kept)
    talk = listening.talk(listening.smtp)
    for line in ("EHLO x", "MAIL FROM:<bert@example.org>", f"RCPT TO:<{SEAT}>", "DATA"):
        talk.say(line)
    talk.send(b"Subject: half")
    talk.connection.close()
    talk._lines.close()
    listening.client().sendmail("bert@example.org", [SEAT], LETTER)
    assert [raw for raw, *_ in kept.letters] == [LETTER]
