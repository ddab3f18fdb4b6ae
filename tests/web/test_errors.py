"""Error pages say what to do, and never show internals."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import delete
from sqlalchemy.exc import OperationalError

from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Match, WebSession
from testkit.browser import Browser
from testkit.club import Club


def breaking(fault: Exception) -> Callable[..., str]:
    def view(**_: object) -> str:
        raise fault

    return view


def test_a_fault_of_ours_is_a_page_with_a_number_and_no_traceback(
    app: Flask, browser: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    app.view_functions["front.show_front"] = breaking(RuntimeError("the secret of the house"))
    browser.open("/")
    assert browser.status == 500
    assert "That was our mistake" in browser.page.text
    assert "secret of the house" not in browser.page.html
    number = next(
        word for word in browser.page.text.split() if len(word) == 8 and word.isalnum() and not word.isalpha()
    )
    assert number in capsys.readouterr().out


def test_a_busy_database_asks_to_try_again(app: Flask, browser: Browser) -> None:
    app.view_functions["front.show_front"] = breaking(OperationalError("select", {}, Exception("database is locked")))
    browser.open("/")
    assert browser.status == 503
    assert browser.header("Retry-After") == "5"
    assert "Nothing was changed" in browser.page.text


def test_without_a_database_there_is_still_a_page(club: Club, anna: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError("select", {}, Exception("server closed the connection"))

    monkeypatch.setattr(type(club.context.store), "reading", lambda _store: away())
    anna.open("/")
    assert anna.status == 503
    assert "We are busy just now" in anna.page.text
    assert anna.open("/healthz").status == 503


def test_a_form_without_its_token_is_refused_and_returns_the_text(anna: Browser, match: Match) -> None:
    anna.open(f"/m/{match.code}")
    anna.post(f"/m/{match.code}/press", {"text": "a long <b>letter</b>", "csrf_token": "stale"})
    assert anna.status == 403
    assert "This form has expired" in anna.page.text
    assert "a long <b>letter</b>" in anna.page.text
    assert "<b>" not in anna.page.html


@pytest.mark.parametrize("why", ["signed out elsewhere", "no token"])
@pytest.mark.parametrize(("path", "field"), [("/m/{}/orders", "text"), ("/m/{}/diary", "text"), ("/turns", "text-{}")])
def test_a_form_that_is_refused_gives_back_what_was_written(
    club: Club, match: Match, anna: Browser, why: str, path: str, field: str
) -> None:
    page, name = path.format(match.code), field.format(match.code)
    token = anna.open(f"/m/{match.code}").page.form(f"/m/{match.code}/orders").fields
    filled = token | {name: "two lines\nof thoughts", f"turn-{match.code}": "1"}
    if why == "no token":
        filled["csrf_token"] = "stale"
    else:
        with unit_of_work(club.context, club.now) as work:
            work.session.execute(delete(WebSession))
    anna.post(page, filled)
    assert anna.status in (401, 403)
    assert "two lines\nof thoughts" in anna.page.html
    assert token["csrf_token"] not in anna.page.text


@pytest.mark.parametrize(
    "path", ["/new", "/sign-in", "/sign-in/x", "/sign-out", "/preferences", "/m/K7Q2/orders", "/join/K7Q2", "/r/x"]
)
def test_every_form_needs_its_token(browser: Browser, path: str) -> None:
    assert browser.post(path, {"text": "M14"}).status == 403


def test_too_much_at_once_is_refused(browser: Browser) -> None:
    form = browser.open("/sign-in").page.form("/sign-in")
    browser.post("/sign-in", form.fields | {"address": "x" * 70_000})
    assert browser.status == 413
    assert "That is too long" in browser.page.text


def test_an_unknown_page_is_404_with_a_way_back(browser: Browser) -> None:
    for path in ("/nowhere", "/m/ZZZZ", "/m/ZZZZ/3", "/m/ZZZZ/record.json"):
        assert browser.open(path).status == 404
        assert "Page not found" in browser.page.text
        assert "/" in browser.page.links


def test_too_many_posts_are_429_and_reading_stays_free(browser: Browser) -> None:
    for _ in range(6):
        browser.open("/sign-in").submit("/sign-in", address="nobody")
        assert browser.status == 422
    browser.open("/sign-in").submit("/sign-in", address="nobody")
    assert browser.status == 429
    assert "That was too often" in browser.page.text
    assert browser.open("/").status == 200
