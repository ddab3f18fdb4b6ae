"""What was accepted before a vote is decided counts in it, and a move ends a vote about its player, however it came."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from adjudicator.match.consent import ProposalOutcome
from adjudicator.services.jobs import judging
from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.store.tables import Match, ProposalRow
from testkit.agreed_match import PEOPLE
from testkit.automatic_mail import sweep
from testkit.club import Club, text_of
from testkit.seats_at_table import begin_table, resign, seat_of

EVE = "Eve <eve@eve.example>"
AGREE, REFUSE = ProposalOutcome.AGREED, ProposalOutcome.REFUSED


def vote(club: Club) -> ProposalRow:
    with club.context.store.reading() as session:
        return session.scalars(select(ProposalRow)).one()


def address_of_seat(club: Club, person: str) -> str:
    match, seat = club.match(), seat_of(club, person)
    return club.context.addresses.seat(match.code, seat, match.turn, match.seats[seat].epoch)


def seated(club: Club, number: int) -> bool:
    return club.match().seats[number].vacant_at is None


def ask_for_a_seat(club: Club) -> tuple[str, int]:
    """Let somebody ask for a vacant seat; return who is asked, and the seat."""
    asked, second, _ = begin_table(club)
    seat = seat_of(club, second)
    resign(club, second)
    club.write(EVE, club.context.addresses.service, f"takeover {club.match().code}")
    club.answer(club.last(EVE), "yes")
    return asked, seat


def vote_about_a_player(club: Club) -> tuple[str, int]:
    """Let two players vote that a third be put out, and time be all that is missing; return whom a no is left to."""
    late, second, third, fourth = begin_table(club, PEOPLE)
    club.pass_time(days=2, hours=1)
    sweep(club)
    club.answer(club.last(second), f"expel {late.partition(' ')[0]}")
    club.answer(club.last(third, "do you agree?"), "agree")
    return fourth, seat_of(club, late)


@pytest.mark.parametrize("ask", [ask_for_a_seat, vote_about_a_player])
@pytest.mark.parametrize("in_time", [True, False])
def test_a_no_of_the_last_minute_counts(club: Club, ask: Callable[[Club], tuple[str, int]], *, in_time: bool) -> None:
    person, seat = ask(club)
    before = seated(club, seat)
    decides = vote(club).decides_at
    assert decides is not None
    club.pass_time(seconds=(decides - club.now).total_seconds() + (-60 if in_time else 60))
    number = club.drop(person, address_of_seat(club, person), "refuse")
    club.queue.enqueued.clear()  # the worker is busy
    for _ in range(3):
        club.pass_time(minutes=1)
        run_sweep(club.context, club.now)
        club.queue.enqueued.clear()
    assert vote(club).outcome is (ProposalOutcome.OPEN if in_time else AGREE)
    judging.judge_letter(club.context, number, club.now)
    club.work()
    sweep(club)
    assert vote(club).outcome is (REFUSE if in_time else AGREE)
    assert seated(club, seat) is (before if in_time else not before)


def test_a_move_of_the_last_minute_keeps_its_player(club: Club) -> None:
    _, seat = vote_about_a_player(club)
    late = next(person for person in PEOPLE if seat_of(club, person) == seat)
    decides = vote(club).decides_at
    assert decides is not None
    club.pass_time(seconds=(decides - club.now).total_seconds() - 60)
    order = load_match(club.match()).orders[-1]
    number = club.drop(late, address_of_seat(club, late), order)
    club.queue.enqueued.clear()
    club.pass_time(minutes=2)
    run_sweep(club.context, club.now)
    club.queue.enqueued.clear()
    judging.judge_letter(club.context, number, club.now)
    club.work()
    assert vote(club).outcome is ProposalOutcome.OVERTAKEN
    assert seated(club, seat)


def test_a_move_by_a_plan_ends_the_vote_about_its_player(club: Club) -> None:
    late, second, third, fourth = begin_table(club, PEOPLE)
    club.pass_time(days=3)
    sweep(club)
    club.answer(club.last(second), "claim")
    club.write(second, address_of_seat(club, second), f"expel {late.partition(' ')[0]}")
    family = position_of(club).players[seat_of(club, late)].hand[0]
    # Nobody lays a tile there, and no tile of this family beside it.
    free = {word for order in orders(club) for word in order.split()}
    cell = "A1" if {"A1", "A2"} <= free else "A11"
    club.write(late, address_of_seat(club, late), f"if {cell} free then {family} {cell} keep; end")
    for person in (second, third, fourth):
        while club.match().to_move == seat_of(club, person):
            elsewhere = [one for one in orders(club) if {"A5", "A6", "A7", "A8"} & {*one.split()}]
            club.write(person, address_of_seat(club, person), (elsewhere or orders(club))[0])
    assert "as planned" in text_of(club.last(late))
    assert vote(club).outcome is ProposalOutcome.OVERTAKEN
    club.pass_time(days=8)
    sweep(club)
    assert seated(club, seat_of(club, late))


def position_of(club: Club) -> Any:
    with club.context.store.reading() as session:
        return load_match(session.get_one(Match, club.match().id)).table.position


def orders(club: Club) -> tuple[str, ...]:
    with club.context.store.reading() as session:
        return load_match(session.get_one(Match, club.match().id)).orders
