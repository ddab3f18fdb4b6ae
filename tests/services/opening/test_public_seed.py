"""The seed of a match is public when it is over; after an end by time only when no host can open it again (R41)."""

from __future__ import annotations

from datetime import timedelta

from adjudicator.match.match_result import EndKind
from adjudicator.services.matches.finished.archive import is_open_to_study, public_seed
from testkit.club import ANNA, Club, other, to_move


def test_a_seed_is_public_at_the_end_and_never_before(club: Club) -> None:
    club.begin("days=3")
    assert public_seed(club.match(), club.now) == ""
    club.answer(club.last(ANNA), "resign")
    assert public_seed(club.match(), club.now) == club.match().seed.hex()


def test_after_an_end_by_time_the_seed_waits_for_a_week(club: Club) -> None:
    club.begin("days=3 grace=0 absence=0")
    club.pass_time(days=3, hours=2)
    waiting = other(to_move(club))
    club.answer(club.last(waiting), "claim")
    match = club.match()
    assert match.end
    assert match.end.kind is EndKind.TIME
    assert public_seed(match, club.now + timedelta(days=6)) == ""
    assert not is_open_to_study(match, club.now + timedelta(days=6))
    assert public_seed(match, club.now + timedelta(days=7)) == match.seed.hex()
    assert is_open_to_study(match, club.now + timedelta(days=7))
