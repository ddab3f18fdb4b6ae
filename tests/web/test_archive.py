"""The archive: pages of finished matches, the newest first, none twice and none left out."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from adjudicator.match.record.v1.match_end import Kind
from adjudicator.match.record.v1.record import RecordedEnd
from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Player, Seat
from testkit.browser import Browser
from testkit.club import START, Club


@pytest.fixture
def archived(club: Club) -> list[str]:
    """The codes of twelve matches that ended one after the other."""
    codes = [f"A{n:03}" for n in range(12)]
    with club.context.store.writing() as session:
        player = Player(address="anna@anna.example", name="Anna <b>", language="en", created_at=START)
        session.add(player)
        for n, code in enumerate(codes):
            match = Match(
                code=code,
                rules="egyptos/1",
                options={
                    "isolation": "forbidden",
                    "isolation_test": "removal",
                    "overline": "wins",
                    "opening": "none",
                    "repetition_draw": 3,
                    "move_cap": 200,
                    "contact": "corner",
                },
                state=MatchState.FINISHED,
                created_at=START,
                finished_at=START + timedelta(hours=n),
                seed=b"",
                end=RecordedEnd(Kind.RESIGNED, "resigned", (1, 2), (), START, "0" * 64, seat=1),
            )
            match.seats = [Seat(number=0, player=player, state="joined"), Seat(number=1, house=True, state="joined")]
            session.add(match)
    return codes


def test_pages_go_on_where_the_last_one_ended(
    browser: Browser, archived: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adjudicator.web.archive.archive_page.A_PAGE", 5)
    seen: list[str] = []
    browser.open("/archive")
    for _ in range(3):
        seen += codes(browser)
        older = [link for link in browser.page.links if "before=" in link and "lang=" not in link]
        if older:
            browser.open(older[0])
    assert seen == archived[::-1]
    assert not older


def codes(browser: Browser) -> list[str]:
    """List the matches of a page, each by the link to its own page."""
    return [found[1] for link in browser.page.links if (found := re.fullmatch(r"/m/(\w+)", link))]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"player": "anna", "with": "House"}, True),
        ({"player": "anna", "result": "won", "kind": "resigned", "seats": "2"}, True),
        ({"game": "egyptos", "options": "opening=none", "from": "2026-01-01", "to": "2099"}, True),
        ({"names": "<b> anna"}, True),
        ({"player": "Anna", "result": "lost"}, False),
        ({"game": "cheops"}, False),
    ],
)
def test_the_search_keeps_what_was_asked_on_every_page(
    browser: Browser,
    club: Club,
    archived: list[str],
    query: dict[str, str],
    found: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run_sweep(club.context, club.now)
    monkeypatch.setattr("adjudicator.web.archive.archive_page.A_PAGE", 7)
    browser.open("/archive", query_string=query)
    assert browser.status == 200
    assert codes(browser) == (archived[:4:-1] if found else [])
    assert ("No finished match is like that." in browser.page.text) is not found
    if found:
        browser.open(next(link for link in browser.page.links if "before=" in link and "lang=" not in link))
        assert codes(browser) == archived[4::-1]
        assert all(value in browser.page.html for value in query.values() if "<" not in value)


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({"game": "chess"}, "egyptos"),
        ({"result": "won"}, "Whose result is meant?"),
        ({"kind": "claimed"}, "rules, resigned"),
        ({"from": "2026-02-30"}, "2026-05-13"),
        ({"game": "egyptos", "options": "opening=<i>"}, "swap"),
        ({"options": "opening=swap"}, "name the game"),
    ],
)
def test_what_cannot_be_looked_for_is_told_beside_its_field(browser: Browser, query: dict[str, str], told: str) -> None:
    browser.open("/archive", query_string=query)
    assert browser.status == 400
    assert told in browser.page.text
    assert 'aria-invalid="true"' in browser.page.html


def test_each_field_that_cannot_be_looked_for_is_told(browser: Browser) -> None:
    given = {"result": "won", "from": "2026-02-30", "game": "egyptos", "options": "opening=later contacts=corner"}
    browser.open("/archive", query_string=given)
    assert browser.page.html.count('aria-invalid="true"') == len(("player", "from", "options"))
    for told in ("Whose result is meant?", "2026-05-13", "later", "contacts"):
        assert told in browser.page.text


@pytest.mark.parametrize("query", [{"game": "egyptos"}, {"names": "Nobody"}])
def test_a_result_says_what_was_looked_for(browser: Browser, archived: list[str], query: dict[str, str]) -> None:
    assert archived
    assert "You looked for this" in browser.open("/archive", query_string=query).page.text
    assert "You looked for this" not in browser.open("/archive").page.text


def test_names_are_text_and_nothing_else(browser: Browser, archived: list[str]) -> None:
    assert "Anna <b>" in browser.open("/archive").page.text
    assert "<b>" not in browser.page.html


@pytest.mark.parametrize("before", ["yesterday", "2026-01-01", "2026-01-01T00:00:00", "'; drop table matches"])
def test_a_page_that_does_not_exist_is_not_found(browser: Browser, before: str) -> None:
    assert browser.open("/archive", query_string={"before": before}).status == 404


def test_an_empty_archive_says_so(browser: Browser) -> None:
    assert "No match is finished yet." in browser.open("/archive").page.text
