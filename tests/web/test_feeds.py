"""The feeds of the archive and of a match: what they tell, to whom, in which language, and when they changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from lxml import etree

from adjudicator.services.host.deeds import rewind_match
from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.services.matches.finished.player_pages import page_of
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.store.tables import Match
from adjudicator.texts.formats.atom import CONTENT_TYPE
from testkit.agreed_match import agree
from testkit.automatic_mail import player_of
from testkit.browser import Browser
from testkit.club import ANNA, BOB, Club, to_move
from testkit.host_at_table import do
from testkit.seats_at_table import play_turn
from tests.texts.atom_grammar import read_valid

MARK = "QUINCUNX77"


def fetch(browser: Browser, path: str, **headers: str) -> etree._Element:
    answer = browser.client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    assert (answer.status_code, answer.mimetype) == (200, CONTENT_TYPE), path
    return read_valid(answer.data)


def told(feed: etree._Element, part: str = "title") -> list[str]:
    return [str(entry.findtext(f"{{*}}{part}")) for entry in feed.iterfind("{*}entry")]


def test_a_match_tells_its_turns_its_end_and_its_comments(club: Club, match: Match, browser: Browser) -> None:
    path = f"/m/{match.code}.atom"
    (first,) = told(fetch(browser, path))
    assert first.endswith(", Turn 1")
    club.answer(club.last(to_move(club)), f"diary {MARK}\nM14")
    assert len(told(fetch(browser, path))) == len(("turn 1", "turn 2"))
    club.answer(club.last(BOB), "resign")
    club.answer(club.last(ANNA), "comment 1 line M14: <b>so</b>")
    feed = fetch(browser, path)
    newest, *_ = told(feed)
    assert newest.endswith("comment 1.1")
    assert "M14\n<b>so</b>" in told(feed, "content")
    assert [str(one) for one in feed.xpath("//*[local-name() = 'entry']/*[local-name() = 'author']/*/text()")] == [
        "Anna"
    ]
    assert any("has won" in title for title in told(feed))
    assert all(told(feed, "content"))
    assert "wins" not in "".join(told(fetch(browser, f"{path}?lang=de")))
    club.answer(club.last(ANNA), "comment none 1.1")
    assert not any("comment" in title for title in told(fetch(browser, path)))
    assert MARK not in etree.tostring(feed, encoding="unicode")


def undo_by_host(club: Club) -> None:
    do(club, lambda work, match: rewind_match(work, match, 1, "the letters had crossed"))


def undo_own(club: Club) -> None:
    """Play, take it back, and play again, so that the turn is told anew; then end it."""
    for line in (load_match(club.match()).orders[0], "undo", load_match(club.match()).orders[-1], "end"):
        club.answer(club.last(to_move(club)), line)


@pytest.mark.parametrize("undo", [undo_own, undo_by_host])
def test_each_entry_has_an_id_of_its_own_that_stays_after_undos(
    club: Club, browser: Browser, undo: Callable[[Club], None]
) -> None:
    agree(club, "cheops", (ANNA, BOB), "days=2")
    path, known = f"/m/{club.match().code}.atom", dict[str, str]()
    for number in range(6):
        undo(club) if number % 2 else play_turn(club, to_move(club))
        feed = fetch(browser, path)
        ids, titles = told(feed, "id"), told(feed)
        assert len(set(ids)) == len(ids)
        assert {one: known.setdefault(one, title) for one, title in zip(ids, titles, strict=True)} == dict(
            zip(ids, titles, strict=True)
        )
    assert len(known) > len(("turn", "turn"))


def test_the_archive_tells_matches_that_are_over(club: Club, match: Match, browser: Browser) -> None:
    empty = fetch(browser, "/archive.atom")
    assert (told(empty), empty.findtext("{*}updated")) == ([], "2026-01-01T00:00:00Z")
    club.answer(club.last(BOB), "resign")
    german = fetch(browser, "/archive.atom", Accept_Language="de")
    (title,) = told(german)
    assert match.code in title
    assert "gewonnen" in title
    assert (german.get("{http://www.w3.org/XML/1998/namespace}lang"), german.findtext("{*}title")) == (
        "de",
        "Adjudicator: Archiv",
    )
    links = {one.get("rel"): one.get("href") for one in fetch(browser, "/archive.atom?lang=fr").iterfind("{*}link")}
    assert links == {"alternate": "http://localhost/archive", "self": "http://localhost/archive.atom?lang=fr"}


def test_a_player_has_a_feed_as_long_as_they_show_a_name(club: Club, match: Match, browser: Browser) -> None:
    club.answer(club.last(BOB), "resign")
    run_sweep(club.context, club.now)
    page = page_of(player_of(club, BOB))
    feed = fetch(browser, f"/players/{page}.atom?lang=fr")
    (title,) = told(feed)
    assert match.code in title
    assert feed.findtext("{*}title", "").endswith("Bob")
    assert f"/players/{page}.atom?lang=fr" in browser.client.get(f"/players/{page}?lang=fr").text
    old = browser.client.get(f"/players/robert-{page.rpartition('-')[2]}.atom")
    assert (old.status_code, old.location) == (303, f"/players/{page}.atom")
    club.write(BOB, club.context.addresses.service, "public name none")
    club.answer(club.last(BOB), "yes")
    assert page_of(player_of(club, BOB)) == ""
    assert browser.client.get(f"/players/{page}.atom").status_code == 404


def test_a_private_match_is_in_no_feed(club: Club, browser: Browser, anna: Browser) -> None:
    private = club.begin("private")
    for state in ("running", "over"):
        for reader in (browser, anna):
            assert reader.client.get(f"/m/{private.code}.atom").status_code == 404, state
            assert private.code not in reader.client.get("/archive.atom").text, state
        club.answer(club.last(BOB), "resign")


def test_nothing_is_sent_twice(club: Club, match: Match, browser: Browser) -> None:
    for path in (f"/m/{match.code}.atom", "/archive.atom"):
        answer = browser.client.get(path)
        since, etag = answer.headers["Last-Modified"], answer.headers["ETag"]
        for name, value in (("If-None-Match", etag), ("If-Modified-Since", since)):
            assert browser.client.get(path, headers={name: value}).status_code == 304, (path, name)
    club.answer(club.last(BOB), "resign")
    assert browser.client.get("/archive.atom", headers={"If-None-Match": etag}).status_code == 200
    assert browser.client.get("/m/ZZZZ.atom").status_code == 404


def test_pages_say_where_their_feeds_are(match: Match, browser: Browser) -> None:
    for page, feed in ((f"/m/{match.code}", f"/m/{match.code}.atom"), ("/archive", "/archive.atom")):
        html = etree.HTML(browser.client.get(page).text)
        (link,) = html.xpath("//link[@type='application/atom+xml']")
        assert (link.get("rel"), link.get("href").partition("?")[0]) == ("alternate", feed)
