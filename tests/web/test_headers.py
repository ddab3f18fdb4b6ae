"""Security headers of every response."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask

from adjudicator.config.settings import Settings
from adjudicator.store.tables import Match
from adjudicator.web import create_app
from testkit.browser import Browser
from testkit.club import Club

EVERYWHERE = ["/", "/new", "/sign-in", "/archive", "/nothing-here", "/healthz", "/robots.txt", "/static/style.css"]


def policy_of(browser: Browser) -> dict[str, str]:
    parts = (part.split(maxsplit=1) for part in browser.header("Content-Security-Policy").split(";"))
    return {name: "".join(rest) for name, *rest in parts}


@pytest.mark.parametrize("path", EVERYWHERE)
def test_every_answer_forbids_scripts_frames_and_strangers(browser: Browser, path: str) -> None:
    browser.open(path)
    policy = policy_of(browser)
    assert policy["default-src"] == "'none'"
    assert policy["style-src"] == "'self'"
    assert policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["base-uri"] == "'none'"
    assert "script-src" not in policy
    assert browser.header("X-Content-Type-Options") == "nosniff"
    assert browser.header("Referrer-Policy") == "same-origin"
    assert browser.header("Cross-Origin-Opener-Policy") == "same-origin"
    assert "camera=()" in browser.header("Permissions-Policy")


def test_no_page_holds_a_script_or_a_style_of_its_own(browser: Browser, anna: Browser, match: Match) -> None:
    for reader, path in ((browser, "/"), (browser, "/new"), (anna, f"/m/{match.code}"), (anna, "/preferences")):
        page = reader.open(path).page
        for tag, attributes in page.tags:
            assert tag not in ("script", "style", "iframe", "object"), (path, tag)
            assert not [name for name in attributes if name.startswith("on") or name == "style"], (path, attributes)


def test_cookies_are_hidden_from_scripts_and_other_sites(browser: Browser) -> None:
    browser.open("/sign-in")
    cookie = browser.header("Set-Cookie")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie


def test_reading_public_pages_sets_no_cookie(browser: Browser, match: Match) -> None:
    for path in ("/", "/archive", f"/m/{match.code}", f"/m/{match.code}/1", "/rules/egyptos"):
        assert not browser.open(path).header("Set-Cookie"), path


def test_behind_https_cookies_and_pages_stay_there(club: Club, settings: Settings) -> None:
    public = replace(settings, mailbox=False, site="https://club.example")
    browser = Browser(create_app(public, club.context, limits_url="memory://").test_client())
    browser.open("/sign-in", base_url="https://club.example")
    assert "Secure" in browser.header("Set-Cookie")
    assert browser.header("Strict-Transport-Security")


def test_one_proxy_is_believed_when_the_settings_say_so(club: Club, settings: Settings) -> None:
    seen: list[str | None] = []
    for proxies in (0, 1):
        app = create_app(replace(settings, proxies=proxies), club.context, limits_url="memory://")
        app.before_request(lambda: seen.append(_caller()))
        app.test_client().get("/healthz", headers={"X-Forwarded-For": "192.0.2.7"})
    assert seen == ["127.0.0.1", "192.0.2.7"]


def _caller() -> str | None:
    from flask import request

    return request.remote_addr


def test_pages_are_asked_for_again_and_differ_by_reader(browser: Browser) -> None:
    browser.open("/")
    assert browser.header("Cache-Control") == "private, no-cache"
    assert {"Cookie", "Accept-Language"} <= {word.strip() for word in browser.header("Vary").split(",")}


def test_the_style_sheet_is_cached_for_ever_under_the_url_of_its_content(browser: Browser) -> None:
    sheet = next(given["href"] for tag, given in browser.open("/").page.tags if given.get("rel") == "stylesheet")
    assert sheet is not None
    assert browser.open(sheet).status == 200
    assert "immutable" in browser.header("Cache-Control")
    browser.open(sheet.partition("?")[0])
    assert "immutable" not in browser.header("Cache-Control")


def test_a_picture_alone_may_be_shown_by_others(browser: Browser, match: Match) -> None:
    browser.open(f"/m/{match.code}/1.svg")
    policy = policy_of(browser)
    assert policy["frame-ancestors"] == "*"
    assert policy["default-src"] == "'none'"


def test_healthz_and_robots_are_answered(browser: Browser, app: Flask) -> None:
    assert browser.open("/healthz").page.text == "ok"
    robots = browser.open("/robots.txt").page.html
    assert "Disallow: /r/" in robots
    assert "Disallow: /m/" not in robots
