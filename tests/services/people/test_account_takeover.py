"""An old reply address and a forged From line take over no account: known attacks and their variants."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage

import pytest

from adjudicator.services.identity.reply_addresses import DECIDING
from adjudicator.services.players.players import find_player
from testkit.club import ANNA, BOB, Club, address_of, other, prose_of, text_of, to_move
from testkit.identity_changes import QUESTION, add, agree, ask, known
from testkit.mail.openpgp import Signer

MALLORY = "Mallory <mallory@evil.example>"
WORK = "Anna at work <anna@work.example>"
FOREIGN = Signer.make("Mallory <mallory@evil.example>").public


def after_a_turn(club: Club) -> tuple[str, EmailMessage, EmailMessage]:
    """Let a turn be played; return who played it, the letter of that turn, and the newest one since."""
    club.begin()
    person = to_move(club)
    leaked = club.last(person)
    club.answer(leaked, "M14")
    assert club.match().entry_count == 2
    return person, leaked, club.last(person)


def forge(club: Club, victim: str, leaked: EmailMessage, text: str) -> str:
    """Write to a leaked reply address under the victim's name, with no more than the address; return the verdict."""
    return club.inbox(club.write(victim, address_of(leaked["Reply-To"]), text)).verdict


def test_an_address_asked_for_at_an_old_reply_address_is_refused(club: Club) -> None:
    victim, leaked, _ = after_a_turn(club)
    before = known(club, victim)
    assert forge(club, victim, leaked, "address mallory@evil.example") == "refused: old_letter"
    assert "older letter" in prose_of(club.last(victim))
    assert not club.letters(MALLORY)
    assert known(club, victim) == before


def test_an_address_asked_for_at_the_newest_one_writes_to_the_owner_alone(club: Club) -> None:
    victim, _, newest = after_a_turn(club)
    assert forge(club, victim, newest, "address mallory@evil.example") == "asked back"
    assert not club.letters(MALLORY)
    question = prose_of(club.last(victim, QUESTION))
    assert "mallory@evil.example" in question
    assert f"for turn {club.match().turn} of match {club.match().code}" in question
    assert "27 November" in question
    club.answer(newest, "yes", sender=MALLORY)
    club.write(MALLORY, club.context.addresses.service, "yes")
    assert not club.letters(MALLORY, "Is this an address")
    with club.context.store.reading() as session:
        assert find_player(session, address_of(MALLORY)) is None


def test_a_foreign_key_sent_to_the_address_of_a_start_letter_locks_nobody_out(club: Club) -> None:
    club.begin()
    start = club.last(BOB)
    club.answer(club.last(to_move(club)), "M14")
    before = known(club, BOB)
    for leaked in (start, club.last(BOB)):
        forge(club, BOB, leaked, f"key\n\n{FOREIGN}")
        assert forge(club, BOB, leaked, "key required") in ("refused: old_letter", "refused: bad_key")
    assert known(club, BOB) == before
    assert club.inbox(club.answer(club.last(BOB, "Egyptos"), "status")).verdict == "answered"


LINES = {
    "address": "address mallory@evil.example",
    "forget": "forget anna@work.example",
    "main": "main anna@work.example",
    "key": f"key\n\n{FOREIGN}",
    "revoke": "revoke",
    "erase_me": "erase me",
}


def at_the_seat(club: Club, text: str) -> str:
    return forge(club, ANNA, club.last(ANNA, "Egyptos"), text)


def at_the_service(club: Club, text: str) -> str:
    return club.inbox(club.write(ANNA, club.context.addresses.service, text)).verdict


@pytest.mark.parametrize("door", [at_the_seat, at_the_service])
def test_nothing_of_who_somebody_is_changes_before_a_yes_from_an_old_address(
    club: Club, door: Callable[[Club, str], str]
) -> None:
    club.begin()
    add(club, ANNA, WORK)
    before, leaked = known(club, ANNA), club.last(ANNA, "Egyptos")
    for line in LINES.values():
        assert door(club, line) == "asked back"
        question = club.last(ANNA, QUESTION)
        assert club.inbox(club.answer(question, "yes", sender=MALLORY)).verdict == "refused: not_asked"
        assert club.inbox(club.answer(question, "yes", sender=WORK)).verdict == "refused: not_asked"
        assert club.inbox(club.answer(question, "Who is this?")).verdict == "refused: yes_or_no"
        club.answer(question, "no")
        assert club.inbox(club.answer(question, "yes")).verdict == "refused: already_answered"
        club.pass_time(hours=1)
    assert known(club, ANNA) == before
    assert club.inbox(club.answer(leaked, "status")).verdict == "answered"
    assert not club.letters(MALLORY)


def test_a_new_address_cannot_approve_changes_for_seven_days(club: Club) -> None:
    club.begin()
    add(club, ANNA, MALLORY)
    for line in ("main mallory@evil.example", "key none", "address second@evil.example"):
        asked = len(club.letters(ANNA, QUESTION))
        club.write(MALLORY, club.context.addresses.service, line)
        assert len(club.letters(ANNA, QUESTION)) == asked + 1
        question = club.last(ANNA, QUESTION)
        assert club.inbox(club.answer(question, "yes", sender=MALLORY)).verdict == "refused: not_asked"
    assert not club.letters(MALLORY, QUESTION)
    club.pass_time(days=8)
    club.write(MALLORY, club.context.addresses.service, "main mallory@evil.example")
    assert club.letters(MALLORY, QUESTION)


def test_an_address_that_came_after_the_question_does_not_answer_it(club: Club) -> None:
    club.begin()
    question = ask(club, ANNA, "revoke")
    club.pass_time(minutes=1)
    add(club, ANNA, MALLORY)
    assert club.inbox(club.answer(question, "yes", sender=MALLORY)).verdict == "refused: not_asked"


def test_the_same_question_is_not_asked_twice_an_hour_and_only_a_few_stay_open(club: Club) -> None:
    club.begin()
    for n in range(5):
        for _ in range(2):
            assert at_the_seat(club, f"address w{n}@work.example") == "asked back"
        assert len(club.letters(ANNA, QUESTION)) == n + 1
    assert at_the_seat(club, "address w5@work.example") == "refused: questions_open"
    club.answer(club.last(ANNA, QUESTION), "no")
    assert at_the_seat(club, "address w5@work.example") == "asked back"
    assert len(club.letters(ANNA, QUESTION)) == 6


def test_the_second_of_two_confirmed_changes_applies_to_the_result_of_the_first(club: Club) -> None:
    club.begin()
    add(club, ANNA, WORK)
    main, forget = ask(club, ANNA, "main anna@work.example"), ask(club, ANNA, "forget anna@work.example")
    assert club.inbox(club.answer(main, "yes")).verdict == "confirmed"
    assert club.inbox(club.answer(forget, "yes", sender=ANNA)).verdict == "refused: main_stays"
    assert known(club, ANNA)[:2] == (address_of(WORK), [address_of(ANNA)])


def test_two_yes_for_one_address_add_it_once(club: Club) -> None:
    club.begin()
    agree(club, ANNA, f"address {address_of(WORK)}")
    first = club.last(WORK)
    club.pass_time(hours=2)
    agree(club, ANNA, f"address {address_of(WORK)}")
    second = club.last(WORK)
    assert club.inbox(club.answer(first, "yes", sender=WORK)).verdict == "confirmed"
    assert club.inbox(club.answer(second, "yes", sender=WORK)).verdict == "refused: already_answered"
    assert known(club, ANNA)[1] == [address_of(WORK)]


def test_a_revoked_question_adds_no_address(club: Club) -> None:
    club.begin()
    agree(club, ANNA, f"address {address_of(WORK)}")
    question = club.last(WORK)
    assert agree(club, ANNA, "revoke") == "confirmed"
    assert club.inbox(club.answer(question, "yes", sender=WORK)).verdict == "refused: expired"


ASKING = ("board", "status", "history", "record", "help", "addresses", "layout narrow", "language fr")
DECIDED = {
    "resign": "resign",
    "claim": "claim",
    "grant": "grant 3",
    "press": "press Ha!",
    "tell": "tell Bob: hello",
    "new": "new egyptos with mallory@evil.example",
    "join": "join K7Q2",
    "invite": "invite mallory@evil.example",
    "seat": "seat house",
    "fewer": "fewer",
    "cancel": "cancel",
    "takeover": "takeover K7Q2",
    "offer draw": "offer draw",
    "pause": "pause 14 December",
    "resume": "resume",
    "agree": "agree",
    "refuse": "refuse",
    "withdraw": "withdraw",
    "expel": "expel Bob",
    "hand over": "hand over to mallory@evil.example",
    "substitute": "substitute until 14 December by mallory@evil.example",
    "finish": "finish match",
    "absence": "absence 14 December",
    "off": "off weekends",
    "turns": "turns in the digest",
    "away_letters": "away letters count",
    "letters": "letters none",
    "stop": "stop",
    "start": "start",
    "address": "address mallory@evil.example",
    "forget": "forget anna@work.example",
    "main": "main anna@work.example",
    "key": "key none",
    "revoke": "revoke",
    "public_name": "public name Mallory",
    "erase_me": "erase me",
}


def test_an_old_letter_decides_nothing_and_says_which_one_to_answer(club: Club) -> None:
    assert DECIDED.keys() == DECIDING
    victim, leaked, newest = after_a_turn(club)
    for line in DECIDED.values():
        club.pass_time(hours=1)
        before = len(club.letters(other(victim)))
        assert forge(club, victim, leaked, line) == "refused: old_letter"
        assert len(club.letters(other(victim))) == before
    assert club.match().end is None
    answer = club.last(victim)
    assert "Answer this letter with the same line" in prose_of(answer)
    assert club.inbox(club.answer(answer, "press Now it counts")).verdict == "done"
    assert club.inbox(club.answer(newest, "press So does this")).verdict == "done"


def test_a_question_with_an_argument_may_decide_as_well(club: Club) -> None:
    victim, leaked, _ = after_a_turn(club)
    assert forge(club, victim, leaked, "absences") == "answered"
    assert forge(club, victim, leaked, "absences auto") == "refused: old_letter"
    assert forge(club, victim, leaked, "digest") == "answered"
    assert forge(club, victim, leaked, "digest 18:00") == "refused: old_letter"


def test_an_old_letter_still_answers_questions(club: Club) -> None:
    victim, leaked, _ = after_a_turn(club)
    for line in ASKING:
        club.pass_time(hours=1)
        assert forge(club, victim, leaked, line) in ("answered", "done")


def test_the_newest_letter_that_went_to_a_seat_decides_though_turns_have_passed(club: Club) -> None:
    club.begin()
    waiting, mover = other(to_move(club)), to_move(club)
    newest = club.last(waiting)
    club.answer(club.last(waiting), "stop")
    club.answer(club.last(mover), "M14")
    assert club.letters(waiting)[-1] is not newest
    assert forge(club, waiting, club.last(waiting), "press I am here") == "done"


def test_a_refusal_is_in_the_language_of_the_player(club: Club) -> None:
    victim, leaked, _ = after_a_turn(club)
    for language, words in (("de", "älteren Brief"), ("fr", "plus ancienne"), ("it", "più vecchia"), ("nl", "oudere")):
        forge(club, victim, leaked, f"language {language}")
        forge(club, victim, leaked, "resign")
        assert words in prose_of(club.last(victim))


def test_reply_addresses_end_thirty_days_after_their_match(club: Club) -> None:
    club.begin()
    club.answer(club.last(ANNA), "resign")
    over = club.last(ANNA)
    club.pass_time(days=29)
    assert club.inbox(club.answer(over, "press Good game")).verdict == "done"
    club.pass_time(days=2)
    for line in ("press Good game", "status", "record"):
        assert club.inbox(club.answer(over, line)).verdict == "refused: addresses_ended"
    assert "more than 30 days" in prose_of(club.last(ANNA))
    assert club.context.addresses.service in text_of(club.last(ANNA))
    before = len(club.transport.letters)
    assert club.inbox(club.answer(over, "status", sender=MALLORY)).verdict == "refused: addresses_ended"
    assert len(club.transport.letters) == before
