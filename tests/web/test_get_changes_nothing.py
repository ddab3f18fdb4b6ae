"""GET changes nothing: every link of every page is followed, as scanners and robots do."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from sqlalchemy import select

from adjudicator.mail.address import stamp_row
from adjudicator.services.identity.sign_in_links import send_link
from adjudicator.services.links import letters_url
from adjudicator.store.tables import Base, Match, Outbox, Player, Request
from adjudicator.web.request import app_context
from testkit.browser import Browser
from testkit.club import ANNA, BOB, Club, text_of
from tests.web.match_state import writing_refused

MOST_PAGES = 120


def everything(club: Club) -> dict[str, list[tuple[object, ...]]]:
    """Read every row of every table."""
    with club.context.store.reading() as session:
        return {
            table.name: sorted(map(tuple, session.execute(select(table))), key=repr)
            for table in Base.metadata.sorted_tables
        }


def walk(browser: Browser, starts: list[str]) -> set[str]:
    """Follow every link within the site; return the visited paths."""
    waiting, seen = list(starts), set[str]()
    while waiting and len(seen) < MOST_PAGES:
        path = waiting.pop(0).partition("#")[0]
        if path in seen or not path.startswith("/") or "lang=" in path:
            continue
        seen.add(path)
        answer = browser.client.get(path, follow_redirects=True)
        assert answer.status_code < 500, path
        if answer.mimetype == "text/html":
            browser.answer = answer
            waiting += browser.page.links
    return seen


@pytest.fixture
def links(club: Club, match: Match) -> list[str]:
    """The URLs in letters, with a secret link of each kind."""
    club.write(ANNA, club.context.addresses.service, "new egyptos with carl@carl.example")
    club.answer(club.last(ANNA), "yes")
    club.write(BOB, club.context.addresses.service, "new egyptos with open")
    send_link(club.context, "anna@anna.example", "en", app_context.now())
    club.work()
    words = [word for letter in club.transport.letters for word in text_of(letter).split()]
    with club.context.store.reading() as session:
        assert session.scalars(select(Request.id)).all()
        assert session.scalars(select(Outbox.id)).all()
        first = session.get_one(Player, 1)
    ours = {word.removeprefix(club.context.site) for word in words if word.startswith(f"{club.context.site}/")}
    return sorted(ours | {letters_url(club.context, 1, stamp_row(first.created_at)).removeprefix(club.context.site)})


def test_no_link_that_a_stranger_follows_changes_anything(club: Club, browser: Browser, links: list[str]) -> None:
    assert {path.split("/")[1] for path in links} >= {"m", "r", "l", "sign-in"}
    before = everything(club)
    with writing_refused(club):
        seen = walk(browser, ["/", *links])
    assert len(seen) > 40
    assert everything(club) == before


def test_no_link_that_a_player_follows_changes_anything(
    club: Club, anna: Browser, bob: Browser, links: list[str]
) -> None:
    club.write(ANNA, club.context.addresses.service, "off weekends")
    club.answer(club.last(ANNA), "yes")
    before = everything(club)
    with writing_refused(club):
        seen = walk(anna, ["/mine", "/presence", *links]) | walk(bob, ["/mine"])
    assert any("/resign" in path for path in seen)
    assert any("step=" in path for path in seen)
    assert everything(club) == before


def test_picking_a_language_changes_the_page_and_nothing_stored(club: Club, browser: Browser) -> None:
    before = everything(club)
    assert browser.open("/?lang=en").status == 200
    assert everything(club) == before


def test_endpoints_that_change_something_refuse_get(app: Flask, browser: Browser) -> None:
    posts = {rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    gets = {rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    only_post = posts - gets
    assert "/m/<code:code>/orders" in only_post
    assert "/sign-out" in only_post
    for rule in only_post:
        path = re.sub(r"<int:\w+>", "1", rule.replace("<code:code>", "K7Q2"))
        assert browser.open(path).status == 405
        assert "POST" in browser.header("Allow")
