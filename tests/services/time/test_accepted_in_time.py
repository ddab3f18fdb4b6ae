"""What was accepted in time counts, however late it is judged and however its address is spelt."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage

import pytest
from sqlalchemy import select

from adjudicator.services.digest import digest_answers
from adjudicator.services.digest.digest_letter import find_own_matches, open_digest
from adjudicator.services.identity.reply_addresses import LIFE_AFTER_MATCH
from adjudicator.services.inbound import intake
from adjudicator.services.jobs import judging, periodic_sweep
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Player, Request
from testkit import identity_changes
from testkit.club import ANNA, BOB, Club, address_of, offered, to_move

MINUTE = timedelta(minutes=1)
SPELT: dict[str, Callable[[str], str]] = {"as we wrote it": str, "capitals": str.upper, "title": str.title}
FORWARDER = "SRS0=abc=x@forwarder.example"


def accept(club: Club, writer: str, letter: EmailMessage, words: str, **other: str) -> int:
    """Accept an answer to a letter, and judge nothing: the worker is busy. `other` are another recipient and sender."""
    club.written += 1
    to = other.get("to", address_of(letter["Reply-To"]))
    raw = (
        f"From: {writer}\r\nTo: {to}\r\nMessage-ID: <busy{club.written}@mail.example>\r\n"
        f"References: {letter['Message-ID']}\r\n\r\n{words}\r\n"
    ).encode()
    sender = other.get("sender", address_of(writer))
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


def wait_for_deadline(club: Club) -> datetime:
    """Let the last minute of the turn come."""
    due = club.match().due_at
    assert due is not None
    club.pass_time(seconds=(due - MINUTE - club.now).total_seconds())
    sweep(club)
    return due


@pytest.mark.parametrize(
    ("spelt", "sender"),
    [*((spelt, FORWARDER) for spelt in (*SPELT, "the service alone")), ("capitals", "its own"), ("title", "unknown")],
)
def test_an_order_in_the_last_minute_is_played_however_it_is_addressed(any_club: Club, spelt: str, sender: str) -> None:
    club = any_club
    club.begin("days=1 grace=0 absence=0 late=lose")
    mover = to_move(club)
    letter = club.last(mover)
    to = address_of(letter["Reply-To"])
    to = SPELT[spelt](to) if spelt in SPELT else club.context.addresses.service
    due = wait_for_deadline(club)
    number = accept(
        club, mover, letter, offered(letter)[0], to=to, sender=address_of(mover) if sender == "its own" else sender
    )
    for _ in range(3):
        club.pass_time(minutes=10)
        sweep(club)
    assert club.now > due
    assert club.match().state is MatchState.RUNNING
    assert judge(club, number) == "played"


@pytest.mark.parametrize("spelt", SPELT)
def test_an_answer_to_a_digest_in_the_last_minute_is_played_however_it_is_addressed(any_club: Club, spelt: str) -> None:
    club = any_club
    match = club.begin("days=1 grace=0 absence=0 late=lose")
    mover = to_move(club)
    letter = club.last(mover)
    wait_for_deadline(club)
    to = SPELT[spelt](address_for_digest(club, mover, 1))
    words = f"{match.code} {offered(letter)[0]}"
    number = accept(club, mover, letter, words, to=to, sender=FORWARDER)
    for _ in range(3):
        club.pass_time(minutes=10)
        sweep(club)
    assert club.match().state is MatchState.RUNNING
    assert judge(club, number) == "played"


def address_for_digest(club: Club, person: str, number: int) -> str:
    with unit_of_work(club.context, club.now) as work:
        player = work.session.scalars(select(Player).where(Player.address == address_of(person))).one()
        digest = open_digest(work, player, number, find_own_matches(work, player))
        return club.context.addresses.digest(digest.id, digest.created_at)


@pytest.mark.parametrize("spelt", SPELT)
def test_a_claim_waits_for_an_order_that_was_accepted_before(any_club: Club, spelt: str) -> None:
    club = any_club
    club.begin("days=1 grace=0 absence=0")
    mover = to_move(club)
    letter, waiting = club.last(mover), BOB if mover == ANNA else ANNA
    club.now = wait_for_deadline(club) + 2 * MINUTE
    sweep(club)
    club.work()
    to = SPELT[spelt](address_of(letter["Reply-To"]))
    order = accept(club, mover, letter, offered(letter)[0], to=to, sender=FORWARDER)
    club.pass_time(minutes=1)
    claim = club.answer(club.last(waiting), "claim", sender=waiting)
    assert club.match().state is MatchState.RUNNING
    assert judge(club, order).startswith("played")
    assert club.inbox(claim).verdict.startswith("refused")


def new_match(club: Club) -> tuple[str, EmailMessage]:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example days=3")
    return ANNA, club.last(ANNA)


def invitation(club: Club) -> tuple[str, EmailMessage]:
    writer, question = new_match(club)
    club.answer(question, "yes", sender=writer)
    return BOB, club.last(BOB)


def setting(club: Club) -> tuple[str, EmailMessage]:
    club.begin()
    club.write(ANNA, club.context.addresses.service, "zone Rome")
    return ANNA, club.last(ANNA)


def new_address(club: Club) -> tuple[str, EmailMessage]:
    club.begin()
    return ANNA, identity_changes.ask(club, ANNA, "address other@home.example")


@pytest.mark.parametrize("spelt", SPELT)
@pytest.mark.parametrize("ask", [new_match, invitation, setting, new_address])
def test_a_yes_in_the_last_minute_of_its_question_counts(
    any_club: Club, ask: Callable[[Club], tuple[str, EmailMessage]], spelt: str
) -> None:
    club = any_club
    writer, question = ask(club)
    with club.context.store.reading() as session:
        asked = session.scalars(select(Request).order_by(Request.id.desc())).first()
    assert asked is not None
    club.now = asked.expires_at - MINUTE
    to = SPELT[spelt](address_of(question["Reply-To"]))
    number = accept(club, writer, question, "yes", to=to, sender=FORWARDER)
    for _ in range(3):
        club.pass_time(minutes=30)
        sweep(club)
    assert judge(club, number) == "confirmed"


def test_a_seat_is_given_away_when_the_guest_has_said_nothing_in_time(club: Club) -> None:
    writer, question = invitation(club)
    with club.context.store.reading() as session:
        asked = session.scalars(select(Request).order_by(Request.id.desc())).first()
    assert asked is not None
    club.now = asked.expires_at + MINUTE
    number = accept(club, writer, question, "yes")
    sweep(club)
    assert judge(club, number).startswith("refused")


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
