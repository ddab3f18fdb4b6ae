"""A seat that is kept for an address is its player's: whichever address of theirs it is, and by whichever letter."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.services.digest.digest_letter import find_own_matches, last_number, open_digest
from adjudicator.services.players.players import find_player
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.states import MatchState
from testkit.cases import check_cases
from testkit.club import ANNA, BOB, Club, address_of
from testkit.identity_changes import add

OTHER = "Bob <bob@second.example>"


def answer_the_invitation(club: Club, _: str, guest: str) -> None:
    club.answer(club.last(BOB), "yes", sender=guest)


def ask_the_service(club: Club, code: str, _: str, sender: str = BOB) -> None:
    club.write(sender, club.context.addresses.service, f"join {code}")
    club.answer(club.last(BOB), "yes", sender=BOB)


def ask_the_service_from_the_other(club: Club, code: str, guest: str) -> None:
    ask_the_service(club, code, guest, OTHER)


def answer_a_digest(club: Club, code: str, _: str) -> None:
    with unit_of_work(club.context, club.now) as work:
        player = find_player(work.session, address_of(BOB))
        assert player is not None
        made = open_digest(work, player, last_number(work, player) + 1, find_own_matches(work, player))
        to = club.context.addresses.digest(made.id, made.created_at)
    club.write(BOB, to, f"join {code}")


def test_an_invitation_is_taken_by_each_letter(club: Club) -> None:
    club.begin()
    add(club, BOB, OTHER)
    doors: tuple[Callable[[Club, str, str], None], ...] = (
        *(answer_the_invitation, ask_the_service, ask_the_service_from_the_other, answer_a_digest),
    )
    with check_cases() as case:
        for guest in (BOB, OTHER):
            for join in doors:
                with case(guest, join.__name__):
                    club.pass_time(hours=1)  # else there are too many answers in an hour
                    club.write(ANNA, club.context.addresses.service, f"new egyptos with {address_of(guest)}")
                    club.answer(club.last(ANNA), "yes")
                    join(club, club.match().code, guest)
                    assert club.match().state is MatchState.RUNNING
