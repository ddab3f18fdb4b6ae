"""Sessions: signing out, revoking and forgetting an address end them, even for a copy of the cookie."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from flask import Flask
from sqlalchemy import func, select

from adjudicator.services.jobs import periodic_sweep
from adjudicator.store.tables import WebSession
from adjudicator.web.request import app_context
from adjudicator.web.request.browser_names import name_browser
from testkit.browser import Browser
from testkit.club import ANNA, Club
from tests.web.conftest import copied, sign_in

LIFE = timedelta(days=60)
"""How long an unused session lives, as the privacy page says."""


def signed_in(browser: Browser) -> bool:
    return browser.open("/preferences").at == "/preferences"


def rows(club: Club) -> int:
    with club.context.store.reading() as session:
        return session.scalar(select(func.count()).select_from(WebSession)) or 0


def test_signing_out_ends_the_session_of_a_copied_cookie(app: Flask, anna: Browser) -> None:
    thief = copied(app, anna)
    anna.open("/").submit("/sign-out")
    assert not signed_in(thief)


def test_signing_out_in_one_browser_leaves_the_others_signed_in(app: Flask, club: Club, anna: Browser) -> None:
    other = sign_in(app, club, ANNA)
    other.open("/").submit("/sign-out")
    assert signed_in(anna)


def test_a_player_signs_out_in_one_other_place_or_everywhere(app: Flask, club: Club, anna: Browser) -> None:
    first, second = sign_in(app, club, ANNA), sign_in(app, club, ANNA)
    anna.open("/preferences").submit("/sessions/end")
    assert [signed_in(first), signed_in(second)].count(False) == 1
    assert signed_in(anna)
    anna.submit("/sessions/end-all")
    assert not [browser for browser in (anna, first, second) if signed_in(browser)]
    assert rows(club) == 0


def test_nobody_ends_the_session_of_another_player(club: Club, anna: Browser, bob: Browser) -> None:
    with club.context.store.reading() as session:
        marks = session.scalars(select(WebSession.mark)).all()
    form = bob.open("/preferences").page.form("/sessions/end-all")
    for mark in marks:
        bob.post("/sessions/end", form.fields | {"session": mark})
    assert signed_in(anna)


def test_the_list_says_when_and_with_what(app: Flask, club: Club, anna: Browser) -> None:
    phone = app.test_client()
    phone.environ_base["HTTP_USER_AGENT"] = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
    anna.open("/sign-in")
    other = Browser(phone)
    sign_in_with(other, club)
    text = anna.open("/preferences").page.text
    assert "Firefox, Android" in text
    assert text.count("this browser") == 1
    assert "by anna@anna.example" in text


def sign_in_with(browser: Browser, club: Club) -> None:
    browser.open("/sign-in").submit("/sign-in", address="anna@anna.example")
    body = club.last(ANNA, "sign in").get_body(("plain",))
    assert body is not None
    path = next(word for word in body.get_content().split() if "/sign-in/" in word).removeprefix(club.context.site)
    browser.open(path).submit(path)


def seen(club: Club) -> list[object]:
    with club.context.store.reading() as session:
        return list(session.scalars(select(WebSession.seen_at)))


def test_a_page_writes_nothing_but_once_an_hour_and_a_session_lives_as_long_as_it_is_used(
    club: Club, anna: Browser
) -> None:
    before, start = seen(club), app_context.now()
    for minutes in (1, 30, 59):
        with time_machine.travel(start + timedelta(minutes=minutes)):
            assert signed_in(anna)
    assert seen(club) == before
    for days in (40, 80):
        with time_machine.travel(start + timedelta(days=days)):
            assert signed_in(anna)
    assert seen(club) != before
    with time_machine.travel(start + timedelta(days=80, minutes=1) + LIFE):
        assert not signed_in(anna)


def test_the_sweep_deletes_old_sessions(club: Club, anna: Browser) -> None:
    periodic_sweep.run_sweep(club.context, app_context.now() + LIFE - timedelta(hours=1))
    assert rows(club) == 1
    periodic_sweep.run_sweep(club.context, app_context.now() + LIFE + timedelta(hours=1))
    assert rows(club) == 0


def test_a_cookie_with_something_else_in_it_is_nobodys(app: Flask, anna: Browser) -> None:
    for token in (1, "", "x" * 2000, None, ["a"]):
        browser = Browser(app.test_client())
        with browser.client.session_transaction() as session:
            session["session"] = token
        assert not signed_in(browser)


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36", "Chrome, Windows"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0", "Edge, Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        ("w3m/0.5.3", "w3m"),
        ("<script>alert(1)</script>", ""),
        ("", ""),
    ],
)
def test_browsers_are_named_by_a_fixed_list(user_agent: str, name: str) -> None:
    assert name_browser(user_agent) == name
