"""Who signs in without a public name or a time zone is asked for both, once, and then comes to where they wanted."""

from __future__ import annotations

import pytest
from flask import Flask

from adjudicator.services.players.players import find_player
from adjudicator.store.tables import Player
from testkit.browser import Browser
from testkit.club import ANNA, Club, text_of
from tests.web.chromium import ChromiumMissing, chromium, served


def stored(club: Club) -> Player:
    with club.context.store.reading() as session:
        player = find_player(session, "anna@anna.example")
        assert player is not None
        return player


def sign_in(club: Club, app: Flask, wanted: str = "/archive") -> Browser:
    browser = Browser(app.test_client())
    browser.open("/sign-in", query_string={"next": wanted}).submit("/sign-in", address="anna@anna.example")
    text = text_of(club.last(ANNA, "sign in"))
    path = next(word for word in text.split() if "/sign-in/" in word).removeprefix(club.context.site)
    return browser.open(path).submit(path)


def test_both_are_asked_for_and_the_name_is_not_the_address(club: Club, app: Flask) -> None:
    browser = sign_in(club, app)
    assert browser.at == "/welcome"
    assert browser.page.form("/welcome").fields["name"] == ""
    assert "anna" not in stored(club).name
    browser.submit("/welcome", name="Anna B", zone="Europe/Rome")
    assert browser.at == "/archive"
    assert (stored(club).name, stored(club).zone) == ("Anna B", "Europe/Rome")
    assert sign_in(club, app).at == "/archive"


def test_who_skips_the_questions_is_not_asked_again(club: Club, app: Flask) -> None:
    browser = sign_in(club, app)
    browser.submit("/welcome", name="Anna B", zone="Europe/Rome", skip="1")
    assert browser.at == "/archive"
    assert (stored(club).name, stored(club).zone) == ("Player", "UTC")
    assert sign_in(club, app).at == "/archive"


@pytest.mark.parametrize(
    ("name", "zone", "asked"),
    [
        ("Anna B", "Europe/Rome", set()),
        ("Anna B", "UTC", {"zone"}),
        ("anna", "Europe/Rome", {"name"}),
        ("anna", "UTC", {"name", "zone"}),
    ],
)
def test_nobody_is_asked_for_what_they_have_said(club: Club, app: Flask, name: str, zone: str, asked: set[str]) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with house")
    club.answer(club.last(ANNA), "yes")
    with club.context.store.writing() as session:
        player = find_player(session, "anna@anna.example")
        assert player is not None
        player.name, player.zone = name, zone
    browser = sign_in(club, app)
    assert browser.at == ("/welcome" if asked else "/archive")
    if asked:
        assert browser.page.form("/welcome").fields.keys() & {"name", "zone"} == asked


def test_an_invalid_answer_comes_back_with_a_right_one_and_changes_nothing(club: Club, app: Flask) -> None:
    browser = sign_in(club, app)
    browser.submit("/welcome", name="www.evil.example", zone="Europe/Rome")
    assert browser.status == 422
    assert "Names hold no links" in browser.page.text
    assert browser.page.form("/welcome").fields["zone"] == "Europe/Rome"
    browser.submit("/welcome", name="Anna B", zone="Europe/Atlantis")
    assert browser.status == 422
    assert stored(club).zone == "UTC"


def test_a_browser_with_scripts_proposes_its_own_zone(club: Club, app: Flask, anna: Browser) -> None:
    cookie = anna.client.get_cookie("adjudicator")
    assert cookie
    try:
        with served(app) as site, chromium() as screen:
            for zone, scripts, proposed in (
                ("Europe/Rome", True, "Europe/Rome"),
                ("Asia/Calcutta", True, "Asia/Kolkata"),
                ("Europe/Rome", False, ""),
            ):
                with screen.new_context(timezone_id=zone, java_script_enabled=scripts) as context:
                    context.add_cookies([{"name": "adjudicator", "value": cookie.value, "url": site}])
                    page = context.new_page()
                    page.goto(f"{site}/welcome")
                    assert page.get_by_label("What time is it where you are?").input_value() == proposed
    except ChromiumMissing as fault:
        pytest.skip(str(fault))


def test_the_page_is_for_players(browser: Browser) -> None:
    assert browser.open("/welcome").at == "/sign-in"
