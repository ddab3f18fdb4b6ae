"""Letters over LMTP: one answer for each recipient, each for itself."""

import pytest

from adjudicator.listen.protocols import TemporaryFault
from tests.listen.running_listener import BOOK, Conversation, FakeInbox, Opens

SEATS = [BOOK.seat("k7q2", seat, 9) for seat in range(3)]
LETTER = b"From: bert@example.org\r\n\r\nM16\r\n.\r\n"


def begin(talk: Conversation, recipients: list[str]) -> list[str]:
    assert talk.say("LHLO x").splitlines()[-1].startswith("250")
    assert talk.say("MAIL FROM:<bert@example.org>").startswith("250")
    return [talk.say(f"RCPT TO:<{recipient}>")[:3] for recipient in recipients]


def test_every_accepted_recipient_has_an_answer(opened: Opens) -> None:
    kept = FakeInbox()
    talk = (listening := opened(kept)).talk(listening.lmtp)
    assert begin(talk, [SEATS[0], "nobody@club.example", SEATS[1]]) == ["250", "550", "250"]
    assert talk.say("DATA").startswith("354")
    assert [talk.say(LETTER)[:3], talk.answer()[:3]] == ["250", "250"]
    assert talk.say("NOOP").startswith("250")
    assert [(recipient, channel) for _, recipient, _, channel in kept.letters] == [
        (SEATS[0], "lmtp"),
        (SEATS[1], "lmtp"),
    ]


def test_a_seat_is_served_before_the_service_and_answers_keep_their_order(opened: Opens) -> None:
    asked: list[str] = []

    def fault(recipient: str) -> Exception | None:
        asked.append(recipient)
        return TemporaryFault("locked") if recipient == BOOK.service else None

    talk = (listening := opened(FakeInbox(fault=fault))).talk(listening.lmtp)
    begin(talk, [BOOK.service, SEATS[0]])
    talk.say("DATA")
    assert [talk.say(LETTER)[:3], talk.answer()[:3]] == ["451", "250"]
    assert asked == [SEATS[0], BOOK.service]


@pytest.mark.parametrize("fault", [TemporaryFault("locked"), RuntimeError("secret db password")])
def test_a_fault_is_the_answer_of_its_recipient_alone(opened: Opens, fault: Exception) -> None:
    kept = FakeInbox(fault=lambda recipient: fault if recipient == SEATS[1] else None)
    talk = (listening := opened(kept)).talk(listening.lmtp)
    begin(talk, SEATS)
    talk.say("DATA")
    answers = [talk.say(LETTER), talk.answer(), talk.answer()]
    assert [answer[:9] for answer in answers] == ["250 2.0.0", "451 4.3.0", "250 2.0.0"]
    assert "password" not in "".join(answers)
    assert talk.say("NOOP").startswith("250")


def test_a_letter_to_nobody_is_not_even_begun(opened: Opens) -> None:
    talk = (listening := opened(FakeInbox())).talk(listening.lmtp)
    assert begin(talk, ["nobody@club.example"]) == ["550"]
    assert talk.say("DATA").startswith("503")


def test_a_letter_that_is_too_large_is_refused(opened: Opens) -> None:
    talk = (listening := opened(FakeInbox(), limit=1_000)).talk(listening.lmtp)
    begin(talk, SEATS[:1])
    talk.say("DATA")
    assert talk.say(b"x" * 900 + b"\r\n" + b"x" * 900 + b"\r\n.\r\n").startswith("552")


def test_smtp_is_not_spoken_there(opened: Opens) -> None:
    talk = (listening := opened(FakeInbox())).talk(listening.lmtp)
    assert talk.say("EHLO x").startswith("500")
