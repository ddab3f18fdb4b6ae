"""Leafing through a match by turns and by steps; from every seat when it is over, and from none before."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from adjudicator.store.tables import Match
from adjudicator.web.positions import film_page
from testkit.browser import Browser
from testkit.club import ANNA, Club
from testkit.host_at_table import THREE, play_to_a_law, play_until
from tests.web.conftest import sign_in

KEYS = {"a": "first", "h": None, "j": "prev", "k": "next", "l": None, "z": "last"}


def leaf_links(browser: Browser, path: str) -> dict[str, tuple[str, str | None]]:
    """Read where the links with a key lead, and what they are to the page."""
    tags = (given for tag, given in browser.open(path).page.tags if tag == "a")
    return {given["accesskey"] or "": (given["href"] or "", given.get("rel")) for given in tags if "accesskey" in given}


def by_turns(match: Match) -> list[int]:
    """List the last entry of each turn."""
    return sorted({row.turn: row.n for row in match.entries}.values())


def test_a_match_is_leafed_through_by_turns_and_by_steps_and_seen_from_no_seat_before_its_end(
    club: Club, app: Flask, browser: Browser
) -> None:
    path = f"/m/{play_to_a_law(club).code}"
    with club.context.store.reading() as session:
        match = session.merge(club.match())
        ends, rows = [0, *by_turns(match)], match.entries
        second = next(n for n in range(3, len(rows)) if rows[n - 2].turn == rows[n - 1].turn)
    for n in (second, max(end for end in ends if end < second)):
        links = leaf_links(browser, f"{path}/{n}")
        back, on = max(end for end in ends if end < n), min(end for end in ends if end > n)
        assert {key: rel for key, (_, rel) in links.items()} == KEYS
        leads = [int(href.rpartition("/")[2]) for href, _ in links.values()]
        assert leads == [0, back, n - 1, n + 1, on, len(rows)]
        assert back < n - 1 or on > n + 1
    assert {f"{path}/{n}" for n in ends} <= set(browser.page.links)
    assert set(leaf_links(browser, f"{path}/0")) == set("klz")
    assert set(leaf_links(browser, f"{path}/{len(rows)}")) == set("ahj")

    own = sign_in(app, club, THREE[0])
    for reader in (browser, own):
        for address in (f"{path}/1?from=1", f"{path}/1?from=0", f"{path}/1.json?from=1", f"{path}/1.svg?from=2"):
            assert reader.open(address).status == 400
            assert "Not before the end" in reader.page.text
    assert "Point of view" not in browser.open(f"{path}/1").page.text


def test_a_finished_match_is_seen_from_every_seat_and_leafing_stays_there(club: Club, browser: Browser) -> None:
    path = f"/m/{play_to_a_law(club).code}"
    play_until(club, lambda match: match.end is not None)
    n = club.match().entry_count - 9
    seen = {seat: browser.open(f"{path}/{n}.json?from={seat}").answer for seat in range(4)}
    views = {seat: answer.json["view"] for seat, answer in seen.items() if answer is not None and answer.json}
    assert [views[seat]["seat"] for seat in range(4)] == [None, 0, 1, 2]
    assert all(views[1] != views[other] for other in (0, 2, 3))
    leafed = leaf_links(browser, f"{path}/{n}?from=1")
    assert {href.partition("?")[2] for href, _ in leafed.values()} == {"from=1"}
    assert '"you" means Anna' in browser.page.text
    assert {f"{path}/{n}?from={seat}" for seat in range(4)} <= set(browser.page.links)


def test_a_seat_that_is_not_there_is_answered_with_those_that_are(club: Club, match: Match, browser: Browser) -> None:
    club.answer(club.last(ANNA), "resign")
    for asked in ("3", "-1", "x", "", "9" * 4000):
        assert browser.open(f"/m/{match.code}/1?from={asked}").status == 400
        assert {f"/m/{match.code}/1?from=1", f"/m/{match.code}/1?from=2"} <= set(browser.page.links)


def test_the_film_has_a_board_for_each_turn_or_step_and_looks_from_a_seat(
    club: Club, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film_page, "MOST", 20)
    path = f"/m/{play_to_a_law(club).code}"
    with club.context.store.reading() as session:
        rows = session.merge(club.match()).entries
        ends, steps = by_turns(session.merge(club.match())), [row.n for row in rows if row.step]
    for every, shown in (("turn", ends), ("step", steps)):
        pages = [
            browser.open(f"{path}/film?every={every}&part={part + 1}").page for part in range(len(shown) // 20 + 1)
        ]
        titles = re.findall(r'<title id="board-title-(\d+)"', "".join(page.html for page in pages))
        assert titles == [str(n) for n in (0, *shown)]
        for page in pages:
            ids = [given["id"] for _, given in page.tags if "id" in given]
            assert len(set(ids)) == len(ids)
    assert '"you" means' not in browser.page.text
    for wrong, status in (("from=1", 400), ("every=year", 400), ("part=9", 404), ("part=0", 404), ("part=x", 404)):
        assert browser.open(f"{path}/film?{wrong}").status == status
    play_until(club, lambda match: match.end is not None)
    spectator = browser.open(f"{path}/film?part=2&every=step").page.html
    assert browser.open(f"{path}/film?part=2&every=step&from=1").page.html != spectator
    assert '"you" means Anna' in browser.page.text
