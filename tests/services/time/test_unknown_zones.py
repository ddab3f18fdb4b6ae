"""A player whose zone this machine does not know, as after a move to older zone data, harms nobody in any job.

Their times are told and reckoned in UTC until the zone is known again; what they chose stays stored.
"""

from __future__ import annotations

import pytest
from sqlalchemy import select

from adjudicator.store.states import MatchState
from adjudicator.store.tables import Outbox, Player
from testkit.automatic_mail import player_of, sweep
from testkit.club import Club, other, to_move
from tests.services.digest_club import seat_address

ZONES = ("America/Gone", "Europe", "../passwd", "", "UTC+77:00")
"""A name of newer zone data, a folder of them, one outside them, none, and an offset that no clock has."""
LINES = ("digest 18:00", "quiet 22-7", "off weekends nights 23-7", "away 5.12.-8.12.", "remind 1d 6h")


def settle(club: Club, person: str, zone: str) -> None:
    """Let a player choose everything that is reckoned in their zone, and then live in one that is not known."""

    def letters() -> None:
        for line in LINES:
            club.answer(club.last(person), line, sender=person)

    club.play_beginning(("everything that is reckoned in a zone", person), letters)
    with club.context.store.writing() as session:
        player = session.scalars(select(Player).where(Player.id == player_of(club, person).id)).one()
        player.zone = zone
        assert player.quiet_hours is not None
        assert player.digest is not None


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("moves", [True, False])
def test_all_jobs_go_on_with_a_player_in_an_unknown_zone(club: Club, zone: str, *, moves: bool) -> None:
    match = club.begin("days=5", "off=weekends,nights")
    mover = to_move(club)
    reader = other(mover)
    settle(club, mover if moves else reader, zone)
    for hours in (5, 20, 30, 40):
        club.pass_time(hours=hours)
        sweep(club)
    club.write(mover, seat_address(club, match.code), "M14")
    assert club.inbox(club.written).verdict == "played"
    for person in (mover, reader):
        club.answer(club.last(person, match.code), "status\npress Hello!", sender=person)
        assert club.inbox(club.written).verdict == "done"
    for days in (*[5] * 6, 15, 30):  # it ends on the way, and something is due for weeks
        club.pass_time(days=days)
        sweep(club)
    with club.context.store.reading() as session:
        assert not session.scalars(select(Outbox.error).where(Outbox.error != "")).all()
    assert club.match().state is not MatchState.RUNNING
