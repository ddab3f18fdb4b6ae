"""Rate limits: counted at the broker that all servers share, or in memory if it is unreachable."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.config.settings import Settings
from adjudicator.infra.private_broker import PrivateBroker
from adjudicator.web import create_app
from adjudicator.web.request.page_rate_limits import FEED, FILM, LIMITS, VERIFY, storage_url
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
