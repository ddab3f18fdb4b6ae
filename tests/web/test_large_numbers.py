"""Numbers beyond the range of the database reach no query: in letters, on pages, at the webhook, in commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.config.settings import Settings
from adjudicator.listen.accept import accept_spooled
from adjudicator.listen.spool import SUFFIX, UNREADABLE, write_spool
from adjudicator.mail import address_token
from adjudicator.services.context import Context
from adjudicator.services.inbound import intake
from adjudicator.store.states import InboxState
from adjudicator.web import create_app
from testkit.automatic_mail import GONE, envelope_of, player_of, report
from testkit.club import ANNA, SECRET, Club
from testkit.console import Console
from testkit.database import make_tables
from testkit.postgres import empty_database_on

NUMBERS = (2**31, 2**32, 20261128191530, 2**63 - 1, 2**63, 10**25)
LONG = 10**4000
KEY = "the key that we share with a provider"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """Let a match begin on each kind of database, once for all tests."""
    url = f"sqlite:///{tmp_path_factory.mktemp('numbers')}/club.sqlite3"
    if request.param == "postgresql":
        url = empty_database_on(str(request.getfixturevalue("postgres_url")))
    make_tables(url)
    club = Club.found(url)
    club.begin()
    yield club
    club.context.store.close()


def judged(club: Club, raw: bytes, to: str) -> bool:
    """Bring a letter, and tell whether it was judged; one that breaks us is set aside."""
    number = club.bring(raw, to, "somebody@x.example")
    club.work()
    return club.inbox(number).state is InboxState.DONE


def signed(kind: str, number: int) -> str:
    """Sign a reply address with a number beyond the range."""
    return f"play+{kind}-{number}-{address_token.sign_token(SECRET, kind, number)}@club.example"


def read_letters(club: Club) -> None:
    """Send letters with such numbers in every place where numbers are read."""
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
    rules = [rule for rule in app.url_map.iter_rules() if "<int:" in rule.rule]
    assert len(rules) > 5
    for rule in rules:
        not_found = (404,) if "GET" in (rule.methods or ()) else (404, 405)
        for n in (*NUMBERS, LONG):
            path = re.sub(r"<\w+:\w+>", "749E", re.sub(r"<int:\w+>", str(n), rule.rule))
            assert browser.open(path).status_code in not_found, path
    for n in NUMBERS:
        assert browser.get(f"/r/{signed('confirm', n).partition('@')[0]}").status_code == 404


def post_to_hook(client: FlaskClient) -> None:
    """Post with such numbers for a time, in both kinds of posts."""
    for n in (*NUMBERS, LONG):
        answer = client.post("/hook", headers={"X-Signature": f"t={n},v1={'a' * 64}"}, data=b"x")
        form = client.post("/hook/mime", data={"timestamp": str(n), "token": "x", "signature": "y"})
        assert (answer.status_code, form.status_code) == (401, 401)


def test_a_number_that_no_row_has_is_the_number_of_no_row(
    club: Club, settings: Settings, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(replace(settings, mailbox=True, hook_key=KEY), club.context, limits_url="memory://")
    read_letters(club)
    open_pages(app)
    post_to_hook(app.test_client())
    for name, value in (environ | {"DATABASE_URL": str(club.context.store.engine.url)}).items():
        monkeypatch.setenv(name, value)
    for n in (*NUMBERS, LONG):
        done = Console()("retry", str(n))
        assert done.exit_code in (1, 2), done.output
        assert isinstance(done.exception, SystemExit)


LONGEST = "x" * 400 + "\0\udcff@x.example"


def test_an_envelope_that_no_database_takes_puts_no_letter_off_and_holds_up_none_behind_it(
    club: Club, tmp_path: Path
) -> None:
    raw = b"From: a@x.example\r\n\r\nhelp\r\n"
    number = intake.accept_letter(club.context, intake.Arrival(raw, "play@club.example", LONGEST, "smtp"), club.now)
    club.work()
    assert club.inbox(number).state is InboxState.DONE
    write_spool(tmp_path, raw + b"1", "play@club.example", LONGEST, "pipe")
    write_spool(tmp_path, raw + b"2", "play@club.example", "b@x.example", "pipe")
    assert accept_spooled(club.context, tmp_path) == 2


def test_a_letter_on_disk_that_cannot_be_stored_is_left_to_the_host(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_spool(tmp_path, b"bad", "play@club.example", "a@x.example", "pipe")
    write_spool(tmp_path, b"good", "play@club.example", "b@x.example", "pipe")
    keep = intake.accept_letter

    def refuse_bad(context: Context, arrival: intake.Arrival, now: datetime) -> int:
        if arrival.raw == b"bad":
            raise ValueError("of no use")
        return keep(context, arrival, now)

    monkeypatch.setattr(intake, "accept_letter", refuse_bad)
    assert accept_spooled(club.context, tmp_path) == 1
    assert [path.suffix for path in tmp_path.glob("*.*") if path.suffix in (SUFFIX, UNREADABLE)] == [UNREADABLE]


def test_a_bounce_that_postfix_names_after_our_domain_is_learned_from(club: Club) -> None:
    letter = club.letters(ANNA)[-1]
    name = b"Message-ID: <20261128191530.6C0F2A01D3@club.example>\r\n"
    club.bring(name + report(GONE), envelope_of(club, letter), "")
    club.work()
    assert player_of(club, ANNA).bounced_at == club.now
