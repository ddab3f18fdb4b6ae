"""A line of a list says the same of a match, whether it is loaded with all that the match has or without the ORM."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import product

from flask import Flask
from sqlalchemy import select

from adjudicator.services.context import Context
from adjudicator.services.matches.names.listed_matches import ListedMatch, read_listed
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.states import MatchState, PublicName, SeatState
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts.language.language import LANGUAGES, language_for
from adjudicator.web.matches.match_list import summarize_match
from adjudicator.web.request.current_user import Visitor
from testkit.club import Club
from testkit.finished_matches import Played, finish_matches

NOW = datetime(2027, 1, 1, tzinfo=UTC)
MATCHES = (
    Played(drawn=9),
    Played(drawn=9, resigns=None),
    Played(drawn=9, rules="cheops/1", seats=4, resigns=None),
    Played(drawn=9, rules="pharao/1", seats=3),
)


def fill(context: Context) -> None:
    """Finish matches of people of all kinds, and let others run or wait for somebody."""
    finish_matches(context, NOW, MATCHES)
    with unit_of_work(context, NOW) as work:
        matches = work.session.scalars(select(Match).order_by(Match.id)).all()
        anna, bob, carla = work.session.scalars(select(Player).order_by(Player.id)).all()[:3]
        bob.shown, bob.alias = PublicName.ALIAS, "B."
        carla.shown = PublicName.NOTHING
        matches[1].seats[1].player, matches[1].seats[1].house = None, True
        matches[2].seats[3].vacant_at = NOW  # version 1: no new epoch
        matches[3].seats[1].epoch, matches[3].seats[1].owner_id = 1, anna.id
        common = {"rules": "egyptos/1", "options": {}, "created_at": NOW, "seed": b"1" * 16}
        free = Seat(number=1, state=SeatState.INVITED, guest="eva@eva.example", salt="")
        here = Seat(number=0, state=SeatState.JOINED, player=anna, salt="")
        work.session.add(Match(code="OPEN", state=MatchState.INVITING, seats=[here, free], **common))
        two = [Seat(number=n, state=SeatState.JOINED, player=one, salt="") for n, one in enumerate((anna, bob))]
        running = Match(code="RUNS", state=MatchState.RUNNING, seats=two, since=NOW, to_move=1, due_at=NOW, **common)
        work.session.add(running)


def test_a_line_is_the_same_without_the_orm(app: Flask, club: Club) -> None:
    fill(club.context)
    with app.test_request_context("/"), club.context.store.reading() as session:
        matches = session.scalars(select(Match).order_by(Match.id)).all()
        listed = read_listed(session, [match.id for match in matches])
        assert [isinstance(listed[match.id], ListedMatch) for match in matches] == [True, True, True, False, True, True]
        readers = [None, *session.scalars(select(Player)).all()]
        assert len(readers) > 4
        for reader, match, language in product(readers, matches, LANGUAGES):
            who = Visitor(reader, language_for(language))
            assert summarize_match(listed[match.id], who) == summarize_match(match, who), match.code


def test_of_nothing_nothing_is_loaded(club: Club) -> None:
    with club.context.store.reading() as session:
        assert read_listed(session, []) == {}
