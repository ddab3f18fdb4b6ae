"""What a player has written is theirs, though they change their address before it is judged."""

from __future__ import annotations

from collections.abc import Callable
from unittest import mock

import pytest

from adjudicator.services.inbound import answer_parts, intake
from adjudicator.services.inbound.intake import FilledForm
from adjudicator.services.jobs import periodic_sweep
from adjudicator.services.orders import seat_handler
from adjudicator.store.tables import Player
from testkit.automatic_mail import player_of, sweep
from testkit.club import Club, address_of, prose_of, to_move
from tests.services.digest_club import begin_three, digest_of, seat_address

NEW = "new@else.example"


def hand_in_form(club: Club, person: str, text: str) -> None:
    form = FilledForm(seat_address(club, club.match().code), text, "0" * 32)
    intake.accept_form(club.context, player_of(club, person), form, club.now)


def form_of(club: Club) -> str:
    club.begin()
    mover = to_move(club)
    hand_in_form(club, mover, "M14")
    return mover


def delayed_orders(club: Club) -> str:
    club.begin()
    mover = to_move(club)
    club.answer(club.last(mover), "delay 30m\nM14")
    club.pass_time(minutes=30)
    periodic_sweep.run_sweep(club.context, club.now)
    return mover


def part_of_an_answer(club: Club) -> str:
    mover, found = begin_three(club)
    club.drop(mover, address_of(digest_of(club, mover)["Reply-To"]), f"{found[-1]} M14")
    with (
        mock.patch.object(answer_parts, "waiting_parts", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
    ):
        club.work()
    return mover


@pytest.mark.parametrize("writes", [form_of, delayed_orders, part_of_an_answer])
def test_it_is_judged_as_theirs(club: Club, writes: Callable[[Club], str]) -> None:
    mover = writes(club)
    turn = club.match().turn
    move_to_another_address(club, mover)
    club.pass_time(minutes=1)
    sweep(club)
    assert club.match().turn == turn + 1


def move_to_another_address(club: Club, person: str) -> None:
    with club.context.store.writing() as session:
        session.get_one(Player, player_of(club, person).id).address = NEW


def test_what_it_asks_is_asked_where_they_are_now(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    hand_in_form(club, mover, "resign")
    move_to_another_address(club, mover)
    before = len(club.letters(mover))
    club.work()
    assert "resign" in prose_of(club.last(NEW))
    assert len(club.letters(mover)) == before, "somebody else may read what is sent there"


def test_a_fault_of_it_is_told_where_they_are_now(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    hand_in_form(club, mover, "M14")
    move_to_another_address(club, mover)
    with mock.patch.object(seat_handler, "handle_seat_letter", side_effect=RuntimeError("a fault of ours")):
        club.work()
    assert len(club.letters(NEW)) == 1
