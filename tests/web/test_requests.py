"""The page of a request: reading does nothing, yes carries it out once, no drops it."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from adjudicator.store.states import MatchState
from adjudicator.web.request import app_context
from testkit.browser import Browser
from testkit.club import ANNA, BOB, Club, text_of


def link_of(club: Club, person: str) -> str:
    words = text_of(club.last(person)).split()
    return next(word for word in words if "/r/" in word).removeprefix(club.context.site)


@pytest.fixture
def asked(club: Club) -> str:
    """The link in the letter that asks Anna whether she wants a match with Bob."""
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example isolation=allowed days=5")
    return link_of(club, ANNA)


def test_yes_opens_the_match_and_asks_the_guest(club: Club, browser: Browser, asked: str) -> None:
    text = browser.open(asked).page.text
    assert "bob@bob.example" in text
    assert "5 days" in text
    assert "is allowed" in text
    browser.submit(asked, answer="yes")
    assert "Done" in browser.page.text
    assert club.match().state is MatchState.INVITING
    invitation = link_of(club, BOB)
    assert "Do you want to play?" in browser.open(invitation).page.text
    browser.submit(invitation, answer="yes")
    assert club.match().state is MatchState.RUNNING


def test_no_leaves_it(club: Club, browser: Browser, asked: str) -> None:
    browser.open(asked).submit(asked, answer="no")
    assert "Nothing was done in your name." in browser.page.text
    with pytest.raises(AssertionError):
        club.match()


def test_a_guest_who_says_no_leaves_a_free_seat(club: Club, browser: Browser, asked: str) -> None:
    browser.open(asked).submit(asked, answer="yes")
    invitation = link_of(club, BOB)
    browser.open(invitation).submit(invitation, answer="no")
    assert club.match().state is MatchState.INVITING
    assert "has not begun" in browser.open(f"/m/{club.match().code}").page.text


def test_it_is_answered_once(club: Club, browser: Browser, asked: str) -> None:
    form = browser.open(asked).page.form(asked)
    browser.submit(asked, answer="yes")
    browser.post(asked, form.fields | {"answer": "no"})
    assert browser.at == asked
    assert club.match().state is MatchState.INVITING
    assert not browser.open(asked).page.forms


def test_a_request_that_has_expired_can_only_be_looked_at(club: Club, browser: Browser, asked: str) -> None:
    form = browser.open(asked).page.form(asked)
    with time_machine.travel(app_context.now() + timedelta(days=15)):
        assert not browser.open(asked).page.forms
        browser.post(asked, form.fields | {"answer": "yes"})
    with pytest.raises(AssertionError):
        club.match()


@pytest.mark.parametrize(
    "token", ["nothing", "play+confirm-1-aaaaaaaaaaaaaaaa", "play", "play+k7q2-1-9-dygsnhv6iujjgv2x", "a@b", "%00"]
)
def test_a_link_that_is_not_ours_is_not_found(browser: Browser, token: str) -> None:
    assert browser.open(f"/r/{token}").status == 404


def test_the_request_behind_a_sign_in_is_not_answered_here(club: Club, browser: Browser) -> None:
    browser.open("/sign-in").submit("/sign-in", address="anna@anna.example")
    token = club.context.addresses.confirm(1).partition("@")[0]
    assert browser.open(f"/r/{token}").status == 404


def test_a_changed_setting_waits_for_the_button(club: Club, browser: Browser, asked: str) -> None:
    browser.open(asked).submit(asked, answer="yes")
    club.write(ANNA, club.context.addresses.service, "layout narrow")
    link = link_of(club, ANNA)
    assert "layout narrow" in browser.open(link).page.text
    browser.submit(link, answer="yes")
    seated = club.match().seats[0].player
    assert seated is not None
    assert seated.layout == "narrow"
