"""To a stranger, a private match is as if there were none: each page answers both codes alike."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from werkzeug.routing import Rule

from testkit.browser import Browser
from testkit.club import Club
from testkit.private_matches import EVE, NONE, STATES, Scene, prepare
from tests.web.conftest import signed_in


@pytest.fixture(params=STATES)
def scene(request: pytest.FixtureRequest, club: Club) -> Scene:
    return prepare(club, request.param)


def by_code(app: Flask) -> list[Rule]:
    return [rule for rule in app.url_map.iter_rules() if "code" in rule.arguments]


def paths(app: Flask, rule: Rule, code: str) -> list[str]:
    """Build the paths of a rule for a match."""
    values = {"n": 1, "number": 1, "step": 1, "code": code}
    wanted = [{"command": one} for one in ("join", "takeover")] if "command" in rule.arguments else [{}]
    given = {name: values[name] for name in rule.arguments - {"command"}}
    adapter = app.url_map.bind("localhost")
    return [adapter.build(rule.endpoint, given | one, method=method_of(rule)) for one in wanted]


def method_of(rule: Rule) -> str:
    return next(iter(set(rule.methods or ()) - {"HEAD", "OPTIONS"}))


def test_a_page_answers_alike(app: Flask, club: Club, scene: Scene) -> None:
    eve, nobody = signed_in(app, club, EVE), Browser(app.test_client())
    rules = by_code(app)
    assert len(rules) > 30
    for browser in (eve, nobody):
        for rule in rules:
            both = zip(paths(app, rule, scene.private.code), paths(app, rule, NONE), strict=True)
            for known, none in both:
                there = answer(browser, method_of(rule), known, scene.private.code)
                assert there == answer(browser, method_of(rule), none, NONE), known


def answer(browser: Browser, method: str, path: str, code: str) -> tuple[int, str, str]:
    form = {"form": "a" * 32, "text": "hello", "turn": "1", "moves": "M14", "address": "eve@eve.example", "name": "Eve"}
    found = browser.client.open(path, method=method, data=form if method == "POST" else None)
    place = found.headers.get("Location", "").replace(code, "CODE")
    text = re.sub(r"[0-9a-f]{16,}|nonce-\S+|value=\"[^\"]*\"", "…", found.get_data(as_text=True).replace(code, "CODE"))
    return found.status_code, place, text
