"""Signing in: a mailed link with a button behind it; GET does nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from flask import Flask
from sqlalchemy import func, select

from adjudicator.services.identity import sign_in_links
from adjudicator.services.identity.sign_in_links import send_link
from adjudicator.store.tables import Outbox
from adjudicator.web.request import app_context
from testkit.browser import Browser
from testkit.club import ANNA, Club, address_of, text_of


def link_of(club: Club) -> str:
    text = text_of(club.last(ANNA))
    return next(word for word in text.split() if "/sign-in/" in word).removeprefix(club.context.site)


def test_the_button_behind_a_mailed_link_signs_in_once(club: Club, browser: Browser, app: Flask) -> None:
    browser.open("/sign-in").submit("/sign-in", address="anna@anna.example")
    assert "anna@anna.example" in browser.page.text
    path = link_of(club)
    browser.open(path)
    assert "Signed in as" not in browser.page.text
    browser.submit(path)
    assert "Signed in as anna@anna.example" in browser.page.text
    other = Browser(app.test_client())
    other.open(path).submit(path)
    assert other.status == 410


def test_opening_the_link_any_number_of_times_uses_nothing_up(club: Club, browser: Browser) -> None:
    browser.open("/sign-in").submit("/sign-in", address="anna@anna.example")
    path = link_of(club)
    for _ in range(3):
        assert browser.open(path).status == 200
    assert browser.submit(path).status == 200


def test_a_link_that_is_too_old_opens_nothing(club: Club, browser: Browser) -> None:
    browser.open("/sign-in").submit("/sign-in", address="anna@anna.example")
    path = link_of(club)
    with time_machine.travel(app_context.now() + timedelta(hours=3)):
        browser.open(path).submit(path)
    assert browser.status == 410


def test_five_links_an_hour_go_to_an_address_wherever_they_are_asked_for(club: Club) -> None:
    for _ in range(7):  # by as many browsers: one of them is stopped by the limit of its network address
        send_link(club.context, "anna@anna.example", "en", club.now)
    club.work()
    assert len(club.letters(ANNA)) == 5
    later = club.now + timedelta(hours=1, minutes=1)
    send_link(club.context, "anna@anna.example", "en", later)
    with club.context.store.reading() as session:
        assert session.scalar(select(func.count()).select_from(Outbox).where(Outbox.created_at == later)) == 1


def test_strangers_get_no_more_links_together_than_the_club_may_send_and_players_get_theirs(
    club: Club, match: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_in_links, "STRANGERS_AN_HOUR", 4)
    before = len(club.letters(ANNA))
    for number in range(6):
        send_link(club.context, f"stranger{number}@many.example", "en", club.now)
    for _ in range(5):
        send_link(club.context, address_of(ANNA), "en", club.now)
    send_link(club.context, "stranger9@many.example", "en", club.now)
    club.work()
    assert len([to for _, to in club.transport.envelopes if to.endswith("@many.example")]) == 4
    assert len(club.letters(ANNA)) == before + 5
    later = club.now + timedelta(minutes=61)
    send_link(club.context, "stranger9@many.example", "en", later)
    with club.context.store.reading() as session:
        assert session.scalar(select(func.count()).select_from(Outbox).where(Outbox.created_at == later)) == 1
    del match


@pytest.mark.parametrize("path", ["/sign-in/forged", "/sign-in/eyJ.abc.def"])
def test_a_forged_link_looks_like_a_used_one(browser: Browser, path: str) -> None:
    assert browser.open(path).status == 410


@pytest.mark.parametrize("typed", ["", "anna", "anna@", "a b@c.example", "anna@x.example, bob@x.example", "a\nb@c"])
def test_an_invalid_address_comes_back_in_the_form(browser: Browser, club: Club, typed: str) -> None:
    browser.open("/sign-in").submit("/sign-in", address=typed)
    assert browser.status == 422
    assert "anna@example.org" in browser.page.text
    assert not club.transport.letters


def test_one_comes_back_to_where_one_wanted_to_go(club: Club, browser: Browser) -> None:
    browser.open("/preferences").submit("/sign-in", address="anna@anna.example")
    path = link_of(club)
    browser.open(path).submit(path)
    browser.submit("/welcome", skip="1")
    assert browser.at == "/preferences"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:x"])
def test_one_never_comes_back_to_somewhere_else(club: Club, browser: Browser, elsewhere: str) -> None:
    browser.open("/sign-in", query_string={"next": elsewhere}).submit("/sign-in", address="anna@anna.example")
    path = link_of(club)
    form = browser.open(path).submit(path).page.form("/welcome")
    answer = browser.client.post("/welcome", data=form.fields)
    assert answer.location == "/"


def test_signing_out_needs_the_button_and_forgets_who_it_was(anna: Browser) -> None:
    anna.open("/").submit("/sign-out")
    assert "Signed in as" not in anna.page.text
    assert anna.open("/mine").at == "/sign-in"


def test_preferences_are_saved_and_an_invalid_one_changes_none(anna: Browser) -> None:
    anna.open("/preferences").submit("/preferences", name="Anna B.", zone="Paris", layout="narrow", letters="turns")
    assert "Saved." in anna.page.text
    kept = anna.open("/preferences").page.form("/preferences").fields
    assert (kept["name"], kept["zone"], kept["layout"], kept["letters"]) == (
        "Anna B.",
        "Europe/Paris",
        "narrow",
        "turns",
    )
    anna.submit("/preferences", name="Somebody", zone="Atlantis")
    assert anna.status == 422
    assert "Europe/Paris" in anna.page.text
    assert anna.page.form("/preferences").fields["name"] == "Somebody"
    assert anna.open("/preferences").page.form("/preferences").fields["name"] == "Anna B."


def test_a_zone_is_chosen_as_people_write_it_and_shown_with_the_time_that_it_is_there(anna: Browser) -> None:
    page = anna.open("/preferences").page
    assert "Etc/GMT" not in page.html
    assert '<option value="UTC+1">' in page.html
    anna.submit("/preferences", name="Anna", zone="GMT+1", layout="wide", letters="all")
    page = anna.open("/preferences").page
    assert page.form("/preferences").fields["zone"] == "UTC+1"
    there = datetime.now(UTC) + timedelta(hours=1)
    assert any(f"it is {there - timedelta(minutes=late):%H:%M} now" in page.text for late in (0, 1))
    anna.submit("/preferences", name="Anna", zone="EST", layout="wide", letters="all")
    assert "America/New_York" in anna.page.text
