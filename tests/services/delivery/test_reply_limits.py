"""Reply limits: an address that may not have written gets few answers, and no quote of the letter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import update

from adjudicator.mail.trust.sender_policy import SenderPolicy
from adjudicator.match.rulings.refusals import OWN_VALUES, Refusal, RefusalKey
from adjudicator.services.inbound import reply_limits
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Seat
from testkit.agreed_match import PEOPLE, agree
from testkit.cases import check_cases
from testkit.club import ANNA, BOB, Club, address_of, prose_of, text_of, to_move
from testkit.seats_at_table import resign

EVE = "eve@eve.example"


def found(result: str, domain: str) -> dict[str, str]:
    """Return the Authentication-Results header that the host's mail server adds."""
    return {
        "Authentication_Results": f"mx.club.example; dmarc={result} header.from={domain}",
        "Received": "from afar by mx.club.example",
    }


PLANTED = "http://evil.example/pay planted"


def ask(club: Club, text: str, sender: str = EVE, **more: str) -> str:
    return club.inbox(club.write(sender, club.context.addresses.service, text, **more)).verdict


def proving(club: Club) -> None:
    """Let the host's own mail server tell who is proved."""
    club.context = replace(club.context, trust=SenderPolicy(authserv_id="mx.club.example"))


@pytest.mark.parametrize(
    ("line", "most"),
    [
        ("new egyptos with friend{n}@friend.example", 1),
        ("new egyptos with house days={n}", 1),
        ("rules egyptos", 1),
        ("help", 1),
        ("join AB{n}", 1),
        ("language fr", 1),
    ],
)
def test_a_forged_letter_of_a_hundred_lines_makes_one_or_two_letters(club: Club, line: str, most: int) -> None:
    ask(club, "\n".join(line.format(n=n) for n in range(1, 100)))
    letters = club.letters(EVE)
    assert len(letters) <= most
    assert sum(len(letter.as_bytes()) for letter in letters) < 200_000


def test_three_lines_for_new_matches_are_confirmed_by_one_letter_and_one_yes(club: Club) -> None:
    club.begin()
    lines = ["new egyptos with house", "new cheops with house", f"new egyptos with {address_of(BOB)} days=3"]
    assert ask(club, "\n".join(lines), ANNA) == "asked back"
    letter = club.last(ANNA)
    assert "Please confirm 3 new matches" in str(letter["Subject"])
    for line in lines:
        assert line in prose_of(letter)
    before = club.match().id
    club.answer(letter, "yes")
    assert club.match().id == before + 3
    assert club.match().state is MatchState.INVITING


def test_several_matches_are_opened_together_or_not_at_all(club: Club) -> None:
    club.begin()
    before = club.match().id
    ask(club, "\n".join(f"new egyptos with bob@bob.example days={n}" for n in range(1, 6)), ANNA)
    club.answer(club.last(ANNA), "yes")
    assert club.match().id == before
    assert "has not answered the last invitations" in prose_of(club.last(ANNA))


def test_of_many_questions_to_a_player_three_are_asked_and_the_rest_is_not_reached(club: Club) -> None:
    club.begin()
    count = len(club.letters(ANNA))
    ask(club, "language fr\nlayout narrow\nzone Europe/Rome\nabsence 20 December\naway letters count\nhelp", ANNA)
    asked = club.letters(ANNA, "Please confirm")
    assert len(asked) == 1 + 3
    assert len(club.letters(ANNA)) == count + 4
    left = "absence 20 December; away letters count."
    assert f"because one letter can only do so much: {left}" in prose_of(club.last(ANNA))


def test_more_than_ten_commands_are_not_reached(club: Club) -> None:
    club.begin()
    ask(club, "\n".join(f"join AB{n:02}" for n in range(25)), ANNA)
    left = "; ".join(f"join AB{n:02}" for n in range(10, 25))
    assert f"Not carried out, because one letter can only do so much: {left}." in prose_of(club.last(ANNA))


@pytest.mark.parametrize("sender", [EVE, ANNA])
def test_rules_come_once_a_day_to_somebody_unproved(club: Club, sender: str) -> None:
    club.begin()
    for _ in range(2):
        ask(club, "rules egyptos\nrules egyptos", sender)
    first, second = club.letters(sender)[-2:]
    assert len(text_of(first)) > 3000 > len(text_of(second))
    club.pass_time(hours=25)
    ask(club, "rules egyptos", sender)
    assert len(text_of(club.last(sender))) > 3000


REFLECTED = {
    "a line": ({"text": PLANTED}, None),
    "many lines": ({"text": f"{PLANTED}\n" * 20}, None),
    "the subject": ({"text": "nothing here", "subject": PLANTED}, None),
    "the subject alone": ({"text": "", "subject": PLANTED}, None),
    "the name": ({"text": "help"}, f'"{PLANTED}" <{EVE}>'),
    "a comment": ({"text": f"help\n# {PLANTED}"}, None),
    "below the end": ({"text": f"help\n--\n{PLANTED}"}, None),
    "beside a command": ({"text": f"help\n{PLANTED}"}, None),
    "a signature": ({"text": f"help\n\n-- \n{PLANTED}"}, None),
    "a guest": ({"text": "new egyptos with planted@evil.example"}, None),
    "a guest and a name": ({"text": "new egyptos with planted@evil.example"}, f'"{PLANTED}" <{EVE}>'),
    "below a quote": ({"text": f"help\n\nOn Fri, {PLANTED} wrote:\n> {PLANTED}"}, None),
}


@pytest.mark.parametrize("case", REFLECTED)
def test_an_unproved_stranger_gets_an_answer_that_quotes_nothing(club: Club, case: str) -> None:
    written, sender = REFLECTED[case]
    ask(club, sender=sender or EVE, **written)
    assert club.letters(EVE)
    for letter in club.letters(EVE):
        whole = f"{letter['Subject']} {letter['To']} {text_of(letter)}"
        assert "planted" not in whole.lower()
        assert "evil" not in whole.lower()


GREETING = "new egyptos with bob@bob.example\nmessage: "
REFUSED = {
    RefusalKey.BAD_DAYS: "new egyptos with house days=5551234",
    RefusalKey.BAD_GREETING: f"{GREETING}see planted.example",
    RefusalKey.BAD_NEW: "new egyptos with planted",
    RefusalKey.BAD_OPTION: "new egyptos with house planted=5551234",
    RefusalKey.BAD_SEATS: "new egyptos with house and planted@planted.example",
    RefusalKey.BAD_TERMS: "new egyptos with house time=5551234d",
    RefusalKey.BAD_VALUE: "new egyptos with house overline=planted",
    RefusalKey.CONTRADICTORY: "zone Europe/Berlin planted\nzone planted",
    RefusalKey.HEDGED: "absence maybe planted",
    RefusalKey.NO_GUEST: "new egyptos with house\nmessage: planted",
    RefusalKey.NO_MATCH: "join 5551",
    RefusalKey.NO_PLAYER: "zone planted",
    RefusalKey.NOT_INVITED: "join {inviting}",
    RefusalKey.NOT_JOINABLE: "join {running}",
    RefusalKey.NOT_VACANT: "takeover {running}",
    RefusalKey.NOTHING_WRITTEN: "\n> planted",
    RefusalKey.RULES_SENT: "rules egyptos",
    RefusalKey.UNKNOWN_COMMAND: "planted",
    RefusalKey.UNKNOWN_GAME: "rules planted",
    RefusalKey.BAD_SEARCH: "archive planted=1",
}


def test_a_stranger_is_told_each_refusal_without_what_the_letter_says(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = list[RefusalKey]()
    keep = Refusal.without_quotes

    def spy(refusal: Refusal) -> Refusal:
        told.append(refusal.key)
        return keep(refusal)

    running = club.begin()
    club.write(BOB, club.context.addresses.service, "new egyptos with planted@planted.example")
    club.answer(club.last(BOB), "yes")
    inviting = club.match()
    club.context = replace(club.context, keeps_letters=True)
    ask(club, "rules egyptos")
    monkeypatch.setattr(Refusal, "without_quotes", spy)
    with check_cases() as case:
        for key, text in REFUSED.items():
            with case(key):
                told.clear()
                club.pass_time(minutes=5)
                ask(club, text.format(running=running.code, inviting=inviting.code), subject="planted")
                said = prose_of(club.last(EVE)).lower()
                assert told == [key]
                assert "planted" not in said
                assert "555" not in said
                assert ("we did not understand" in said) == (key is RefusalKey.UNKNOWN_COMMAND)
    assert OWN_VALUES.keys() - REFUSED.keys() == {RefusalKey.NO_SENDER, RefusalKey.SEAT_WANTED}  # below; a code alone


def test_a_from_line_without_an_address_is_not_quoted_to_a_stranger(club: Club) -> None:
    to = club.context.addresses.service
    raw = f"From: planted <a@evil.example>, b@evil.example\r\nTo: {to}\r\nSubject: {PLANTED}\r\n\r\n{PLANTED}\r\n"
    club.bring(raw.encode(), to, EVE)
    club.work()
    assert "does not name one address" in prose_of(club.last(EVE))
    assert not [letter for letter in club.letters(EVE) if "evil" in f"{letter['Subject']} {text_of(letter)}"]


def test_a_proved_sender_gets_their_own_lines_quoted(club: Club) -> None:
    proving(club)
    ask(club, "halp me", **found("pass", "eve.example"))
    assert "halp me" in prose_of(club.last(EVE))


def test_a_stranger_gets_three_answers_a_day_and_the_last_says_so(club: Club) -> None:
    for n in range(6):
        ask(club, f"nonsense {n}")
        club.pass_time(hours=2)
    letters = club.letters(EVE)
    assert ["our last answer to you" in prose_of(letter) for letter in letters] == [False, False, True]
    assert "Saturday" in prose_of(letters[-1])
    club.pass_time(hours=13)
    ask(club, "help")
    assert len(club.letters(EVE)) == 4


def test_whoever_tries_a_service_on_their_own_machine_is_not_silenced(club: Club) -> None:
    club.context = replace(club.context, keeps_letters=True)
    for n in range(6):
        ask(club, f"nonsense {n}")
    assert not any("our last answer to you" in prose_of(letter) for letter in club.letters(EVE))
    ask(club, "new egyptos with the house")
    assert "egyptos" in prose_of(club.last(EVE, "Please confirm")).lower()


@pytest.mark.parametrize(("language", "line"), [("en", "new egyptos with house"), ("de", "neu egyptos mit Haus")])
def test_a_stranger_whom_we_do_not_understand_gets_a_line_that_begins_a_match(
    club: Club, language: str, line: str
) -> None:
    ask(club, f"language {language}\nHow does this work?")
    assert f"  {line}" in text_of(club.last(EVE))
    ask(club, line)
    assert "Egyptos" in text_of(club.last(EVE)), "the letter that asks back"


@pytest.mark.parametrize("proved", [True, False])
def test_letters_in_a_players_name_have_a_limit_an_hour_and_unproved_ones_a_day(
    club: Club, monkeypatch: pytest.MonkeyPatch, proved: bool
) -> None:
    monkeypatch.setattr(reply_limits, "ANSWERS_AN_HOUR", 4)
    monkeypatch.setattr(reply_limits, "UNPROVED_A_DAY", 8)
    club.begin()
    proving(club)
    more = found("pass", "anna.example") if proved else {}
    club.pass_time(days=1)
    count = len(club.letters(ANNA))
    for n in range(12):
        ask(club, f"nonsense {n}", ANNA, **more)
        club.pass_time(minutes=20)
    told = [letter for letter in club.letters(ANNA)[count:] if "our last answer" in prose_of(letter)]
    assert len(club.letters(ANNA)) - count == (12 if proved else 8)
    assert len(told) == (0 if proved else 1)
    for n in range(6):
        ask(club, f"more nonsense {n}", ANNA, **more)
    assert len(club.letters(ANNA)) - count == (12 + 2 if proved else 8)
    assert "our last answer" in prose_of(club.last(ANNA))


def test_receipts_for_played_orders_are_not_counted(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.begin()
    monkeypatch.setattr(reply_limits, "ANSWERS_AN_HOUR", 4)
    for _ in range(5):
        club.answer(club.last(ANNA, "Egyptos"), "board")
    assert ask(club, "neu egyptos mit haus", ANNA) == "asked back"


@pytest.mark.parametrize("word", ["bulk", "junk", "Bulk"])
def test_a_persons_letter_that_is_marked_as_bulk_is_read(club: Club, word: str) -> None:
    club.begin()
    mover = to_move(club)
    number = club.write(mover, address_of(club.last(mover)["Reply-To"]), "M14", Precedence=word)
    assert club.inbox(number).verdict == "played"
    assert ask(club, "list", mover, Precedence=word) == "answered"


MACHINES = {
    "a stranger's": (EVE, "help", {"Precedence": "bulk"}),
    "a notice": (ANNA, "I am out of the office until 10 December 2026.", {"Precedence": "bulk"}),
    "an answering machine": (ANNA, "M14", {"Precedence": "auto_reply"}),
    "sent by itself": (ANNA, "M14", {"Precedence": "bulk", "Auto-Submitted": "auto-replied"}),
    "from nobody": (ANNA, "M14", {"Precedence": "bulk", "Return-Path": "<>"}),
}


@pytest.mark.parametrize("case", MACHINES)
def test_a_machines_letter_that_is_marked_as_bulk_is_not(club: Club, case: str) -> None:
    club.begin()
    sender, text, headers = MACHINES[case]
    to = club.context.addresses.service if sender == EVE else address_of(club.last(ANNA)["Reply-To"])
    assert club.inbox(club.write(sender, to, text, **headers)).verdict.startswith("robot")
    assert club.match().entry_count == 1


def test_a_disproved_sender_is_reported_to_the_seats_player_rarely_and_without_a_quote(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    to = address_of(club.last(mover)["Reply-To"])
    proving(club)
    count = len(club.letters(mover))
    fail = found("fail", "eve.example")
    for n in range(6):
        club.write(EVE, to, f"{PLANTED} {n}", **fail)
    told = club.letters(mover)[count:]
    assert len(told) == 3
    assert not any("planted" in text_of(letter) for letter in told)
    assert not club.letters(EVE)


def test_only_the_inviter_sees_a_guests_address(club: Club) -> None:
    guests = "secretlocal@bob.example carla@carla.example"
    club.write(ANNA, club.context.addresses.service, f"new cheops with {guests}")
    club.answer(club.last(ANNA), "yes")
    assert "secretlocal@bob.example" in prose_of(club.last(ANNA))
    club.answer(club.last("carla@carla.example"), "yes")
    for letter in [*club.letters("carla@carla.example"), *club.letters("secretlocal@bob.example")]:
        assert "secretlocal" not in f"{letter['Subject']} {text_of(letter)}"
    club.answer(club.last("secretlocal@bob.example"), "no")
    assert "secretlocal@bob.example" in prose_of(club.last(ANNA))
    assert "secretlocal" not in prose_of(club.last("carla@carla.example"))
    assert "secretlocal" not in " ".join(seat.own_name for seat in club.match().seats)


def loop(club: Club, person: str, to: str, *, rounds: int) -> int:
    """Answer every letter to an address with its whole text, as a machine does; tell how many letters came back."""
    before = len(club.letters(person))
    for n in range(rounds):
        answered = club.letters(person)[-1]
        club.write(person, to, f"{n}: {prose_of(answered)}", In_Reply_To=str(answered["Message-ID"]))
    return len(club.letters(person)) - before


def resigned_seat(club: Club) -> tuple[str, str]:
    agree(club, "cheops", PEOPLE[:3], "days=2")
    letter = club.last(PEOPLE[2])
    resign(club, PEOPLE[2])
    return PEOPLE[2], address_of(letter["Reply-To"])


def ended_seat(club: Club) -> tuple[str, str]:
    club.begin()
    letter = club.last(BOB)
    club.answer(letter, "resign")
    club.pass_time(days=40)
    return BOB, address_of(letter["Reply-To"])


def revoked_seat(club: Club) -> tuple[str, str]:
    club.begin()
    with club.context.store.writing() as session:
        session.execute(update(Seat).values(epoch=Seat.epoch + 1))
    return BOB, address_of(club.last(BOB)["Reply-To"])


@pytest.mark.parametrize("dead_seat", [resigned_seat, ended_seat, revoked_seat])
def test_a_robot_at_an_ended_seat_gets_few_answers_and_the_last_one_says_so(
    club: Club, dead_seat: Callable[[Club], tuple[str, str]]
) -> None:
    person, to = dead_seat(club)
    assert loop(club, person, to, rounds=12) == reply_limits.REFUSALS_A_DAY
    assert "Others like them get no answer before" in prose_of(club.last(person))
    club.pass_time(days=1)
    assert loop(club, person, to, rounds=1) == 1


@pytest.mark.parametrize("line", ["castle to the moon", "board", "claim"])
def test_letters_that_change_nothing_get_a_limited_number_of_receipts_an_hour(
    club: Club, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setattr(reply_limits, "UNCHANGED_AN_HOUR", 4)
    club.begin()
    mover, count = to_move(club), len(club.letters(to_move(club)))
    to = address_of(club.last(mover)["Reply-To"])
    for n in range(8):
        number = club.write(mover, to, line, subject=f"{n}")
    told = [("get no answer before" in prose_of(letter)) for letter in club.letters(mover)[count:]]
    assert told == [False, False, False, True]
    assert club.inbox(number).account is not None
    club.write(mover, to, "M14")
    assert "Played: M14" in prose_of(club.last(mover)), "what changes something is always answered"
    club.pass_time(hours=1)
    club.write(mover, to, line)
    assert "get no answer before" not in prose_of(club.last(mover))


def test_the_receipts_of_one_match_do_not_count_in_another(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply_limits, "UNCHANGED_AN_HOUR", 2)
    club.begin()
    first = address_of(club.last(ANNA)["Reply-To"])
    for n in range(4):
        club.write(ANNA, first, "board", subject=f"{n}")
    club.begin()
    count = len(club.letters(ANNA))
    club.answer(club.last(ANNA), "board")
    assert len(club.letters(ANNA)) == count + 1
