"""What was accepted in time counts, however late it is judged and however its address is spelt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import TypeVar

import pytest
from sqlalchemy import select

from adjudicator.services.digest import digest_answers
from adjudicator.services.digest.digest_letter import find_own_matches, open_digest
from adjudicator.services.identity.reply_addresses import LIFE_AFTER_MATCH
from adjudicator.services.inbound import intake
from adjudicator.services.jobs import judging, periodic_sweep
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Player, Request
from testkit import identity_changes
from testkit.cases import check_cases
from testkit.club import ANNA, BOB, Club, address_of, offered, other, prose_of, to_move

T = TypeVar("T")

MINUTE = timedelta(minutes=1)
SPELT: dict[str, Callable[[str], str]] = {"as we wrote it": str, "capitals": str.upper, "title": str.title}
WRITERS = (ANNA, BOB, "Carla <carla@carla.example>")
DIRK = "Dirk <dirk@dirk.example>"
FORWARDER = "SRS0=abc=x@forwarder.example"


def accept(club: Club, writer: str, letter: EmailMessage, words: str, **envelope: str) -> int:
    """Accept an answer to a letter, and judge nothing: the worker is busy. `envelope`: another recipient and sender."""
    club.written += 1
    to = envelope.get("to", address_of(letter["Reply-To"]))
    raw = (
        f"From: {writer}\r\nTo: {to}\r\nMessage-ID: <busy{club.written}@mail.example>\r\n"
        f"References: {letter['Message-ID']}\r\n\r\n{words}\r\n"
    ).encode()
    sender = envelope.get("sender", address_of(writer))
    number = intake.accept_letter(club.context, intake.Arrival(raw, to, sender, "smtp", trusted_relay=True), club.now)
    club.queue.enqueued.clear()
    return number


def sweep(club: Club) -> None:
    """Let the sweep come by while the worker is busy."""
    periodic_sweep.run_sweep(club.context, club.now)
    club.queue.enqueued.clear()


def judge(club: Club, number: int) -> str:
    judging.judge_letter(club.context, number, club.now)
    club.work()
    return club.inbox(number).verdict


def begin_several(club: Club, cases: Iterable[T], terms: str) -> dict[T, tuple[str, str, EmailMessage]]:
    """Begin a match for each case at the same moment; return its code, who is to move, and their letter."""
    begun = {}
    for case in cases:
        code = club.begin(terms).code
        mover = to_move(club)
        begun[case] = code, mover, club.last(mover, code)
    return begun


def wait_for_deadline(club: Club) -> datetime:
    """Let the last minute of the turn come; all matches have the same."""
    due = club.match().due_at
    assert due is not None
    club.pass_time(seconds=(due - MINUTE - club.now).total_seconds())
    sweep(club)
    return due


def states(club: Club) -> set[MatchState]:
    with club.context.store.reading() as session:
        return set(session.scalars(select(Match.state)))


ADDRESSED = [
    *((spelt, FORWARDER) for spelt in (*SPELT, "the service alone")),
    ("capitals", "its own"),
    ("title", "unknown"),
]


def test_an_order_in_the_last_minute_is_played_however_it_is_addressed(any_club: Club) -> None:
    club = any_club
    begun = begin_several(club, ADDRESSED, "days=1 grace=0 absence=0 late=lose")
    due = wait_for_deadline(club)
    numbers = {}
    for (spelt, sender), (_, mover, letter) in begun.items():
        to = address_of(letter["Reply-To"])
        to = SPELT[spelt](to) if spelt in SPELT else club.context.addresses.service
        own = address_of(mover) if sender == "its own" else sender
        numbers[spelt, sender] = accept(club, mover, letter, offered(letter)[0], to=to, sender=own)
    for _ in range(3):
        club.pass_time(minutes=10)
        sweep(club)
    assert club.now > due
    assert states(club) == {MatchState.RUNNING}
    assert {case: judge(club, number) for case, number in numbers.items()} == dict.fromkeys(ADDRESSED, "played")


def test_an_answer_to_a_digest_in_the_last_minute_is_played_however_it_is_addressed(any_club: Club) -> None:
    club = any_club
    begun = begin_several(club, SPELT, "days=1 grace=0 absence=0 late=lose")
    wait_for_deadline(club)
    digests = {mover: address_for_digest(club, mover, 1) for _, mover, _ in begun.values()}
    numbers = {}
    for spelt, (code, mover, letter) in begun.items():
        to = SPELT[spelt](digests[mover])
        numbers[spelt] = accept(club, mover, letter, f"{code} {offered(letter)[0]}", to=to, sender=FORWARDER)
    for _ in range(3):
        club.pass_time(minutes=10)
        sweep(club)
    assert states(club) == {MatchState.RUNNING}
    assert {spelt: judge(club, number) for spelt, number in numbers.items()} == dict.fromkeys(SPELT, "played")


def test_an_absence_in_the_last_minute_stops_the_clock(club: Club) -> None:
    terms = ("days=1", "grace=0", "late=lose")
    club.begin(*terms)
    first, answered = to_move(club), club.last(to_move(club))
    club.begin(*terms, first=WRITERS[2], second=DIRK)
    seat = club.match().to_move
    assert seat is not None
    second = (WRITERS[2], DIRK)[seat]
    for person in (first, second):
        club.answer(club.last(person), "absences by hand")
    club.write(second, club.context.addresses.service, "absence 5 days")
    asked = club.last(second)
    due = wait_for_deadline(club)
    numbers = [accept(club, first, answered, "absence 5 days"), accept(club, second, asked, "yes")]
    club.pass_time(minutes=10)
    assert [judge(club, number) for number in numbers] == ["done", "confirmed"]
    sweep(club)
    assert states(club) == {MatchState.RUNNING}
    assert club.match().due_at == datetime(2026, 12, 2, 1, tzinfo=UTC), "a minute was left"
    assert due < club.now


def test_the_days_of_a_letter_are_those_of_when_it_was_accepted(club: Club) -> None:
    club.begin("days=7")
    letters = {line: club.last(ANNA) for line in ("absence until tomorrow", "pause until tomorrow")}
    letters[f"substitute until tomorrow by {address_of(WRITERS[2])}"] = club.last(ANNA)
    club.pass_time(hours=4, minutes=59)
    numbers = [accept(club, ANNA, letter, line) for line, letter in letters.items()]
    club.pass_time(minutes=10)
    assert [judge(club, number) for number in numbers] == ["done", "done", "done"]
    assert "You are away until 28 November 2026" in str(club.letters(ANNA)[-3]["Subject"])
    assert "Anna asks for a pause until the end of 28 November" in prose_of(club.last(BOB, "do you agree?"))
    assert "in their place until 28 November" in prose_of(club.last(WRITERS[2]))


def address_for_digest(club: Club, person: str, number: int) -> str:
    with unit_of_work(club.context, club.now) as work:
        player = work.session.scalars(select(Player).where(Player.address == address_of(person))).one()
        digest = open_digest(work, player, number, find_own_matches(work, player))
        return club.context.addresses.digest(digest.id, digest.created_at)


def test_a_claim_waits_for_an_order_that_was_accepted_before(any_club: Club) -> None:
    club = any_club
    begun = begin_several(club, SPELT, "days=1 grace=0 absence=0")
    club.now = wait_for_deadline(club) + 2 * MINUTE
    sweep(club)
    club.work()
    orders, claims = {}, {}
    for spelt, (_, mover, letter) in begun.items():
        to = SPELT[spelt](address_of(letter["Reply-To"]))
        orders[spelt] = accept(club, mover, letter, offered(letter)[0], to=to, sender=FORWARDER)
    club.pass_time(minutes=1)
    for spelt, (code, mover, _) in begun.items():
        claims[spelt] = club.answer(club.last(other(mover), code), "claim", sender=other(mover))
    assert states(club) == {MatchState.RUNNING}
    with check_cases() as case:
        for spelt in SPELT:
            with case(spelt):
                assert judge(club, orders[spelt]).startswith("played")
                assert club.inbox(claims[spelt]).verdict.startswith("refused")


def new_match(club: Club, writer: str) -> tuple[str, EmailMessage]:
    club.write(writer, club.context.addresses.service, "new egyptos with dirk@dirk.example days=3")
    return writer, club.last(writer)


def invitation(club: Club, writer: str) -> tuple[str, EmailMessage]:
    _, question = new_match(club, writer)
    club.answer(question, "yes", sender=writer)
    return DIRK, club.last(DIRK)


def setting(club: Club, writer: str) -> tuple[str, EmailMessage]:
    club.begin(first=writer, second=DIRK)
    club.write(writer, club.context.addresses.service, "zone Rome")
    return writer, club.last(writer)


def new_address(club: Club, writer: str) -> tuple[str, EmailMessage]:
    club.begin(first=writer, second=DIRK)
    return writer, identity_changes.ask(club, writer, f"address other.{address_of(writer)}")


@pytest.mark.parametrize("ask", [new_match, invitation, setting, new_address])
def test_a_yes_in_the_last_minute_of_its_question_counts(
    any_club: Club, ask: Callable[[Club, str], tuple[str, EmailMessage]]
) -> None:
    club = any_club
    asked = {spelt: ask(club, writer) for spelt, writer in zip(SPELT, WRITERS, strict=True)}
    club.now = newest_request(club).expires_at - MINUTE
    numbers = {}
    for spelt, (writer, question) in asked.items():
        to = SPELT[spelt](address_of(question["Reply-To"]))
        numbers[spelt] = accept(club, writer, question, "yes", to=to, sender=FORWARDER)
    for _ in range(3):
        club.pass_time(minutes=30)
        sweep(club)
    assert {spelt: judge(club, number) for spelt, number in numbers.items()} == dict.fromkeys(SPELT, "confirmed")


def newest_request(club: Club) -> Request:
    with club.context.store.reading() as session:
        asked = session.scalars(select(Request).order_by(Request.id.desc())).first()
    assert asked is not None
    return asked


def test_a_seat_is_given_away_when_the_guest_has_said_nothing_in_time(club: Club) -> None:
    writer, question = invitation(club, ANNA)
    club.now = newest_request(club).expires_at + MINUTE
    number = accept(club, writer, question, "yes")
    sweep(club)
    assert judge(club, number).startswith("refused")


@pytest.mark.parametrize("first", ["the sweep", "the answer"])
def test_an_invitation_stands_longer_by_the_time_without_the_service(club: Club, first: str) -> None:
    guest, asked = invitation(club, ANNA)
    sweep(club)
    club.pass_time(days=13)
    club.be_away(days=2)
    if first == "the sweep":
        sweep(club)
        club.pass_time(hours=20)
        sweep(club)
    number = accept(club, guest, asked, "yes")
    assert judge(club, number) == "confirmed"
    assert club.match().state is MatchState.RUNNING


def test_an_invitation_that_ran_out_before_an_outage_stands_no_longer(club: Club) -> None:
    guest, asked = invitation(club, ANNA)
    sweep(club)
    club.pass_time(days=15)
    club.be_away(days=2)
    number = accept(club, guest, asked, "yes")
    assert judge(club, number) == "refused: expired"


def test_a_letter_in_the_last_minute_of_its_address_is_answered(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    club.answer(club.last(mover), "resign\nyes")
    assert club.match().state is MatchState.FINISHED
    ended = club.match().finished_at
    assert ended is not None
    club.now = ended + LIFE_AFTER_MATCH - MINUTE
    number = accept(club, mover, club.last(mover), "status")
    club.pass_time(minutes=2)
    assert judge(club, number) == "answered"


def test_an_answer_in_the_last_minute_of_a_digest_counts(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    to, letter = address_for_digest(club, mover, 1), club.last(mover)
    club.now += digest_answers.LIFE - MINUTE
    number = accept(club, mover, letter, "zone Rome", to=to)
    club.pass_time(minutes=2)
    assert judge(club, number) == "done"


def test_digests_that_came_after_an_answer_do_not_outdate_it(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    to, letter = address_for_digest(club, mover, 1), club.last(mover)
    club.pass_time(minutes=1)
    number = accept(club, mover, letter, "zone Rome", to=to)
    for later in (2, 3, 4):
        club.pass_time(minutes=1)
        address_for_digest(club, mover, later)
    assert judge(club, number) == "done"
