"""Resigning on the page of a match: among three, the others play on."""

from __future__ import annotations

from flask import Flask

from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from testkit.agreed_match import PEOPLE, agree
from testkit.browser import Browser
from testkit.club import Club
from tests.web.conftest import sign_in


def test_resigning_among_three_is_explained_before_and_after(club: Club, app: Flask) -> None:
    agree(club, "cheops", PEOPLE[:3])
    match = club.match()
    assert match.to_move is not None
    leaver = PEOPLE[(match.to_move + 1) % 3]
    browser, path = sign_in(app, club, leaver), f"/m/{match.code}"
    browser.open(f"{path}/resign")
    assert "and the others play on" in browser.page.text
    browser.submit(f"{path}/resign")
    assert "The others play on, and you get the result" in browser.page.text
    browser.open(path)
    assert "You resigned. The others play on" in browser.page.text
    assert not [form for form in browser.page.forms if form.action.startswith(f"{path}/")]
    assert "(House)" in browser.page.text
    assert club.match().state is MatchState.RUNNING


def test_the_board_of_a_match_that_was_given_up_says_that_it_is_over(match: Match, mover: Browser) -> None:
    path = f"/m/{match.code}"
    assert "You are to lay a pyramid." in mover.open(path).page.text
    mover.open(f"{path}/resign").submit(f"{path}/resign")
    told = mover.open(path).page.text
    assert "The match is over." in told
    assert "is to lay a pyramid" not in told
    assert "You are to lay a pyramid" not in told
