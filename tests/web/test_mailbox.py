"""The mailbox page of a local service: letters are read there and answered as by a mail program."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask

from adjudicator.config.settings import Settings
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from adjudicator.web import create_app
from testkit.browser import Browser
from testkit.club import Club, text_of


def newest(browser: Browser, address: str) -> str:
    """Find the newest letter to an address."""
    browser.open("/mailbox", query_string={"to": address})
    return next(link for link in browser.page.links if link.startswith("/mailbox/"))


def test_a_whole_beginning_goes_through_the_mailbox(club: Club, browser: Browser) -> None:
    browser.open("/mailbox").submit("/mailbox", address="anna@anna.example", text="new egyptos with bob@bob.example")
    assert browser.at == "/mailbox"
    for address, answer in (("anna@anna.example", "yes"), ("bob@bob.example", "join")):
        letter = newest(browser, address)
        browser.open(letter).submit(letter, text=answer)
    assert club.match().state is MatchState.RUNNING


def test_a_letter_is_shown_exactly_with_its_headers(club: Club, browser: Browser, match: Match) -> None:
    letter = newest(browser, "anna@anna.example")
    text = text_of(next(one for one in reversed(club.transport.letters) if "anna@anna.example" in str(one["To"])))
    page = browser.open(letter).page
    assert " ".join(text.split()) in page.text
    for name in ("Reply-To", "Message-ID", "References", "List-Unsubscribe"):
        assert name in page.text


def test_the_html_part_can_reach_nothing(browser: Browser, match: Match) -> None:
    letter = newest(browser, "anna@anna.example")
    assert f"{letter}/html" in browser.open(letter).page.links
    browser.open(f"{letter}/html")
    assert browser.page.html.lstrip().startswith("<!DOCTYPE html>")
    policy = browser.header("Content-Security-Policy")
    assert "sandbox;" in policy
    assert "default-src 'none'" in policy


def test_an_answer_quotes_the_letter_and_only_the_answer_is_read(club: Club, browser: Browser, match: Match) -> None:
    letter = newest(browser, "anna@anna.example")
    browser.open(letter).submit(letter, text="press Hello Bob")
    answered = club.transport.letters[-1]
    receipt = next(
        one for one in club.transport.letters if "The other players get what you wrote" in str(one["Subject"])
    )
    assert text_of(receipt).startswith("Done: press Hello Bob. The other players get what you wrote.")
    assert "Hello Bob" in text_of(answered) + text_of(receipt)


def test_a_sender_that_is_none_is_asked_again(browser: Browser) -> None:
    browser.open("/mailbox").submit("/mailbox", address="nobody", text="help me")
    assert browser.status == 422
    assert browser.page.form("/mailbox").fields["text"] == "help me"


@pytest.mark.parametrize("path", ["/mailbox/999", "/mailbox/999/html"])
def test_a_letter_that_is_not_there_is_not_found(browser: Browser, path: str) -> None:
    assert browser.open(path).status == 404


@pytest.fixture
def without(club: Club, settings: Settings) -> Flask:
    """The pages of a service that others can reach."""
    public = replace(settings, mailbox=False, site="https://club.example")
    return create_app(public, club.context, limits_url="memory://")


@pytest.mark.parametrize("path", ["/mailbox", "/mailbox/1", "/mailbox/1/html"])
def test_elsewhere_there_is_no_mailbox(club: Club, match: Match, without: Flask, path: str) -> None:
    browser = Browser(without.test_client())
    assert browser.open(path).status == 404
    assert browser.client.post(path).status_code in (400, 403, 404)
    assert "/mailbox" not in browser.open("/").page.links


NOT_FROM_HERE: list[dict[str, str]] = [
    {"REMOTE_ADDR": "192.0.2.7"},
    {"REMOTE_ADDR": "192.0.2.7", "HTTP_HOST": "localhost:8000"},
    {"REMOTE_ADDR": "192.0.2.7", "HTTP_X_FORWARDED_FOR": "127.0.0.1"},
    {"REMOTE_ADDR": "::ffff:192.0.2.7"},
    {"REMOTE_ADDR": "fe80::1%eth0"},
    {"REMOTE_ADDR": ""},
    {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "192.0.2.7"},
    {"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=192.0.2.7"},
]


@pytest.mark.parametrize("told", NOT_FROM_HERE)
def test_the_mailbox_is_there_only_for_those_who_ask_from_its_machine(
    app: Flask, match: Match, told: dict[str, str]
) -> None:
    client = app.test_client()
    for path in ("/mailbox", "/mailbox/1", "/mailbox/1/html"):
        assert client.get(path, environ_overrides=told).status_code == 404
    assert client.post("/mailbox", environ_overrides=told).status_code in (403, 404)
    assert "/mailbox" not in client.get("/", environ_overrides=told).text


@pytest.mark.parametrize("peer", ["127.0.0.1", "127.3.2.1", "::1", "::ffff:127.0.0.1"])
def test_on_its_machine_the_mailbox_is_there_by_every_address(app: Flask, peer: str) -> None:
    assert app.test_client().get("/mailbox", environ_overrides={"REMOTE_ADDR": peer}).status_code == 200


def test_behind_a_named_proxy_the_one_who_asked_it_counts(club: Club, settings: Settings) -> None:
    client = create_app(replace(settings, proxies=1), club.context, limits_url="memory://").test_client()
    for asker, status in (("127.0.0.1", 200), ("192.0.2.7", 404), ("127.0.0.1, 192.0.2.7", 404)):
        assert client.get("/mailbox", headers={"X-Forwarded-For": asker}).status_code == status


def test_another_site_cannot_reach_the_mailbox_by_a_name_of_its_own(app: Flask) -> None:
    answer = app.test_client().get("/mailbox", headers={"Host": "evil.example"})
    assert answer.status_code == 400
