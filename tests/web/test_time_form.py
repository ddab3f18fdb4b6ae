"""The part of the form for a new match that is about time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select

from adjudicator.match.timekeeping.instants import DAY, HOUR
from adjudicator.match.timekeeping.terms import Bank, Late, Undo
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from testkit.browser import Browser
from testkit.club import ANNA, Club, prose_of


def test_each_pace_is_told_in_a_sentence_and_can_be_chosen(club: Club, anna: Browser) -> None:
    anna.open("/new")
    for said in ("Slow: 30 days for each player", "Club: 10 days for each", "Brisk: 3 days for each"):
        assert said in anna.page.text
    anna.submit("/new", **{"kind-1": "house", "pace": "slow", "off-weekends": "1", "late": "lose", "grace": "none"})
    terms = club.match().terms
    assert terms
    assert (terms.time, terms.late, terms.grace) == (Bank(30 * DAY, 2 * DAY, 30 * DAY), Late.LOSE, 0)
    assert "the clock rests in the free times" in anna.page.text.lower()
    assert "Who is late gets no grace. Then the match is lost." in anna.page.text


def test_taking_back_is_chosen_and_told(club: Club, anna: Browser) -> None:
    anna.open("/new").submit("/new", **{"kind-1": "house", "undo": "free"})
    terms = club.match().terms
    assert terms
    assert terms.undo is Undo.FREE
    assert "Until another player has moved" in anna.page.text


def test_a_time_of_ones_own_is_written_as_in_a_letter(club: Club, anna: Browser) -> None:
    anna.open("/new").submit("/new", **{"kind-1": "house", "pace": "own", "own": "20d + 36h max=25d"})
    terms = club.match().terms
    assert terms
    assert terms.time == Bank(20 * DAY, 36 * HOUR, 25 * DAY)


@pytest.mark.parametrize(("own", "right"), [("soon", "Try: 7d, 36h"), ("3h", "time=12h"), ("", "Try: 7d")])
def test_a_time_that_cannot_be_comes_back_with_one_that_can(anna: Browser, own: str, right: str) -> None:
    anna.open("/new").submit("/new", **{"kind-1": "house", "pace": "own", "own": own})
    assert anna.status == 422
    assert right in anna.page.text
    assert anna.page.form("/new").fields["own"] == own


def test_a_visitor_confirms_the_terms_by_mail(club: Club, browser: Browser) -> None:
    browser.open("/new").submit(
        "/new", address="anna@anna.example", name="Anna", **{"kind-1": "house", "pace": "brisk", "off-nights": "1"}
    )
    assert "3 days for each player, 12 hours more" in prose_of(club.last(ANNA))
    club.answer(club.last(ANNA), "yes")
    terms = club.match().terms
    assert terms
    assert terms.time == Bank(72 * HOUR, 12 * HOUR, 120 * HOUR)


def test_a_pace_tells_how_long_its_matches_lasted_here_once_there_are_some(club: Club, anna: Browser) -> None:
    for _ in range(4):
        anna.open("/new").submit("/new", **{"kind-1": "house", "pace": "brisk"})
    end_all_matches(club, timedelta(weeks=9))
    assert "for a match here" not in anna.open("/new").page.text
    anna.submit("/new", **{"kind-1": "house", "pace": "brisk"})
    end_all_matches(club, timedelta(weeks=9))
    assert "at most 5 days together; about 9 weeks for a match here" in anna.open("/new").page.text


def end_all_matches(club: Club, after: timedelta) -> None:
    with club.context.store.writing() as session:
        for match in session.scalars(select(Match)):
            assert match.started_at
            match.state, match.finished_at = MatchState.FINISHED, match.started_at + after
