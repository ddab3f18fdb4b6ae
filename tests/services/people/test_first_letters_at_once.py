"""Two letters of somebody who is new here, judged at the same instant, make one player."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from adjudicator.services.players import players
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Player
from testkit.club import Club


def test_who_comes_second_finds_the_player_that_the_first_has_made(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    address, find = "anna@anna.example", players.find_player
    with unit_of_work(club.context, club.now) as work:
        first = players.get_or_create_player(work, address, "Anna", "de").id
    not_yet = iter([None])
    monkeypatch.setattr(players, "find_player", lambda session, wanted: next(not_yet, find(session, wanted)))
    with unit_of_work(club.context, club.now) as work:
        assert players.get_or_create_player(work, address, "Anna", "de").id == first
        assert work.session.scalar(select(func.count(Player.id))) == 1
