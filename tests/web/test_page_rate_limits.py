"""Rate limits: counted at the broker that all servers share, or in memory if it is unreachable."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from flask import Flask

from adjudicator.config.settings import Settings
from adjudicator.infra.private_broker import PrivateBroker
from adjudicator.web import create_app
from adjudicator.web.request.page_rate_limits import FEED, FILM, LIMITS, VERIFY, list_forms, storage_url
from testkit.browser import Browser
from testkit.club import Club

URLS = [
    ("redis://club.example:6379/0", "redis://club.example:6379/0"),
    ("rediss://club.example:6379/0", "rediss://club.example:6379/0"),
    ("unix:///run/redis.sock", "redis+unix:///run/redis.sock"),
    ("redis+socket:///run/redis.sock", "redis+unix:///run/redis.sock"),
]


def ask(browser: Browser) -> int:
    return browser.open("/sign-in").submit("/sign-in", address="nobody").status


@pytest.mark.parametrize(("url", "counted_at"), URLS)
def test_every_way_to_write_the_broker_is_understood(settings: Settings, url: str, counted_at: str) -> None:
    assert storage_url(replace(settings, redis_url=url)) == counted_at


def test_the_private_broker_is_found_without_a_setting(settings: Settings) -> None:
    assert storage_url(settings).startswith("redis+unix:///")


def test_two_servers_count_together(club: Club, settings: Settings, valkey: PrivateBroker) -> None:
    shared = replace(settings, redis_url=valkey.url)
    one, other = (Browser(create_app(shared, club.context).test_client()) for _ in range(2))
    answers = [ask(browser) for browser in (one, other) * 4]
    assert answers == [422] * 6 + [429] * 2


def test_without_a_broker_each_server_counts_and_nobody_is_refused(club: Club, settings: Settings) -> None:
    alone = replace(settings, redis_url="unix:///nowhere/redis.sock")
    browser = Browser(create_app(alone, club.context).test_client())
    answers = [ask(browser) for _ in range(8)]
    assert answers[:6] == [422] * 6
    assert answers[-1] == 429


def test_every_limit_is_for_a_page_that_there_is(browser: Browser) -> None:
    app = browser.client.application
    assert set(LIMITS) <= set(app.view_functions)
    limited = [rule for rule in app.url_map.iter_rules() if rule.endpoint in LIMITS]
    read = {rule.endpoint for rule in limited if "POST" not in (rule.methods or ())}
    waiting = {"moves.show_result", "turns.show_results"}
    assert {FEED, FILM, VERIFY, *waiting} == {one for one in read if not one.startswith(("downloads.", "feeds."))}


def test_forms_that_become_letters_are_counted_together(club: Club, match: object, mover: Browser, app: Flask) -> None:
    forms = sorted(list_forms(app))
    assert {"moves.submit_letters", "moves.submit_nudge", "moves.submit_seats", "turns.submit_turns"} < set(forms)
    pages = {rule.endpoint: rule.rule for rule in app.url_map.iter_rules() if rule.endpoint in forms}
    paths = [pages[name].replace("<code:code>", club.match().code) for name in forms]
    token = mover.open(f"/m/{club.match().code}").page.form(f"/m/{club.match().code}/orders").fields
    sent = Counter(
        mover.client.post(path, data={"csrf_token": token["csrf_token"]}).status_code == 429
        for path in paths * (60 // len(paths) + 1)
    )
    assert sent[False] == 60
    assert all(mover.client.post(path, data={"csrf_token": token["csrf_token"]}).status_code == 429 for path in paths)
    del match


def test_a_page_with_several_forms_counts_as_so_many_letters(club: Club, mover: Browser) -> None:
    token = mover.open("/turns").page.form("/turns").fields["csrf_token"]
    shown = {f"turn-AAA{n}": "1" for n in range(10)} | {f"text-AAA{n}": " " for n in (8, 9)}
    filled = {f"text-AAA{n}": "M14" for n in range(7)} | {"csrf_token": token, "step-AAA0": "M15"}
    statuses = [mover.client.post("/turns", data=shown | filled).status_code for _ in range(9)]
    assert statuses.index(429) == 60 // 7
    assert club.match().entry_count == 1


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("192.0.2.1", "::ffff:192.0.2.2", False),
    ],
)
def test_one_home_is_counted_as_one(app: Flask, first: str, second: str, *, together: bool) -> None:
    browser = Browser(app.test_client())

    def ask_from(host: str) -> int:
        token = browser.open("/sign-in").page.form("/sign-in").fields
        data = token | {"address": "nobody"}
        return browser.client.post("/sign-in", data=data, environ_base={"REMOTE_ADDR": host}).status_code

    assert [ask_from(first) for _ in range(6)] == [422] * 6
    assert ask_from(second) == (429 if together else 422)
