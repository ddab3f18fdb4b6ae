"""No input to any page causes a server error."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count, cycle
from typing import Any, ClassVar
from urllib.parse import quote

import hypothesis
import pytest
from flask import Flask, Request
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, strategies
from sqlalchemy import Integer, String, event
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.routing import Rule

from adjudicator.config.settings import Settings
from adjudicator.services.links import LinkKind, mint_link, request_url
from adjudicator.store import tables
from adjudicator.store.tables import Match
from adjudicator.web import create_app
from adjudicator.web.request import page_rate_limits
from testkit.browser import Browser
from testkit.club import ANNA, Club
from testkit.hostile_text import WORDS
from tests.web.conftest import sign_in

KEY = "k" * 32
EXAMPLES = 60
LARGEST = 2**31 - 1
"""The range of PostgreSQL's integer."""

NUMBERS = ("0", "-1", "1e9", "٣", "²", "0x10", "1_0", "+1", " 1", str(2**31), str(2**63), "9" * 40, "9" * 5000)
MOMENTS = (
    *("9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "2026-02-30", "2026-11-28T10:00:00+99:99"),
    *("2026-11-28", "0000-00-00", "99999-01-01T00:00:00Z", "2026-11-28T10:00:00+00:00:00.000001"),
)
PLACES = (
    *("//[::1", "//[", "http://[::1", "/\\evil.example", "//evil.example"),
    *("/a\x00b", "///", "/%5B", "/" + "x" * 5000),
)
SIGNS = (
    *("", "\x00", "\x00" * 9, "\ufffd", "\uffff", "\U0010ffff", "e\u0301", "\ufdfa" * 400, "\u202e"),
    *("../../etc/passwd", "%", "["),
)
HOSTILE = (*NUMBERS, *MOMENTS, *PLACES, *SIGNS, *WORDS)
WORST = (
    *(
        "-1",
        "²",
        str(2**31),
        str(2**63),
        "9" * 5000,
        *MOMENTS[:3],
        "//[::1",
        "/" + "x" * 5000,
        "%",
        "[",
        "\ufdfa" * 400,
    ),
    *(
        "\x00",
        "\U0010ffff",
        "Anna\r\nBcc: zqx@evil.example",
        "{{ 1 }}%(zqx)s",
        "=?utf-8?b?PHpxeD4=?= zqx",
        "Anna\u2028b",
    ),
)
"""Hostile values, one of each kind: every page gets each in every field."""

REPORTED = (
    *("/sign-in?next=//[::1", "/archive?before=9999-12-31T23:59:59-14:00", "/static/nothing", "/static/"),
    *("/static/x/y", "/static/%00", "/static/../__init__.py", f"/static/{'x' * 5000}", "/static//etc/passwd"),
    *(f"/mailbox/{number}" for number in (2**31, 2**63, "9" * 5000)),
    *(f"/m/{{code}}/{number}{kind}" for number in (2**31, 2**63) for kind in ("", ".txt", ".svg", ".json")),
    *(f"/m/{{code}}/answer/{number}" for number in (2**31, 2**63)),
)
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x")
FITTING = {
    "mark": "0123456789abcdef" * 2,
    "turn": "1",
    "answer": "yes",
    "door": "open",
    "game": "egyptos",
    "address": "anna@anna.example",
    "language": "de",
    "zone": "Europe/Berlin",
    "letters": "all",
    "layout": "wide",
    "kind-1": "mail",
    "address-1": "bob@bob.example",
    "timestamp": str(int(time.time())),
}
"""Valid values, with which a form passes its first check."""

HEADERS = strategies.fixed_dictionaries(
    {},
    optional={
        name: strategies.sampled_from(values)
        for name, values in {
            "Accept-Language": ("de;q=nan", "*;q=1e999", "x" * 9000, ",;=,", "\xff"),
            "Cookie": ("adjudicator=a.b.c", "adjudicator=\x7f", "=;=;", "adjudicator=" + "." * 5000),
            "If-None-Match": ('"', "W/", "*", '"\xff"'),
            "If-Modified-Since": ("never", "Thu, 32 Foo 99999 99:99:99 GMT", "Sun, 31 Dec 9999 23:59:59 -1400"),
            "Range": ("bytes=-", "bytes=9-1", f"bytes=0-{'9' * 40}", "lines=1"),
            "Content-Type": ("multipart/form-data", "application/json; charset=\xff", "text/plain; charset=utf-7", "/"),
            "Host": ("[::1", "a:b:c", "x" * 400, "\xff.example", "localhost:99999999"),
            "Referer": ("//[", "http://[::1", "\xff"),
            "Authorization": ("Basic \xff", "Digest =", "Bearer"),
            "X-Signature": ("t=,v1=", f"t={'9' * 5000},v1=00", "t=²,v1=é", "\xff"),
            "X-Forwarded-For": ("\xff", "[::1", ","),
        }.items()
    },
)


class Filled(ImmutableMultiDict[str, str]):
    """A query or a form with a value in every field that a page asks for."""

    choose: ClassVar[Any]

    def __getitem__(self, key: str) -> str:
        return super().__getitem__(key) if super().__contains__(key) else str(self.choose(key))

    def __contains__(self, key: object) -> bool:
        return True


class HostileRequest(Request):
    """A request whose fields are filled in when they are asked for."""

    parameter_storage_class = Filled


@pytest.fixture
def app(club: Club, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The application with every page and without rate limits."""
    monkeypatch.setattr(page_rate_limits, "LIMITS", {})
    app = create_app(replace(settings, hook_key=KEY, site=club.context.site), club.context, limits_url="memory://")
    app.config["WTF_CSRF_ENABLED"] = False
    return app


@pytest.fixture
def strict(club: Club) -> Iterator[None]:
    """Let SQLite refuse the values that PostgreSQL would refuse."""
    engine = club.context.store.engine
    event.listen(engine, "before_cursor_execute", as_postgresql)
    yield
    event.remove(engine, "before_cursor_execute", as_postgresql)


def as_postgresql(_connection: Any, _cursor: Any, _statement: str, _given: Any, context: Any, _many: bool) -> None:
    compiled: Any = getattr(context, "compiled", None)
    for row in context.compiled_parameters if compiled else ():
        for name, value in row.items():
            kind = compiled.binds[name].type if name in compiled.binds else None
            if isinstance(value, str):
                assert "\x00" not in value, f"NUL in {name}"
                value.encode()
                long = kind.length if isinstance(kind, String) and (context.isinsert or context.isupdate) else None
                assert long is None or len(value) <= long, f"{name} has {len(value)} characters, not {long}"
            elif isinstance(value, int):
                assert not isinstance(kind, Integer) or -LARGEST - 1 <= value <= LARGEST, f"{name} is {value}"
            elif isinstance(value, dict | list):
                assert "\\u0000" not in json.dumps(value), f"NUL in {name}"


@pytest.fixture
def tokens(club: Club, match: Match) -> tuple[str, ...]:
    """The tokens of links in letters."""
    with club.context.store.reading() as session:
        asked = session.get_one(tables.Request, 1)
    minted = (mint_link(club.context, kind, 1, asked.created_at) for kind in LinkKind)
    return (*minted, request_url(club.context, asked).rpartition("/")[2])


def broken(response: Any) -> bool:
    return bool(response.status_code >= 500)


def test_what_was_reported_is_answered(strict: None, anna: Browser, browser: Browser, match: Match) -> None:
    for path in REPORTED:
        for client in (anna.client, browser.client):
            assert not broken(client.get(path.replace("{code}", match.code))), path


def asked_of(rule: Rule, path_words: Callable[[str], str]) -> str:
    """Build the path of a page with a value in each place."""
    parts = []
    for is_dynamic, part in rule._trace:
        parts.append(quote(path_words(part), safe="") if is_dynamic else part.lstrip("|"))
    return "".join(parts)


@pytest.fixture
def clients(app: Flask, club: Club, match: Match) -> tuple[FlaskClient, ...]:
    """Somebody unknown and a player, to whose requests every field is added that a page asks for."""
    known = app.test_client(), sign_in(app, club, ANNA).client
    app.request_class = HostileRequest
    return known


def in_turn(turn: Iterator[int], word: str, field: str) -> str:
    """Fill every other field with a valid value."""
    return FITTING.get(field, word) if next(turn) % 2 else word


def in_place(turn: Iterator[int], word: str, good: Iterator[str], place: str) -> str:
    """Fill every other place of a path with a valid value."""
    return word if next(turn) % 2 or place == "number" else next(good)


def test_the_worst_in_every_field_of_every_page(
    app: Flask, clients: tuple[FlaskClient, ...], match: Match, strict: None, tokens: tuple[str, ...]
) -> None:
    turn, good = count(), cycle([match.code, *tokens])
    for rule in app.url_map.iter_rules():
        for word in WORST:
            Filled.choose = partial(in_turn, turn, word)
            path = asked_of(rule, partial(in_place, turn, word, good))
            for method in sorted({"GET", "POST"} & (rule.methods or set())):
                answer = clients[next(turn) % 2].open(path, method=method, query_string={"a": word})
                assert not broken(answer), f"{method} {path[:80]} {word[:80]!r}: {answer.text}"


def test_no_input_is_a_fault_of_ours(
    app: Flask, clients: tuple[FlaskClient, ...], match: Match, strict: None, tokens: tuple[str, ...]
) -> None:
    rules = sorted(app.url_map.iter_rules(), key=str)
    signs = strategies.characters(exclude_categories=["Cs"])
    words = strategies.sampled_from(HOSTILE) | strategies.text(signs, max_size=9)

    @hypothesis.settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(strategies.data())
    def ask(data: strategies.DataObject) -> None:
        def choose(*fitting: str) -> str:
            return data.draw(words | strategies.sampled_from(fitting) if fitting else words)

        Filled.choose = lambda _self, key: choose(*[FITTING[key]] if key in FITTING else [])
        rule = data.draw(strategies.sampled_from(rules), label="page")
        client = data.draw(strategies.sampled_from(clients))
        method = data.draw(strategies.sampled_from(("GET", "POST", "HEAD", "PUT", "OPTIONS")))
        path = asked_of(rule, lambda name: choose("1", match.code, *tokens))
        headers = data.draw(HEADERS)
        body = data.draw(strategies.binary(max_size=30))
        kind = data.draw(
            strategies.sampled_from(("application/x-www-form-urlencoded", "multipart/form-data; boundary=x"))
        )
        answer = client.open(
            path, method=method, data=body, headers={"Content-Type": kind} | headers, query_string=data.draw(words)
        )
        assert not broken(answer), f"{method} {path}: {answer.text}"

    ask()
