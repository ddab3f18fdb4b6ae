"""No number that somebody sends us is asked of a database that has no room for it: letters, pages, hook, commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.mail import token
from adjudicator.settings import Settings
from adjudicator.store.schema import upgrade
from adjudicator.store.states import InboxState
from adjudicator.web import create_app
from tests.cli.console import Console
from tests.desk.club import ANNA, SECRET, Club
from tests.desk.mailboxes import GONE, envelope_of, player_of, report

NUMBERS = (2**31, 2**32, 20261128191530, 2**63 - 1, 2**63, 10**25)
LONG = 10**4000
KEY = "the key that we share with a provider"


@dataclass(frozen=True, slots=True)
class Place:
    """A club on one kind of database, and its pages."""

    club: Club
    app: Flask
    environ: dict[str, str]


@pytest.fixture
def place(new_database: str, settings: Settings, environ: dict[str, str]) -> Iterator[Place]:
    upgrade(new_database)
    club = Club.found(new_database)
    club.begin()
    app = create_app(replace(settings, mailbox=True, hook_key=KEY), club.desk, limits_url="memory://")
    yield Place(club, app, environ | {"DATABASE_URL": new_database})
    club.desk.store.close()


def judged(club: Club, raw: bytes, to: str) -> bool:
    """Bring a letter, and tell whether it was judged; one that breaks us is set aside."""
    number = club.bring(raw, to, "somebody@x.example")
    club.work()
    return club.inbox(number).state is InboxState.DONE


def signed(kind: str, number: int) -> str:
    """Sign an address as only we could, whatever its number is."""
    return f"play+{kind}-{number}-{token.sign(SECRET, kind, number)}@club.example"


def read_letters(club: Club) -> None:
    """Bring letters that name such numbers in every place that we look for numbers in."""
    for n in NUMBERS:
        for name in (f"<{n}.4xyz@club.example>", signed("letter", n).replace("play+", f"<{n}.") + ">"):
            head = f"From: a@x.example\r\nTo: play@club.example\r\nMessage-ID: {name}\r\n"
            head += f"References: {name}\r\nIn-Reply-To: {name}\r\n\r\nhelp\r\n"
            assert judged(club, head.encode(), "play@club.example")
            assert judged(club, report(GONE, name), "play@club.example")
        for to in (signed("confirm", n), signed("bounce", n)):
            assert judged(club, b"From: a@x.example\r\n\r\nyes\r\n", to)


def open_pages(app: Flask) -> None:
    """Ask for every page whose address has a number in it."""
    browser = app.test_client()
    rules = [rule.rule for rule in app.url_map.iter_rules() if "<int:" in rule.rule]
    assert len(rules) > 5
    for rule in rules:
        for n in (*NUMBERS, LONG):
            path = re.sub(r"<\w+:\w+>", "749E", re.sub(r"<int:\w+>", str(n), rule))
            assert browser.open(path).status_code == 404, path
    for n in NUMBERS:
        assert browser.get(f"/r/{signed('confirm', n).partition('@')[0]}").status_code == 404


def post_to_hook(client: FlaskClient) -> None:
    """Post with such numbers for a time, in both kinds of posts."""
    for n in (*NUMBERS, LONG):
        answer = client.post("/hook", headers={"X-Signature": f"t={n},v1={'a' * 64}"}, data=b"x")
        form = client.post("/hook/mime", data={"timestamp": str(n), "token": "x", "signature": "y"})
        assert (answer.status_code, form.status_code) == (401, 401)


def test_a_number_that_no_row_has_is_the_number_of_no_row(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    read_letters(place.club)
    open_pages(place.app)
    post_to_hook(place.app.test_client())
    for name, value in place.environ.items():
        monkeypatch.setenv(name, value)
    for n in (*NUMBERS, LONG):
        done = Console()("retry", str(n))
        assert done.exit_code in (1, 2), done.output
        assert isinstance(done.exception, SystemExit)


def test_a_bounce_that_postfix_names_after_our_domain_is_learned_from(place: Place) -> None:
    club = place.club
    letter = club.letters(ANNA)[-1]
    name = b"Message-ID: <20261128191530.6C0F2A01D3@club.example>\r\n"
    club.bring(name + report(GONE), envelope_of(club, letter), "")
    club.work()
    assert player_of(club, ANNA).bounced_at == club.now
