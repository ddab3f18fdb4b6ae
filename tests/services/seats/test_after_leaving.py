"""Somebody who left a match is no player of it any more: nothing that they do later acts for their old seat."""

from __future__ import annotations

import pytest

from testkit.agreed_match import PEOPLE, agree
from testkit.club import Club, prose_of
from testkit.seats_at_table import resign


def leave(club: Club, terms: str = "") -> tuple[str, str, str]:
    """Begin a match of three, which the player to move leaves; return them and the two who stay."""
    agree(club, "cheops", PEOPLE[:3], f"days=2 grace=0 absence=0 late=claim {terms}".strip())
    first = club.match().to_move or 0
    leaver, *others = PEOPLE[first:3] + PEOPLE[:first]
    resign(club, leaver)
    return leaver, others[0], others[1]


def ask_service(club: Club, person: str, line: str) -> None:
    """Write a line to the service, and say yes to its question."""
    club.write(person, club.context.addresses.service, line)
    club.answer(club.last(person), "yes")


@pytest.mark.parametrize("line", ["rematch", "rematch open"])
def test_they_cannot_ask_for_a_rematch(club: Club, line: str) -> None:
    leaver, second, third = leave(club)
    resign(club, second)
    club.answer(club.last(third), "resign")
    over = club.match().code
    assert club.inbox(club.answer(club.last(leaver), line)).verdict == "refused: left_before"
    assert "only those who stayed can ask for a rematch" in prose_of(club.last(leaver))
    assert club.match().code == over


def test_revoking_their_addresses_gives_them_no_letter_to_move(club: Club) -> None:
    leaver, *_ = leave(club, "vacant=wait")
    assert club.match().seats[club.match().to_move or 0].waits_until
    before = len(club.letters(leaver, "Your turn"))
    ask_service(club, leaver, "revoke")
    assert len(club.letters(leaver, "Your turn")) == before


def test_the_others_do_not_hear_that_they_want_no_letters(club: Club) -> None:
    leaver, second, third = leave(club)
    before = [len(club.letters(one)) for one in (second, third)]
    ask_service(club, leaver, "stop")
    assert [len(club.letters(one)) for one in (second, third)] == before
