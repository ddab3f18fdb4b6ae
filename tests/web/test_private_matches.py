"""A private match is on no list and no page but those of its players."""

from __future__ import annotations

import pytest

from adjudicator.store.tables import Match
from testkit.browser import Browser
from testkit.club import Club, to_move


@pytest.fixture
def private(club: Club) -> Match:
    return club.begin("private")


def test_its_pages_are_there_for_its_players_alone(private: Match, anna: Browser, browser: Browser) -> None:
    for ending in ("", "/1", "/record.json", ".txt", ".html", ".svg.zip", ".mbox"):
        path = f"/m/{private.code}{ending}"
        assert anna.open(path).status == 200
        assert browser.open(path).status == 404
    assert "Only the players of this match see it." in anna.open(f"/m/{private.code}").page.text
    assert "/sign-in" in [link.partition("?")[0] for link in browser.open(f"/m/{private.code}").page.links]


def test_nothing_tells_it_from_a_match_that_is_not_there(private: Match, browser: Browser) -> None:
    there, not_there = browser.open(f"/m/{private.code}").page.text, browser.open("/m/Z9Z9").page.text
    assert there == not_there


def test_no_list_names_it_while_it_runs_and_when_it_is_over(club: Club, private: Match, browser: Browser) -> None:
    assert private.code not in browser.open("/").page.text
    club.answer(club.last(to_move(club)), "resign")
    for path in ("/", "/archive"):
        assert private.code not in browser.open(path).page.text


def test_the_form_asks_for_it_and_refuses_an_open_seat(club: Club, anna: Browser) -> None:
    club.begin()
    assert "Private: only the players see this match" in anna.open("/new?game=egyptos").page.text
    anna.submit("/new", **{"private": "on", "kind-1": "open"})
    assert "A private match has no open seat" in anna.page.text
    anna.open("/new?game=egyptos").submit("/new", **{"private": "on", "kind-1": "house"})
    assert club.match().private
