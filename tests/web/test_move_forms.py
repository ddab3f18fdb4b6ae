"""The other forms on the page of a match: messages, resigning, granting days, claiming."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine

from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from testkit.browser import Browser
from testkit.club import ANNA, Club, text_of, to_move
from tests.web.match_state import now


def test_press_reaches_the_other_player_and_no_spectator(
    club: Club, match: Match, mover: Browser, waiter: Browser, browser: Browser
) -> None:
    path = f"/m/{match.code}"
    mover.open(path).submit(f"{path}/press", text="Good luck,\nand have fun!")
    assert "Good luck, and have fun!" in mover.open(path).page.text
    assert "Good luck, and have fun!" in waiter.open(path).page.text
    assert "Good luck" not in browser.open(path).page.text
    assert any("Good luck" in text_of(letter) for letter in club.transport.letters)


def test_giving_up_is_asked_once_more(club: Club, match: Match, mover: Browser, waiter: Browser) -> None:
    path = f"/m/{match.code}"
    assert f"{path}/resign" in mover.open(path).page.links
    mover.open(f"{path}/resign")
    assert now(club, match).state is MatchState.RUNNING
    mover.submit(f"{path}/resign")
    assert now(club, match).state is MatchState.FINISHED
    assert "You have won" in waiter.open(path).page.text


def test_a_late_turn_can_be_given_days_or_claimed(club: Club, anna: Browser, bob: Browser) -> None:
    match = club.begin("days=2", "grace=0", "absence=0")
    waiter = bob if to_move(club) == ANNA else anna
    path = f"/m/{match.code}"
    assert f"{path}/claim" not in [form.action for form in waiter.open(path).page.forms]
    due = now(club, match).due_at
    assert due is not None
    with time_machine.travel(due + timedelta(hours=1)):
        waiter.open(path).submit(f"{path}/grant", days="3")
        extended = now(club, match).due_at
        assert extended is not None
        assert extended > due + timedelta(days=2)
        assert f"{path}/claim" not in [form.action for form in waiter.open(path).page.forms]
    with time_machine.travel(extended + timedelta(hours=1)):
        waiter.open(path).submit(f"{path}/claim")
        assert "You have won" in waiter.open(path).page.text
    assert now(club, match).state is MatchState.FINISHED


def test_the_page_tells_players_why_the_deadline_is_where_it_is(
    club: Club, anna: Browser, bob: Browser, browser: Browser
) -> None:
    match = club.begin("time=10d+1d", "off=weekends")
    mover, waiter = (anna, bob) if to_move(club) == ANNA else (bob, anna)
    path = f"/m/{match.code}"
    club.answer(club.last(to_move(club)), "off weekends\nabsence 1 Dec to 3 Dec")
    for reader, name in ((mover, "You have"), (waiter, "(?i:anna|bob) has")):
        said = reader.open(path).page.text
        assert "Why this deadline, and everybody's time" in said
        assert "3 days not counted: away" in said
        assert re.search(f"{name} (?:10 days|9 days and 23 hours) left", said)
    assert "not counted" not in browser.open(path).page.text


def test_a_nudge_is_a_button_while_it_would_go_out(club: Club, anna: Browser, bob: Browser) -> None:
    match = club.begin("time=none")
    path = f"/m/{match.code}"
    mover, waiter = (anna, bob) if to_move(club) == ANNA else (bob, anna)
    since = now(club, match).since
    assert since is not None
    assert f"{path}/nudge" not in [form.action for form in waiter.open(path).page.forms]
    with time_machine.travel(since + timedelta(days=3)):
        assert f"{path}/nudge" not in [form.action for form in mover.open(path).page.forms]
        waiter.open(path).submit(f"{path}/nudge")
        assert "We have written a friendly letter" in waiter.page.text
        assert f"{path}/nudge" not in [form.action for form in waiter.open(path).page.forms]
    assert club.letters(to_move(club), "looking forward")


@pytest.mark.parametrize("days", ["0", "61", "-1", "many", ""])
def test_days_that_do_not_exist_are_refused(waiter: Browser, match: Match, days: str) -> None:
    path = f"/m/{match.code}"
    waiter.open(path).submit(f"{path}/grant", days=days)
    assert waiter.status == 400


@pytest.mark.parametrize("name", ["www.evil.example", "anna@evil.example"])
def test_a_name_that_is_a_link_is_refused_with_a_valid_one(anna: Browser, name: str) -> None:
    anna.open("/preferences").submit("/preferences", name=name)
    assert anna.status == 422
    assert "Names hold no links" in anna.page.text
    anna.open("/preferences")
    assert anna.page.form("/preferences").fields["name"] == "anna"
